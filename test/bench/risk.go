package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"touchmove/eventlog"
	"touchmove/reconcile/decoder"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

// asked are rules by which moves could be published: at a certainty.
var asked = func() (rules [9]rule) {
	for i, p := range [...]float64{0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.997, 0.999} {
		rules[i] = rule{fmt.Sprintf("certainty %v", p), func(e *decoder.Evidence) bool { return e.Probability() >= p }}
	}
	return rules
}()

// costs are values of sureWorth, from daring to careful, with promptWorth in proportion: each is a
// whole way of publishing, and together they are the curve of risk against delay.
var costs = [...]float64{0.03, 0.02, 0.014, 0.01, 0.007, 0.005, 0.0035, 0.0025, 0.0018, 0.0012}

// riskBefore is how many moves of a hundred were shown wrong by fixed waits, before risk decided:
// on games without a clock, in the mean of the levels of docs/reconstruction.md. The delay at this
// risk is comparable.
const riskBefore = 0.16

// rule says with which evidence a move is published.
type rule struct {
	name  string
	tells func(e *decoder.Evidence) bool
}

// risk is the result of publishing by each rule.
type risk struct {
	plies  int
	wrong  [len(asked)]int     // moves published wrong
	delays [len(asked)][]int64 // of the right ones, from the release, in microseconds

	told  [len(costs) + len(ways)]outcome // at each cost, then in each way of publishing
	waits waits                           // of moves published with publish = sure
	slow  []waited                        // the same moves, with what they waited for last
}

// outcome is the result of one way of publishing.
type outcome struct {
	shown  int     // moves shown wrong
	onward int     // those of them whose hand went on with the piece
	delays []int64 // of the right ones
}

// merge adds what was measured of another trace.
func (all *risk) merge(of *risk) {
	all.plies += of.plies
	for i := range asked {
		all.wrong[i] += of.wrong[i]
		all.delays[i] = append(all.delays[i], of.delays[i]...)
	}
	all.waits.merge(&of.waits)
	all.slow = append(all.slow, of.slow...)
	for i := range all.told {
		all.told[i].shown += of.told[i].shown
		all.told[i].onward += of.told[i].onward
		all.told[i].delays = append(all.told[i].delays, of.told[i].delays...)
	}
}

