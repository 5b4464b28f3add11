package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// Memory is how the Laws stood at a moment, for an arbiter's action to be undone.
type Memory struct {
	ply      int
	counts   [2]int
	illegal  *illegal
	settled  *verdict
	offer    offer
	odd      string
	result   result
	flags    flags
	pending  *pending
	offers   [2]int
	refused  [2]int
	adjusted []rules.Square
	asked    []rules.Move
	turns    []*turn

	flagTold, deviceTold bool
}

// Remember returns how the Laws stand.
func (w *Watch) Remember() *Memory {
	if !w.begun {
		return nil
	}
	m := &Memory{
		ply: w.ply(), counts: w.counts, settled: w.settled, offer: w.offer, odd: w.odd, result: w.result, flags: w.flags,
		offers: w.offers, refused: w.refused, flagTold: w.flagTold, deviceTold: w.deviceTold, adjusted: slices.Clone(w.adjusted), asked: slices.Clone(w.asked),
	}
	for _, t := range w.turns {
		c := *t
		c.acts = slices.Clone(t.acts)
		if t.made != nil {
			made := *t.made
			c.made = &made
		}
		m.turns = append(m.turns, &c)
	}
	if w.illegal != nil {
		ill := *w.illegal
		m.illegal = &ill
	}
	if w.pending != nil {
		p := *w.pending
		m.pending = &p
	}
	return m
}

// Recall puts the Laws back as they stood: duties, counts, claims and offers. The
// moves told must be those of then again. A result that is no more is taken back.
func (w *Watch) Recall(m *Memory, at time.Duration) {
	w.now = at
	if m == nil || m.ply != w.ply() {
		return
	}
	final := w.result.text != "" && !w.result.proposed
	w.counts, w.illegal, w.settled, w.offer, w.odd = m.counts, m.illegal, m.settled, m.offer, m.odd
	w.result, w.flags, w.pending, w.offers, w.refused = m.result, m.flags, m.pending, m.offers, m.refused
	w.adjusted, w.asked = m.adjusted, m.asked
	w.turns = m.turns
	w.judging, w.dirty = nil, true
	if (w.flagTold && !m.flagTold || w.deviceTold && !m.deviceTold) && w.result.text == "" {
		w.tell(ResultKnown{Result: rules.Ongoing.String(), Reason: "undone"})
	}
	w.flagTold, w.deviceTold = m.flagTold, m.deviceTold
	if final && w.result.proposed { // what was declared is a proposal again
		w.tell(ResultKnown{Result: rules.Ongoing.String(), Reason: "undone"})
		w.told.result = ""
	}
	if w.hold != nil {
		w.resume()
	}
	w.mendedAlready()
	w.update()
}

// GoBack has play go on from the position after this half-move: what came after
// it is cut, and the board is to be put back; meanwhile hands at it make no moves.
func (w *Watch) GoBack(ply int, at time.Duration) {
	w.now, w.dirty = at, true
	if !w.begun || ply < w.first || ply >= w.ply() {
		return
	}
	undone := w.line[ply-w.first].uci
	move := rules.NoMove
	if t := w.turnOf(ply + 1); t != nil && t.made != nil && t.made.move.UCI(w.header.Variant) == undone {
		move = t.made.move
	}
	w.order(Order{Do: TakeBack, Plies: w.ply() - ply})
	w.holdFor(&hold{why: holdMending, ply: ply + 1, undone: move})
}

// Freeze has hands at the board make no moves: the game is adjourned. Thaw ends it.
func (w *Watch) Freeze(at time.Duration) {
	w.now = at
	if w.begun && w.hold == nil {
		w.holdFor(&hold{why: holdFrozen, ply: w.current().ply})
	}
}

// Thaw lets play go on.
func (w *Watch) Thaw(at time.Duration) {
	w.now = at
	if w.hold != nil && w.hold.why == holdFrozen {
		w.resume()
	}
}
