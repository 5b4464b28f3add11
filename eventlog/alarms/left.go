package alarms

import (
	"slices"
	"time"

	"touchmove/reconcile"
)

// left is a game that another one followed, with what rang or waited to.
type left struct {
	at       time.Duration
	number   int
	game     game
	triggers []trigger
}

// longestWay is how many games can be gone back.
const longestWay = 8

// leave remembers the game on the board, before another one begins.
func (b *Board) leave(at time.Duration) {
	l := left{at: at, number: b.number, game: b.game, triggers: slices.Clone(b.triggers)}
	l.game.timed = make(map[int]bool, len(b.timed))
	for ply, timed := range b.timed {
		l.game.timed[ply] = timed
	}
	b.left = append(b.left, l)
	if n := len(b.left) - longestWay; n > 0 {
		b.left = slices.Delete(b.left, 0, n)
	}
}

// resume goes back to the game that was left: what rang then and has not been answered
// rings again, without being new.
func (b *Board) resume(number int, w reconcile.Resumed, at time.Duration) {
	b.Forget(at, ofTheBoard...)
	for len(b.left) > 0 {
		l := b.left[len(b.left)-1]
		b.left = b.left[:len(b.left)-1]
		if l.number > number {
			continue
		}
		b.game, b.number, b.fresh = l.game, number, !w.Begun
		for _, t := range l.triggers {
			if !slices.Contains(ofTheBoard, t.alarm.ID) {
				if t.holds && !t.rings {
					t.due += at - l.at // meanwhile it did not hold
				}
				b.triggers = append(b.triggers, t)
			}
		}
		b.changed = true
		return
	}
}
