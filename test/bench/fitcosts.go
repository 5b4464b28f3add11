package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"touchmove/reconcile/decoder"
	"touchmove/sensors/sim"
)

const (
	stepBy     = 1.25 // a parameter is tried at its value times this, and divided by this
	stepLeast  = 0.1  // or at least this much higher and lower, in its unit
	stepsMost  = 4    // in one direction
	sureBy     = 2.0  // standard errors by which a step must be better
	worthwhile = 5e-4 // the minimum gain of a step, as a share of the loss
)

// costFit is a coordinate search for the parameters that make the games as played most
// likely.
type costFit struct {
	plays  []play
	values decoder.Parameters
	losses []float64 // of each play, with values
	found  [decoder.ParameterCount]finding
}

// finding is what the search found about one parameter.
type finding struct {
	was      float64
	gained   float64 // loss, in percent of the total
	moves    bool    // it makes a difference to some play
	searched bool
}

// fitCosts searches for better parameters on new games, and on recorded traces if there are
// any, writes the table of the decoder, and prints how well they do on games that the search
// never saw.
func (b bench) fitCosts(file string, out io.Writer, samples string, seeds int, first uint64) error {
	games, err := b.allGames()
	if err != nil {
		return err
	}
	seen, err := b.playsOf(games, samples, seeds, first)
	if err != nil {
		return err
	}
	unseen, err := b.playsOf(games, "", max(1, seeds/2), first+apart)
	if err != nil {
		return err
	}
	f := costFit{plays: seen, values: *decoder.DefaultParameters()}
	f.losses = allLosses(f.plays, &f.values)
	fmt.Fprintf(out, "%d games, loss %.2f a game\n", len(seen), mean(f.losses))
	for p := range decoder.Parameter(decoder.ParameterCount) {
		x := &f.found[p]
		x.was = f.values[p]
		if len(b.parameters) > 0 && !slices.Contains(b.parameters, p.String()) || p.IsOfPublishing() {
			continue
		}
		x.searched = true
		f.search(p)
		fmt.Fprintf(out, "%s: %.4g to %.4g, gained %.2f %%\n", p, x.was, f.values[p], x.gained)
	}
	before := allLosses(unseen, decoder.DefaultParameters())
	after := allLosses(unseen, &f.values)
	fmt.Fprintf(out, "\non %d games that the search never saw: loss %.2f before, %.2f after\n", len(unseen), mean(before), mean(after))
	if err := printLosses(out, unseen, before, after); err != nil {
		return err
	}
	if gain, err := paired(before, after); gain <= 0 {
		fmt.Fprintf(out, "not better there (%.2f +- %.2f): %s is left as it is\n", gain, err, file)
		return nil
	}
	named := fmt.Sprintf("seeds %d to %d", first, first+uint64(seeds)-1)
	if samples != "" {
		named += " and " + samples
	}
	return os.WriteFile(file, f.source(named), 0o644)
}

// playsOf returns new games of each level, others in which a chip stops answering, and
// recorded ones.
func (b bench) playsOf(games []sim.Game, samples string, seeds int, first uint64) ([]play, error) {
	jobs, err := played(games, seeds, first, b.wants)
	if err != nil {
		return nil, err
	}
	if jobs, err = b.addOutages(jobs, games, 2*seeds, first); err != nil {
		return nil, err
	}
	if jobs, err = b.addRecorded(jobs, samples); err != nil {
		return nil, err
	}
	var plays []play
	for _, j := range jobs {
		r, truth, err := j.make()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.level, err)
		}
		if p, ok := playOf(j.level, r, truth); ok {
			plays = append(plays, p)
		}
	}
	return plays, nil
}

// allLosses plays all traces with these parameters.
func allLosses(plays []play, with *decoder.Parameters) []float64 {
	losses := make([]float64, len(plays))
	for part := range parts {
		lossesOf(plays, losses, part, with)
	}
	return losses
}

// lossesOf plays one part of the traces with these parameters.
func lossesOf(plays []play, losses []float64, part int, with *decoder.Parameters) {
	next := make(chan int)
	var wait sync.WaitGroup
	for range processors() {
		wait.Go(func() {
			for i := range next {
				losses[i] = plays[i].loss(with)
			}
		})
	}
	for i := part; i < len(plays); i += parts {
		next <- i
	}
	close(next)
	wait.Wait()
}

