package alarms

import (
	"time"

	"touchmove/rules"
)

// Waiting says that a player has not come, and when that loses; it rings five
// minutes before.
func (b *Board) Waiting(by rules.Color, loses, at time.Duration) {
	a := b.of(DefaultNear, by)
	a.Span = loses
	if b.waiting[by] {
		return
	}
	b.waiting[by] = true
	b.raiseAfter(a, at, max(loses-5*time.Minute-at, 0))
}

// Arrived says that a player has come, or that nobody waits any more.
func (b *Board) Arrived(by rules.Color, at time.Duration) {
	b.waiting[by] = false
	b.Clear(DefaultNear, by.String(), at)
}

// SetUp says on which squares the board is not set up as it has to be; none clears.
// While somebody still sets it up nothing rings.
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

// Compare says on which squares the two boards of one game differ after an
// announcement (2009: E2.7), and after which half-move both agreed last; none clears.
func (b *Board) Compare(differ rules.Squares, agreed int, at time.Duration) {
	if differ == 0 {
		b.ClearAll(at, BoardsDiffer)
		return
	}
	b.Raise(Alarm{ID: BoardsDiffer, Cause: ply(agreed), Squares: names(differ), Ply: agreed}, at)
}

// Feed says whether what is told outside is behind.
func (b *Board) Feed(behind bool, at time.Duration) {
	if behind {
		b.Raise(Alarm{ID: FeedStopped}, at)
		return
	}
	b.ClearAll(at, FeedStopped)
}
