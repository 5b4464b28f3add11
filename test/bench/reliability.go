package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"touchmove/sensors/sim/score"
)

// printReliability prints how far the confidence of moves can be trusted, over all
// levels and by level: as published, and at the highest confidence that each move ever
// had.
func (r *results) printReliability(out io.Writer) error {
	for _, of := range []struct {
		title string
		pick  func(*level) *score.Reliability
	}{
		{"confidence as published", func(l *level) *score.Reliability { return &l.told }},
		{"highest confidence", func(l *level) *score.Reliability { return &l.highest }},
	} {
		var all score.Reliability
		for _, l := range r.levels {
			all.Merge(of.pick(l))
		}
		fmt.Fprintf(out, "%s\n", of.title)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "\tmoves\tcalibration error %\tcertain %\twrong of these %\tguesses %\twrong of these %\tasked per game\t")
		line := func(name string, x *score.Reliability, cards, games int) {
			fmt.Fprintf(w, "%s\t%d\t%.2f\t%.1f\t%.2f\t%.1f\t%.1f\t%.2f\t\n", name, x.Count(), x.Error(), x.CertainPercent(), x.WrongCertain(), x.GuessPercent(), x.WrongGuesses(), float64(cards)/float64(max(1, games)))
		}
		cards, games := 0, 0
		for _, l := range r.levels {
			line(l.name, of.pick(l), l.cards, l.tally.Games)
			cards, games = cards+l.cards, games+l.tally.Games
		}
		line("all", &all, cards, games)
		if err := w.Flush(); err != nil {
			return err
		}
		for _, line := range unreliable(&all) {
			fmt.Fprintf(out, "  falls short: %s\n", line)
		}
		least := 0.0
		for _, b := range all.Bins() {
			if b.Moves > 0 {
				fmt.Fprintf(out, "  %v to %v: %d moves, promised %.2f %%, right %.2f %%\n", least, b.Most, b.Moves, 100*b.Expected/float64(b.Moves), 100*float64(b.Moves-b.Wrong)/float64(b.Moves))
			}
			least = b.Most
		}
		fmt.Fprintln(out)
	}
	return nil
}

// What the confidence of moves must reach over all levels, in percent.
const (
	errorMost        = 1.0
	wrongCertainMost = 0.1
	guessesMost      = 4.0
	wrongGuessLeast  = 5.0
)

// unreliable lists the figures in which the confidence of moves falls short.
func unreliable(r *score.Reliability) (lines []string) {
	for _, x := range []struct {
		what      string
		got, most float64
	}{
		{"calibration error", r.Error(), errorMost},
		{"wrong of the certain", r.WrongCertain(), wrongCertainMost},
		{"guesses", r.GuessPercent(), guessesMost},
	} {
		if x.got > x.most {
			lines = append(lines, fmt.Sprintf("%s %.2f %%, aim at most %g", x.what, x.got, x.most))
		}
	}
	if got := r.WrongGuesses(); got < wrongGuessLeast && r.GuessPercent() > 0 {
		lines = append(lines, fmt.Sprintf("wrong of the guesses %.1f %%, aim at least %g", got, wrongGuessLeast))
	}
	return lines
}
