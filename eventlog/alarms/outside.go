package alarms

import (
	"time"

	"touchmove/rules"
)

// Waiting reports that a player has not arrived, and when the player loses by default.
// The alarm rings five minutes before that.
func (b *Board) Waiting(by rules.Color, loses, at time.Duration) {
	a := b.of(DefaultNear, by)
	a.Span = loses
	if b.waiting[by] {
		return
	}
	b.waiting[by] = true
	b.raiseAfter(a, at, max(loses-5*time.Minute-at, 0))
}

// Arrived reports that a player has arrived, or is no longer waited for.
func (b *Board) Arrived(by rules.Color, at time.Duration) {
	b.waiting[by] = false
	b.Clear(DefaultNear, by.String(), at)
}

// SetUp reports the squares on which the board differs from the position to be set up;
// none clears the alarm. It does not ring while somebody is still setting up.
func (b *Board) SetUp(wrong rules.Squares, at time.Duration) {
	if wrong == b.wrong {
		return
	}
	b.wrong = wrong
	if t := b.find(WrongSetUp, ""); wrong == 0 || t != nil && t.holds && !t.rings {
		b.ClearAll(at, WrongSetUp)
	}
	if wrong != 0 {
		b.Raise(Alarm{ID: WrongSetUp, Squares: names(wrong)}, at)
	}
}

// Compare reports the squares on which the two boards of one game differ after an
// announcement (2009: E2.7), and the last half-move after which they agreed. No squares
// clear the alarm.
func (b *Board) Compare(differ rules.Squares, agreed int, at time.Duration) {
	if differ == 0 {
		b.ClearAll(at, BoardsDiffer)
		return
	}
	b.Raise(Alarm{ID: BoardsDiffer, Cause: ply(agreed), Squares: names(differ), Ply: agreed}, at)
}

// Feed reports whether publishing has fallen behind.
func (b *Board) Feed(behind bool, at time.Duration) { b.raiseIf(behind, FeedStopped, at) }

// Doubled reports whether another computer publishes as this board.
func (b *Board) Doubled(is bool, at time.Duration) { b.raiseIf(is, BoardDoubled, at) }

// Copy reports whether the second copy of the journals has fallen behind.
func (b *Board) Copy(behind bool, at time.Duration) { b.raiseIf(behind, CopyBehind, at) }

// raiseIf raises an alarm of the whole board, or clears it.
func (b *Board) raiseIf(cause bool, id ID, at time.Duration) {
	if cause {
		b.Raise(Alarm{ID: id}, at)
	} else {
		b.ClearAll(at, id)
	}
}