// search moves one parameter for as long as that makes the games clearly more likely.
func (f *costFit) search(p decoder.Parameter) {
	x := &f.found[p]
	if p.Origin() == theUnit {
		return
	}
	before := mean(f.losses)
	for _, up := range [2]bool{true, false} {
		moved := false
		for range stepsMost {
			if !f.step(p, up) {
				break
			}
			moved = true
		}
		if moved {
			break
		}
	}
	x.gained = 100 * (before - mean(f.losses)) / before
}

// theUnit is the origin of the parameter that serves as the unit of all others.
const theUnit = "the unit"

// step tries a parameter one step further, and keeps that value if it is clearly better.
func (f *costFit) step(p decoder.Parameter, up bool) bool {
	values := f.values
	by := max(math.Abs(values[p])*(stepBy-1), stepLeast)
	if p.Unit() != decoder.Logarithm {
		by = values[p] * (stepBy - 1)
	}
	if !up {
		by = -by / stepBy
	}
	values[p] = rounded(values[p] + by)
	losses := make([]float64, len(f.plays))
	for part := range parts {
		lossesOf(f.plays, losses, part, &values)
		gain, deviation := f.gain(losses, part)
		if gain != 0 {
			f.found[p].moves = true
		}
		if last := part == parts-1; gain < 0 || last && gain <= max(sureBy*deviation, worthwhile*total(f.losses)) {
			return false // most values are worse, which a part of the plays already shows
		}
	}
	f.values, f.losses = values, losses
	return true
}

// parts is the number of parts in which a value is tried on the plays.
const parts = 3

// gain compares the losses of the plays up to a part with the current ones.
func (f *costFit) gain(losses []float64, part int) (gain, deviation float64) {
	var before, after []float64
	for i := range losses {
		if i%parts <= part {
			before, after = append(before, f.losses[i]), append(after, losses[i])
		}
	}
	return paired(before, after)
}

// rounded keeps three digits: no sample justifies more.
func rounded(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}

func mean(list []float64) float64 { return total(list) / float64(max(1, len(list))) }

func total(list []float64) (sum float64) {
	for _, x := range list {
		sum += x
	}
	return sum
}

// paired returns by how much the losses after are smaller in total, and the standard error of
// that.
func paired(before, after []float64) (gain, deviation float64) {
	square := 0.0
	for i := range before {
		d := before[i] - after[i]
		gain += d
		square += d * d
	}
	return gain, math.Sqrt(square)
}

// printLosses prints the losses of each level.
func printLosses(out io.Writer, plays []play, before, after []float64) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "level\tgames\tbefore\tafter\t")
	var order []string
	sums := map[string]*[3]float64{}
	for i := range plays {
		s := sums[plays[i].level]
		if s == nil {
			s = new([3]float64)
			sums[plays[i].level] = s
			order = append(order, plays[i].level)
		}
		s[0], s[1], s[2] = s[0]+1, s[1]+before[i], s[2]+after[i]
	}
	for _, name := range order {
		s := sums[name]
		fmt.Fprintf(w, "%s\t%.0f\t%.2f\t%.2f\t\n", name, s[0], s[1]/s[0], s[2]/s[0])
	}
	return w.Flush()
}

// source writes the parameters as Go source, the table of package decoder.
func (f *costFit) source(named string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by \"make fit-costs\"; DO NOT EDIT.\n\npackage decoder\n\n// table is every Parameter with its value, and where that comes from.\nvar table = [ParameterCount]entry{\n")
	units := map[decoder.Unit]string{decoder.Logarithm: "Logarithm", decoder.Seconds: "Seconds", decoder.Share: "Share"}
	for p := range decoder.Parameter(decoder.ParameterCount) {
		fmt.Fprintf(&b, "\t%s: {%q, %s, %v, %q},\n", p, p.String(), units[p.Unit()], f.values[p], f.origin(p, named))
	}
	fmt.Fprintf(&b, "}\n")
	source, err := format.Source(b.Bytes())
	if err != nil {
		panic(err) // a programmer's error
	}
	return source
}

// origin says where a value comes from after the search.
func (f *costFit) origin(p decoder.Parameter, named string) string {
	x, from := &f.found[p], p.Origin()
	if from == theUnit || !x.searched {
		return from
	}
	from, _, _ = strings.Cut(from, "; ")
	switch {
	case f.values[p] != x.was:
		return fmt.Sprintf("fitted to %s: %.2f %% of the loss (%.4g before)", named, x.gained, x.was)
	case !x.moves:
		return from + "; too rare to be fitted"
	}
	return from + "; no other value is clearly better"
}
