package alarms

import (
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

func (b *Board) ended(w reconcile.ResultKnown, at time.Duration) {
	if w.Result == "*" {
		b.ClearAll(at, GameFinished, AutoDraw, PrematureResult, IllegalPosition)
		b.result = "*"
		return
	}
	a := Alarm{ID: GameFinished, Cause: w.Result, Result: w.Result, Why: w.Reason}
	if t := b.find(GameFinished, w.Result); t == nil || !t.holds {
		b.ClearAll(at, GameFinished) // a different result was proposed before
	}
	if w.Reason == article4.IllegalPosition {
		b.Raise(Alarm{ID: IllegalPosition, Cause: ply(b.plies)}, at)
		return
	}
	if w.Proposed {
		b.Raise(a, at)
		// A calculated time runs until a command stops it, whatever the players' clock does.
		if w.Reason == reconcile.KingsInTheCentre && b.clock.known && b.clock.shows.External && b.clock.shows.Phase == chessclock.Running {
			b.raiseAfter(Alarm{ID: PrematureResult, Result: w.Result}, at, signAndClock)
		}
		return
	}
	b.result = w.Result
	b.ClearAll(at, Reconstructing)
	switch t, err := rules.ParseTermination(w.Reason); {
	case w.Shown:
		b.Raise(a, at)
	case err == nil && (t == rules.FivefoldRepetition || t == rules.SeventyFiveMoves || t == rules.DeadPosition):
		b.Raise(Alarm{ID: AutoDraw, Cause: ply(b.plies), Why: w.Reason}, at)
		b.Raise(a, at)
	case err == nil && t.Automatic(b.header.Laws):
		b.Raise(a, at)
	default: // a person has declared it
		b.settle(at)
	}
}

// signAndClock is how long an external clock may run on after the kings showed the result: players
// set the kings up first and then stop the clock.
const signAndClock = 10 * time.Second

// settle clears the alarms that a confirmed result settles.
func (b *Board) settle(at time.Duration) {
	b.ClearAll(at, GameFinished, AutoDraw, Flag, Claim, TouchViolation, IllegalMove, IllegalPosition, ClockNotPressed, TimeTrouble, ClockPaused, KingMoveDoubt, GuessedMove, MoveWithoutTime, DefaultNear, PrematureResult, Reconstructing, ClockDisagrees)
}
