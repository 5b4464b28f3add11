package alarms

import (
	"maps"
	"slices"
	"time"

	"touchmove/reconcile"
)

// suspended is a game that was followed by another one, with its alarms.
type suspended struct {
	at       time.Duration
	number   int
	game     game
	triggers []trigger
}

// mostSuspended is how many games can be reopened, one after the other.
const mostSuspended = 8

// suspend saves the game on the board before another one begins.
func (b *Board) suspend(at time.Duration) {
	l := suspended{at: at, number: b.number, game: b.game, triggers: slices.Clone(b.triggers)}
	l.game.sans = maps.Clone(b.sans)
	b.suspended = append(b.suspended, l)
	if n := len(b.suspended) - mostSuspended; n > 0 {
		b.suspended = slices.Delete(b.suspended, 0, n)
	}
}

// reopen returns to a suspended game: alarms that rang and were not settled ring again,
// without counting as new.
func (b *Board) reopen(number int, w reconcile.Resumed, at time.Duration) {
	b.Forget(at, ofTheBoard...)
	if w.Same {
		b.fresh, b.changed = true, true
		return
	}
	for len(b.suspended) > 0 {
		l := b.suspended[len(b.suspended)-1]
		b.suspended = b.suspended[:len(b.suspended)-1]
		if l.number > number {
			continue
		}
		b.game, b.number, b.fresh = l.game, number, !w.Begun
		for _, t := range l.triggers {
			if !slices.Contains(ofTheBoard, t.alarm.ID) {
				if t.holds && !t.rings {
					t.due += at - l.at // the time in between does not count
				}
				b.triggers = append(b.triggers, t)
			}
		}
		b.changed = true
		return
	}
}
