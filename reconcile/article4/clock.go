package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// judging is a press that has still to be judged: the player having the move
// pressed, and no move of theirs has been told.
type judging struct {
	at      time.Duration // when to judge
	pressed time.Duration
	by      rules.Color
	ply     int
	late    rules.Squares // enemy men lifted after the press: the reply has begun
	moved   bool          // something of the player's own landed after the press
	twice   bool          // an illegal move was seen once
	settled bool          // a legal move was seen once, and is not told yet
}

// keepPresses is how many presses of each player are remembered.
const keepPresses = 8

// press takes a press of the clock.
func (w *Watch) press(by rules.Color) {
	w.clock, w.dirty = true, true
	if len(w.presses[by]) >= keepPresses {
		w.presses[by] = slices.Delete(w.presses[by], 0, 1)
	}
	w.presses[by] = append(w.presses[by], w.now)
	if w.result.text != "" {
		return
	}
	wrong := by != w.running && !w.unsure
	w.running, w.unsure = by.Other(), false
	t := w.current()
	if wrong {
		w.remark(wrongSide, by)
	}
	if by != t.mover() {
		w.goesOn()
	} else if w.hold != nil && w.hold.why == holdIllegal && w.illegal != nil && t.handled(w.illegal.pressed) {
		w.resume() // something else was done for this press
	}
	if wrong || by != t.mover() {
		return
	}
	w.judging = &judging{at: w.now + w.opt.Press + w.opt.Place - 10*time.Millisecond, pressed: w.now, by: by, ply: t.ply}
}

// keepJudging drops a judgement that a move told has made needless.
func (w *Watch) keepJudging(m Move) *judging {
	if j := w.judging; j != nil && j.ply > m.Ply {
		return j
	}
	return nil
}

// completed says whether the move of a turn is completed, and how: pressed for,
// or overtaken by its player's next move where the edition has that, or, by the
// code of 1953, released, but for the last move before a control.
func (w *Watch) completed(t *turn) (Completion, bool) {
	pressed := func() (Completion, bool) {
		_, ok := w.pressed(t.mover(), t.made.released)
		return ByPress, ok
	}
	switch {
	case w.result.text != "" && w.result.ply == t.ply:
		if how, ok := pressed(); ok {
			return how, ok
		}
		return ByEnd, true
	case w.laws.completeAtRelease && !w.lastOfControl(t):
		return AtRelease, true
	}
	if how, ok := pressed(); ok {
		return how, ok
	}
	switch {
	case !w.clock && t.ply < w.ply():
		return Inferred, true // the reply shows it
	case w.laws.overtaken && t.ply+2 <= w.ply() && !t.made.illegal:
		return Overtaken, true
	}
	return 0, false
}

// lastOfControl says whether the move was the player's last before the time
// control (1953:14.4).
func (w *Watch) lastOfControl(t *turn) bool {
	left := w.left[t.mover()]
	if left == 0 {
		return false
	}
	n := (t.ply - w.first + 1) / 2 // moves of this player in the trace
	if w.start.Turn() != t.mover() {
		n = (t.ply - w.first) / 2
	}
	return n == left
}

// tellCompleted tells which of the last moves have been completed.
func (w *Watch) tellCompleted() {
	for _, t := range w.turns[max(0, len(w.turns)-4):] {
		if t.made == nil || t.made.complete {
			continue
		}
		if how, ok := w.completed(t); ok {
			t.made.complete = true
			at, _ := w.pressed(t.mover(), t.made.released)
			w.tell(Completed{Ply: t.ply, By: t.mover(), How: how, Pressed: at})
		}
	}
}

// pressedBetween says whether a player pressed between two moments.
func (w *Watch) pressedBetween(by rules.Color, from, to time.Duration) bool {
	return slices.ContainsFunc(w.presses[by], func(at time.Duration) bool { return at > from && at < to })
}