// measureRisk compares the risk of publishing with the delay, over games without a clock,
// as a press ends all doubt.
func (b bench) measureRisk(ctx context.Context, out io.Writer, title string, jobs []job) error {
	var all risk
	done, err := each(ctx, jobs, func(_ int, r readings, truth sim.Truth) (func(), error) {
		if truth.Clock {
			return func() {}, nil
		}
		var of risk
		err := cmp.Or(of.measure(r, truth, b.values), of.measureWays(r, truth, b.values))
		return func() { all.merge(&of) }, err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "risk against delay, without a clock, %s: if each move were published by one rule, at each cost of a wrong move, and as it is\n", title)
	early(out, done, jobs)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "rule\twrong per 100\tmedian ms\t95 % ms\tnever published %\t")
	for i, rule := range asked {
		fmt.Fprintf(w, "%s\t%.2f\t%s\t%s\t%.1f\t\n", rule.name, 100*float64(all.wrong[i])/float64(max(1, all.plies)), ms(all.delays[i], 50), ms(all.delays[i], 95),
			100*float64(all.plies-len(all.delays[i]))/float64(max(1, all.plies)))
	}
	row := func(name string, t *outcome) {
		fmt.Fprintf(w, "%s\t%.2f\t%s\t%s\t%.1f\t\n", name, all.per100(t.shown), ms(t.delays, 50), ms(t.delays, 95), all.per100(all.plies-len(t.delays)))
	}
	for i, cost := range costs {
		row(fmt.Sprintf("sureWorth %v", cost), &all.told[i])
	}
	for i, way := range ways {
		row("published "+way.name, &all.told[len(costs)+i])
	}
	if median, most, ok := all.at(riskBefore); ok {
		fmt.Fprintf(w, "at %v wrong\t%.2f\t%d\t%d\t\t\n", riskBefore, riskBefore, median, most)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i, way := range ways {
		t := &all.told[len(costs)+i]
		fmt.Fprintf(out, "published %s: of %d moves shown wrong, the hand went on with the piece of %d\n", way.name, t.shown, t.onward)
	}
	if err := cmp.Or(all.waits.print(out), printSlowest(out, all.slow)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out)
	return err
}

// per100 returns a number of moves of a hundred.
func (x *risk) per100(n int) float64 { return 100 * float64(n) / float64(max(1, x.plies)) }

// at returns the median and the 95th percentile of the delay, in milliseconds, at this many moves of
// a hundred shown wrong, between the two points of the curve beside it; false if it is beyond the
// ends of the curve.
func (x *risk) at(wrong float64) (median, most int64, ok bool) {
	for i := range len(costs) - 1 {
		a, b := &x.told[i], &x.told[i+1]
		high, low := x.per100(a.shown), x.per100(b.shown)
		if high < wrong || low > wrong || len(a.delays) == 0 || len(b.delays) == 0 {
			continue
		}
		part := 0.0
		if high > low {
			part = (high - wrong) / (high - low)
		}
		between := func(n int) int64 {
			from, to := percentile(a.delays, n)/1000, percentile(b.delays, n)/1000
			return from + int64(part*float64(to-from))
		}
		return between(50), between(95), true
	}
	return 0, 0, false
}

// wentOn reports whether a move shown wrong is one of the piece that was moved then, and the hand
// had not let go of it yet.
func wentOn(truth sim.Truth, s score.Slip) bool {
	if s.Game >= len(truth.Games) || s.Ply > len(truth.Games[s.Game].Plies) {
		return false
	}
	p := truth.Games[s.Game].Plies[s.Ply-1]
	return p.UCI[:2] == s.UCI[:2] && s.AtUS < p.DoneUS
}

// measureWays adds the results of each way of publishing.
func (x *risk) measureWays(r readings, truth sim.Truth, with *decoder.Parameters) error {
	worth, ok := decoder.ParameterByName("sureWorth")
	prompt, also := decoder.ParameterByName("promptWorth")
	if !ok || !also {
		return errors.New("the decoder has no parameter sureWorth or promptWorth")
	}
	if with == nil {
		with = decoder.DefaultParameters()
	}
	for i := range x.told {
		values, publish := *with, trace.Sure
		if i < len(costs) {
			values[worth], values[prompt] = costs[i], costs[i]*with[prompt]/with[worth]
		} else {
			publish = ways[i-len(costs)].publish
		}
		m, err := rebuild(r, publish, &values)
		if err != nil {
			return err
		}
		t := &x.told[i]
		slips := score.Slips(truth, m.rebuilt.Publications)
		t.shown += len(slips)
		for _, slip := range slips {
			if wentOn(truth, slip) {
				t.onward++
			}
		}
		t.delays = append(t.delays, score.Compare(truth, m.rebuilt).DelaysUS...)
	}
	return nil
}

// measure adds what each rule would publish, and what moves waited for.
func (x *risk) measure(r readings, truth sim.Truth, with *decoder.Parameters) error {
	board, err := eventlog.New(r.header, eventlog.Journal{ID: r.header.Board})
	if err != nil {
		return err
	}
	if with != nil {
		board.Game().Tune(with)
	}
	type place struct{ game, ply int }
	type state struct {
		told string
		done bool
	}
	states := map[place]*[len(asked)]state{}
	reasons, whys, told := map[place]reason{}, map[place]string{}, map[place]bool{}
	board.Game().KeepEvidence(func(game int, j decoder.Judgement) {
		if game > len(truth.Games) || j.Ply > len(truth.Games[game-1].Plies) {
			return
		}
		at := place{game, j.Ply}
		right := score.IsRight(truth, score.Publication{AtUS: j.At.Microseconds(), Game: game - 1, Kind: score.Made, Ply: j.Ply, UCI: j.UCI})
		delay := j.At.Microseconds() - truth.Games[game-1].Plies[j.Ply-1].DoneUS
		switch {
		case told[at]:
		case j.Published && right:
			told[at] = true
			x.waits.add(reasons[at], delay)
			x.slow = append(x.slow, waited{cmp.Or(whys[at], reasonNames[unseen]), delay})
		default:
			reasons[at], whys[at] = reasonOf(&j, right), whyOf(&j, right)
		}
		if j.Unfinished {
			return // no rule publishes it
		}
		s := states[at]
		if s == nil {
			s = new([len(asked)]state)
			states[at] = s
		}
		for i, rule := range asked {
			if s[i].done || s[i].told == j.UCI || !rule.tells(&j.Evidence) {
				continue
			}
			s[i].told = j.UCI
			if !right {
				x.wrong[i]++
				continue
			}
			s[i].done = true
			x.delays[i] = append(x.delays[i], delay)
		}
	})
	for _, record := range r.records {
		if _, err := board.Step(record); err != nil {
			continue // refused, as in live play
		}
	}
	for _, g := range truth.Games {
		x.plies += len(g.Plies)
	}
	return nil
}
