package main

import (
	"fmt"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// said is what the referee said about a script.
type said struct {
	state     reconcile.State
	illegal   []reconcile.IllegalMove
	remarks   map[string]int
	displaced bool // the board shows no position of the game
}

// terms are what a case is played under, besides its edition and its board.
type terms struct {
	mode  trace.Mode
	loose bool // without adequate supervision
	stuck *stuck
}

// header returns the header of a script's trace.
func header(l rules.Laws, p rules.Position, sensing sensors.Sensing, on terms) trace.Header {
	h := trace.DefaultHeader()
	h.Board, h.Laws, h.Start, h.Sensing, h.Clock = "referee", l, p.FEN(), sensing, trace.ClockButtons
	h.Variant, h.Mode, h.Unsupervised = p.Variant(), on.mode, on.loose
	return h
}

// ask plays acts through the referee and returns what it says after a rest.
func ask(l rules.Laws, p rules.Position, acts []act, sensing sensors.Sensing, on terms) (said, error) {
	game, err := reconcile.NewGame(header(l, p, sensing, on))
	if err != nil {
		return said{}, fmt.Errorf("%s: %w", p.FEN(), err)
	}
	out := said{remarks: map[string]int{}}
	for _, r := range records(p, acts, sensing, rest, on.stuck) {
		events, err := game.Step(r)
		if err != nil {
			if _, ok := r.What.(trace.Command); ok {
				continue // refused, as in live play
			}
			return said{}, fmt.Errorf("%s: %s: %w", p.FEN(), script(acts), err)
		}
		for _, e := range events {
			switch w := e.What.(type) {
			case reconcile.IllegalMove:
				out.illegal = append(out.illegal, w)
			case reconcile.Displaced:
				out.displaced = true
			case reconcile.Restored:
				out.displaced = false
			case reconcile.Remark:
				out.remarks[w.Remark]++
			}
		}
	}
	out.state = game.State()
	return out, nil
}

// counted reports whether an illegal move was reported, and not withdrawn.
func (s *said) counted() bool {
	return s.state.Illegal != nil
}

// asks reports whether a person is asked something.
func (s *said) asks() bool { return len(s.state.Needs) > 0 }
