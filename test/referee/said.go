package main

import (
	"fmt"
	"time"

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
	queried   bool // a person was asked after a press, whatever has come of it
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
	pressed := false
	for _, r := range looks(records(p, acts, sensing, rest, on.stuck)) {
		if _, ok := r.What.(trace.Scan); ok && pressed {
			r.What = trace.Scan{Board: game.Board()}
		}
		events, err := game.Step(r)
		if err != nil {
			if _, ok := r.What.(trace.Command); ok {
				continue // refused, as in live play
			}
			return said{}, fmt.Errorf("%s: %s: %w", p.FEN(), script(acts), err)
		}
		_, is := r.What.(trace.Scan)
		out.queried = out.queried || is && pressed && len(game.State().Needs) > 0
		if _, is := r.What.(trace.Press); is {
			pressed = true
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

// looks returns the records with a look at the board before hands go on after a press: what is asked then may be settled by
// the end.
func looks(records []trace.Record) []trace.Record {
	var out []trace.Record
	for i, r := range records {
		out = append(out, r)
		if _, is := r.What.(trace.Press); is && i+1 < len(records) && records[i+1].At > r.At+time.Second {
			out = append(out, trace.Record{At: records[i+1].At - time.Millisecond, What: trace.Scan{}})
		}
	}
	return out
}

// counted reports whether an illegal move was reported, and not withdrawn.
func (s *said) counted() bool {
	return s.state.Illegal != nil
}

// asks reports whether a person is asked something.
func (s *said) asks() bool { return len(s.state.Needs) > 0 }
