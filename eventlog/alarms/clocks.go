package alarms

import (
	"fmt"
	"slices"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

func (b *Board) clockChanged(w reconcile.ClockChanged, at time.Duration) {
	stood := b.clock.shows.Phase == chessclock.Paused
	b.clock.shows, b.clock.known, b.fast = w.Times, true, w.Mode != trace.StandardPlay
	switch w.Change {
	case chessclock.HasPaused.String():
		a := Alarm{ID: ClockPaused, Why: w.Why}
		switch w.Why {
		case trace.WhyRestart:
			b.RaiseNow(a, at)
		case "", "white", "black", article4.WhyReplaced: // after a ruling the player has moved again, and nothing else rings
			b.Raise(a, at)
		} // otherwise somebody has given a reason
	case chessclock.Adjusted.String():
		if w.Why == chessclock.WhyUndo && w.Phase == chessclock.Paused && !stood {
			b.Raise(Alarm{ID: ClockPaused, Why: w.Why}, at)
		}
	case chessclock.Resumed.String(), chessclock.Started.String():
		b.ClearAll(at, ClockPaused)
	case chessclock.Stopped.String():
		b.ClearAll(at, ClockPaused)
	case chessclock.Pressed.String():
		b.ClearAll(at, ClockNotPressed, KingMoveDoubt)
		b.clock.pending = 0
	case chessclock.Completed.String():
		b.isTimed(w.Ply, w.AtPress, at)
	case chessclock.FlagFell.String():
		a := b.of(Flag, w.By)
		b.clock.falls++
		a.Cause += " " + fmt.Sprint(b.clock.falls)
		a.Moves, a.Needed = w.Moves[w.By], w.Needed[w.By]
		b.Raise(a, at)
	case chessclock.FlagRaised.String():
		b.clearOf(Flag, w.By, at)
	case chessclock.Disagrees.String():
		a := b.of(ClockDisagrees, w.By)
		a.Span = max(w.Off, -w.Off)
		b.Raise(a, at)
	case chessclock.Agrees.String():
		b.clearOf(ClockDisagrees, w.By, at)
	}
	if b.clock.shows.Phase != chessclock.Running && b.result == "*" { // stopped after the kings showed the result
		b.ClearAll(at, PrematureResult)
	}
	b.shortOfTime(at)
}

// isTimed notes whether a completed move has a press of its own. One alarm rings for all that
// have none, about the first of them.
func (b *Board) isTimed(n int, timed bool, at time.Duration) {
	if t := b.find(MoveWithoutTime, ""); t == nil || !t.holds {
		b.clock.untimed = nil // a person has looked
	}
	moves := slices.DeleteFunc(slices.Clone(b.clock.untimed), func(m int) bool { return m == n })
	if !timed {
		moves = append(moves, n)
		slices.Sort(moves)
	}
	b.setUntimed(moves, at)
}

// setUntimed raises the alarm for moves without a press of their own, or clears it.
func (b *Board) setUntimed(moves []int, at time.Duration) {
	b.clock.untimed = moves
	if len(moves) == 0 {
		b.Clear(MoveWithoutTime, "", at)
		return
	}
	b.Raise(Alarm{ID: MoveWithoutTime, Ply: moves[0], Count: len(moves)}, at)
}

// clearOf clears the alarms with this id about a player.
func (b *Board) clearOf(id ID, by rules.Color, at time.Duration) {
	for i := range b.triggers {
		if a := b.triggers[i].alarm; a.ID == id && a.Player == by {
			b.Clear(id, a.Cause, at)
		}
	}
}

// shortOfTime watches for a player who has so little time left that they need not record the moves
// any more: five minutes, if they get less than thirty seconds per move (8.4). No event says when
// the running time has fallen so low. In 1953 nothing rings: the code speaks of extreme time
// trouble (13.2), and only the arbiter can say when that begins.
func (b *Board) shortOfTime(at time.Duration) {
	for _, by := range []rules.Color{rules.White, rules.Black} {
		a := b.of(TimeTrouble, by)
		spare := b.clock.shows.Short[by] - b.clock.shows.Relief
		runs := b.clock.shows.Phase == chessclock.Running && b.clock.shows.Runs == by
		switch {
		case b.clock.shows.Thirty || b.clock.shows.Relief == 0 || b.clock.shows.Phase == chessclock.Over:
			b.Clear(a.ID, a.Cause, at)
		case spare < 0:
			b.RaiseNow(a, at)
		case runs && !b.clock.shows.External:
			if t := b.find(a.ID, a.Cause); t != nil && t.rings {
				b.Clear(a.ID, a.Cause, at)
			}
			b.Clear(a.ID, a.Cause, at)
			b.raiseAfter(a, at, spare+b.clock.shows.Delay[by]+time.Microsecond)
		default:
			b.Clear(a.ID, a.Cause, at)
		}
	}
}
