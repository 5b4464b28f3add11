package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"
	"text/tabwriter"

	"touchmove/eventlog"
	"touchmove/reconcile/decoder"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

// asked are rules by which moves could be published: at a certainty, or once the board
// was read correctly and another second of waiting would add less than this to the
// certainty.
var asked = func() (rules [17]rule) {
	for i, p := range [...]float64{0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.997, 0.999} {
		rules[i] = rule{fmt.Sprintf("certainty %v", p), func(e *decoder.Evidence) bool { return e.Probability() >= p }}
	}
	for i, g := range [...]float64{0.05, 0.03, 0.02, 0.015, 0.01, 0.007, 0.005, 0.003} {
		rules[9+i] = rule{fmt.Sprintf("gain %v", g), func(e *decoder.Evidence) bool { return e.ReadRightly() >= 0.95 && e.Hand().Gain() <= g }}
	}
	return rules
}()

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

	shown     [len(ways)]int     // moves shown wrong in each way of publishing
	published [len(ways)][]int64 // delays of the right ones
	waits     waits              // of moves published with publish = sure
}

// measureRisk compares the risk of publishing with the delay, over games without a clock,
// as a press ends all doubt.
func measureRisk(ctx context.Context, out io.Writer, title string, jobs []job) error {
	var all risk
	var mu sync.Mutex
	var failed error
	done := each(ctx, jobs, func(j job) {
		r, truth, err := j.make()
		if err == nil && truth.Clock {
			return
		}
		var of risk
		if err == nil {
			err = cmp.Or(of.measure(r, truth), of.measureWays(r, truth))
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = fmt.Errorf("%s: %w", j.level, err)
			return
		}
		all.plies += of.plies
		for i := range asked {
			all.wrong[i] += of.wrong[i]
			all.delays[i] = append(all.delays[i], of.delays[i]...)
		}
		all.waits.merge(&of.waits)
		for i := range ways {
			all.shown[i] += of.shown[i]
			all.published[i] = append(all.published[i], of.published[i]...)
		}
	})
	if failed != nil {
		return failed
	}
	fmt.Fprintf(out, "risk against delay, without a clock, %s: if each move were told by one rule\n", title)
	early(out, done, jobs)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "rule\ttold wrong per 100\tmedian ms\t95 % ms\tnever told %\t")
	for i, rule := range asked {
		fmt.Fprintf(w, "%s\t%.2f\t%s\t%s\t%.1f\t\n", rule.name, 100*float64(all.wrong[i])/float64(max(1, all.plies)), ms(all.delays[i], 50), ms(all.delays[i], 95),
			100*float64(all.plies-len(all.delays[i]))/float64(max(1, all.plies)))
	}
	for i, way := range ways {
		fmt.Fprintf(w, "told %s\t%.2f\t%s\t%s\t%.1f\t\n", way.name, 100*float64(all.shown[i])/float64(max(1, all.plies)), ms(all.published[i], 50), ms(all.published[i], 95),
			100*float64(all.plies-len(all.published[i]))/float64(max(1, all.plies)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := all.waits.print(out); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}

// measureWays adds the results of each way of publishing.
func (x *risk) measureWays(r readings, truth sim.Truth) error {
	for i, way := range ways {
		m, err := rebuild(r, way.publish)
		if err != nil {
			return err
		}
		x.shown[i] += len(score.Slips(truth, m.rebuilt.Publications))
		x.published[i] = append(x.published[i], score.Compare(truth, m.rebuilt).DelaysUS...)
	}
	return nil
}

func (x *risk) measure(r readings, truth sim.Truth) error {
	board, err := eventlog.New(r.header, eventlog.Journal{ID: r.header.Board})
	if err != nil {
		return err
	}
	type place struct{ game, ply int }
	type state struct {
		told string
		done bool
	}
	states := map[place]*[len(asked)]state{}
	reasons, told := map[place]reason{}, map[place]bool{}
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
		default:
			reasons[at] = reasonOf(&j, right)
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
