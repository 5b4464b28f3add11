package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

// results are the results of many traces, published in one way.
type results struct {
	levels []*level
	causes causes
}

// level is the results of the traces of one level.
type level struct {
	name             string
	tally            score.Tally
	slips            int
	release, pressed []int64         // delays in microseconds, of games without a clock and with one
	costs            []time.Duration // cost of 80 moves, by trace
	spent, span      time.Duration   // processor time; duration of the traces
	astray           []string        // traces with a game that is not exact
	shown            []string        // moves shown wrong
	told, highest    score.Reliability
	cards            int // how often arbiters were asked about a guess
	notFelt          notFelt
}

func newResults(jobs []job) results {
	r := results{causes: newCauses()}
	for _, j := range jobs {
		if r.level(j.level) == nil {
			r.levels = append(r.levels, &level{name: j.level, notFelt: notFelt{physical: onPhysics(j.level)}})
		}
	}
	return r
}

func (r *results) level(name string) *level {
	for _, l := range r.levels {
		if l.name == name {
			return l
		}
	}
	return nil
}

const (
	movesOfAGame = 80
	shownNamed   = 3 // moves shown wrong that are listed, per level
)

func (r *results) add(name string, truth sim.Truth, m measured) {
	l := r.level(name)
	report := score.Compare(truth, m.rebuilt)
	slips := score.Slips(truth, m.rebuilt.Publications)
	l.tally.Add(report)
	l.slips += len(slips)
	l.cards += m.cards
	l.told.AddPublished(truth, m.rebuilt.Publications)
	l.highest.AddHighest(truth, m.rebuilt.Publications)
	if truth.Clock {
		l.pressed = append(l.pressed, score.AfterPress(truth, m.rebuilt.Publications)...)
	} else {
		l.release = append(l.release, report.DelaysUS...)
	}
	plies := 0
	for i, g := range report.Games {
		plies += g.Plies
		if !g.Exact {
			l.astray = append(l.astray, fmt.Sprintf("%s game %d ply %d: %s%s", cmp.Or(truth.Trace, name), i+1, g.First.Ply, departure(g.First), flagged(truth.Games[i].Plies, g.First.Ply)))
		}
	}
	if report.Surplus > 0 {
		l.astray = append(l.astray, fmt.Sprintf("%s: %d games too many", cmp.Or(truth.Trace, name), report.Surplus))
	}
	for _, s := range slips {
		l.shown = append(l.shown, fmt.Sprintf("%s game %d ply %d: %s at %d ms (%s)", cmp.Or(truth.Trace, name), s.Game+1, s.Ply, s.UCI, s.AtUS/1000, cmp.Or(s.Style, "after the game")))
	}
	l.spent += m.spent
	l.span += m.span
	if plies > 0 {
		l.costs = append(l.costs, m.spent*2*movesOfAGame/time.Duration(plies))
	}
	r.causes.add(truth, report, slips)
	l.notFelt.add(truth, report)
}

// addColourless adds the results of the same hands on a board that does not distinguish
// colours, as a separate level without aims and without causes.
func (r *results) addColourless(of string, truth sim.Truth, m measured) {
	name := of + ", colourless"
	if r.level(name) == nil {
		i := slices.IndexFunc(r.levels, func(l *level) bool { return l.name == of })
		r.levels = slices.Insert(r.levels, i+1, &level{name: name})
	}
	causes := r.causes
	r.causes = newCauses()
	r.add(name, truth, m)
	r.causes = causes
}

func departure(m *score.Miss) string {
	return fmt.Sprintf("played %s (%s), read %s", cmp.Or(m.Want, "nothing"), cmp.Or(m.Style, "after the game"), cmp.Or(m.Got, "nothing"))
}

// flagged names what the truth notes about the ply at which a game goes wrong, and about the plies
// before it whose misreading may show only there.
func flagged(plies []sim.Ply, ply int) string {
	text := ""
	for n := ply; n >= max(1, ply-3); n-- {
		if n <= len(plies) && len(plies[n-1].Flags) > 0 {
			text += fmt.Sprintf("; %d %s", n, strings.Join(plies[n-1].Flags, " "))
		}
	}
	return text
}

// print prints a line per level, the figures that miss their aims if aimed is set, the games
// that are not exact, some moves shown wrong, and the causes.
func (r *results) print(out io.Writer, aimed bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "level\tgames\texact\t%\tright plies %\tshown wrong per 100\tnever played per 100\tnever published\tno clock: median ms\t95 % ms\tclock: median ms\t95 % ms\tms per 80 moves\ttimes real time\t")
	for _, l := range r.levels {
		t := &l.tally
		fmt.Fprintf(w, "%s\t%d\t%d\t%.1f\t%.2f\t%.2f\t%.2f\t%d\t%s\t%s\t%s\t%s\t%.1f\t%.0f\t\n", l.name, t.Games, t.Exact, t.ExactPercent(), t.RightPercent(),
			l.slipsPer100(), t.WrongPer100(), t.NeverRight, ms(l.release, 50), ms(l.release, 95), ms(l.pressed, 50), ms(l.pressed, 95),
			float64(percentile(l.costs, 50).Microseconds())/1000, l.span.Seconds()/max(l.spent.Seconds(), 1e-9))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if aimed {
		for _, l := range r.levels {
			for _, line := range l.short() {
				fmt.Fprintf(out, "  falls short: %s: %s\n", l.name, line)
			}
		}
	}
	for _, l := range r.levels {
		slices.Sort(l.astray)
		for _, line := range l.astray {
			fmt.Fprintf(out, "  not exact: %s\n", line)
		}
	}
	for _, l := range r.levels {
		slices.Sort(l.shown)
		for _, line := range l.shown[:min(len(l.shown), shownNamed)] {
			fmt.Fprintf(out, "  shown wrong: %s\n", line)
		}
	}
	fmt.Fprintln(out)
	if err := r.printNotFelt(out); err != nil {
		return err
	}
	if err := r.printReliability(out); err != nil {
		return err
	}
	return r.causes.print(out)
}

func (l *level) slipsPer100() float64 {
	return 100 * float64(l.slips) / float64(max(1, l.tally.Plies))
}

// percentile returns the value that n percent do not exceed; 0 for an empty list.
func percentile[T cmp.Ordered](list []T, n int) (value T) {
	if len(list) == 0 {
		return value
	}
	slices.Sort(list)
	return list[min(max((len(list)*n+99)/100-1, 0), len(list)-1)]
}

func ms(delays []int64, n int) string {
	if len(delays) == 0 {
		return "-"
	}
	return fmt.Sprint(percentile(delays, n) / 1000)
}
