package alarms

import (
	"fmt"
	"slices"
	"time"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// displaced ignores up to two squares while pieces are being taken off or set up, which a piece in a hand
// explains. After the end of the game the pieces are put away, and need not be put back.
func (b *Board) displaced(w reconcile.Displaced, at time.Duration) {
	squares, t := w.Squares, b.find(Reconstructing, "")
	switch {
	case b.result != "*":
		b.ClearAll(at, Reconstructing)
	case w.Why == "", squares.Count() >= 3, t != nil && t.rings:
		b.Raise(Alarm{ID: Reconstructing, Squares: names(squares)}, at)
	default:
		b.ClearAll(at, Reconstructing)
	}
}

func (b *Board) made(m reconcile.Made, at time.Duration) {
	b.plies, b.turn, b.signed = m.Ply, m.By.Other(), [2]string{}
	b.settleClaims(at)
	if t := b.find(IllegalMove, claimableBy(m.By.Other())); t != nil {
		b.Clear(IllegalMove, t.alarm.Cause, at) // no player claimed it in time
	}
	b.sans[m.Ply] = m.SAN
	b.judge(m.Ply, m.SAN, m.Confidence, at)
	if b.result != "*" {
		b.Raise(Alarm{ID: PrematureResult, Result: b.result}, at)
	}
	b.doubt(m, at)
	if !b.clock.known || b.clock.shows.Phase != chessclock.Running {
		return
	}
	if before := b.clock.pending; before > 0 && before == m.Ply-1 {
		// The reply has been made, and the clock has not been pressed for the move before it.
		b.raiseAfter(Alarm{ID: ClockNotPressed, Cause: ply(before), Ply: before}, at, 10*time.Second)
	}
	if b.clock.shows.Runs == m.By {
		b.clock.pending = m.Ply
		b.Raise(Alarm{ID: ClockNotPressed, Cause: ply(m.Ply), Ply: m.Ply}, at)
	}
}

// doubt delays the alarm for a king's move to the centre that may announce a result: the
// clock was not pressed for it in time, or the clocks are stopped.
func (b *Board) doubt(m reconcile.Made, at time.Duration) {
	centre := rules.SquaresOf(rules.D4, rules.E4, rules.D5, rules.E5)
	b.ClearAll(at, KingMoveDoubt)
	if len(m.SAN) == 0 || m.SAN[0] != 'K' || !centre.Has(m.Move.To()) && !centre.Has(m.Move.From()) || !b.clock.known {
		return
	}
	a := Alarm{ID: KingMoveDoubt, Ply: m.Ply, SAN: m.SAN}
	if b.clock.shows.Phase == chessclock.Running {
		b.Raise(a, at)
	} else {
		b.RaiseNow(a, at)
	}
}

// cut forgets everything about half-moves that were taken back.
func (b *Board) cut(from int, at time.Duration) {
	for n := from; n <= b.plies; n++ {
		delete(b.sans, n)
		b.Clear(ClockNotPressed, ply(n), at)
	}
	if len(b.clock.untimed) > 0 {
		b.setUntimed(slices.DeleteFunc(slices.Clone(b.clock.untimed), func(n int) bool { return n >= from }), at)
	}
	b.forgetGuesses(from, at)
	b.ClearAll(at, KingMoveDoubt)
	if b.clock.pending >= from {
		b.clock.pending = 0
	}
	if (b.plies-from)%2 == 0 {
		b.turn = b.turn.Other()
	}
	b.plies = from - 1
}

// claimableBy returns the cause of an illegal move that the opponent must claim.
func claimableBy(by rules.Color) string { return by.String() + " claimable" }

func (b *Board) illegal(w reconcile.IllegalMove, at time.Duration) {
	b.ClearAll(at, IllegalMove) // there is only one at a time
	if w.Reason.Withdrawn() {
		return
	}
	a := b.of(IllegalMove, w.By)
	a.Why, a.Count, a.Cause = string(w.Reason), w.Number, fmt.Sprint(w.By, " ", w.Number)
	if w.Number == 0 { // it counts only if it is claimed
		a.Count, a.Cause = b.illegals[w.By]+1, claimableBy(w.By)
	} else {
		b.illegals[w.By] = w.Number
	}
	b.found = a
	b.Raise(a, at)
}
