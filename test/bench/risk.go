package main

import (
	"fmt"
	"io"
	"sync"
	"text/tabwriter"

	"touchmove/eventlog"
	"touchmove/reconcile/decoder"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

// asked are the certainties at which moves might be told.
var asked = [...]float64{0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.997, 0.998, 0.999}

// risk is what telling at each certainty would come to.
type risk struct {
	plies  int
	wrong  [len(asked)]int     // moves told wrong
	delays [len(asked)][]int64 // of the right ones, from the hand letting go, in microseconds
}

// measureRisk sets the risk of telling against the delay, over games without a clock: a
// press ends all doubt.
func measureRisk(out io.Writer, title string, jobs []job) error {
	var all risk
	var mu sync.Mutex
	var failed error
	each(jobs, func(j job) {
		r, truth, err := j.make()
		if err == nil && truth.Clock {
			return
		}
		var of risk
		if err == nil {
			err = of.measure(r, truth)
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
	})
	if failed != nil {
		return failed
	}
	fmt.Fprintf(out, "risk against delay, without a clock, %s: if each move were told when it is so certain\n", title)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "certainty\ttold wrong per 100\tmedian ms\t95 % ms\tnever so certain %\t")
	for i, p := range asked {
		fmt.Fprintf(w, "%v\t%.2f\t%s\t%s\t%.1f\t\n", p, 100*float64(all.wrong[i])/float64(max(1, all.plies)), ms(all.delays[i], 50), ms(all.delays[i], 95),
			100*float64(all.plies-len(all.delays[i]))/float64(max(1, all.plies)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
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
	board.Game().KeepEvidence(func(game int, j decoder.Judgement) {
		if j.Unfinished || game > len(truth.Games) || j.Ply > len(truth.Games[game-1].Plies) {
			return
		}
		at := place{game, j.Ply}
		s := states[at]
		if s == nil {
			s = new([len(asked)]state)
			states[at] = s
		}
		sure := j.Evidence.Probability()
		for i, p := range asked {
			if s[i].done || sure < p || s[i].told == j.UCI {
				continue
			}
			s[i].told = j.UCI
			if !score.IsRight(truth, score.Publication{AtUS: j.At.Microseconds(), Game: game - 1, Kind: score.Made, Ply: j.Ply, UCI: j.UCI}) {
				x.wrong[i]++
				continue
			}
			s[i].done = true
			x.delays[i] = append(x.delays[i], j.At.Microseconds()-truth.Games[game-1].Plies[j.Ply-1].DoneUS)
		}
	})
	for _, record := range r.records {
		if _, err := board.Step(record); err != nil {
			continue // refused, as live
		}
	}
	for _, g := range truth.Games {
		x.plies += len(g.Plies)
	}
	return nil
}
