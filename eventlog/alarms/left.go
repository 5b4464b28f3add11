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
func (d *Desk) leave(at time.Duration) {
	l := left{at: at, number: d.number, game: d.game, triggers: slices.Clone(d.triggers)}
	l.game.timed = make(map[int]bool, len(d.timed))
	for ply, timed := range d.timed {
		l.game.timed[ply] = timed
	}
	d.left = append(d.left, l)
	if n := len(d.left) - longestWay; n > 0 {
		d.left = slices.Delete(d.left, 0, n)
	}
}

// resume goes back to the game that was left: what rang then and has not been answered
// rings again, without being new.
func (d *Desk) resume(number int, w reconcile.Resumed, at time.Duration) {
	d.Forget(at, ofTheBoard...)
	for len(d.left) > 0 {
		l := d.left[len(d.left)-1]
		d.left = d.left[:len(d.left)-1]
		if l.number > number {
			continue
		}
		d.game, d.number, d.fresh = l.game, number, !w.Begun
		for _, t := range l.triggers {
			if !slices.Contains(ofTheBoard, t.alarm.ID) {
				if t.holds && !t.rings {
					t.due += at - l.at // meanwhile it did not hold
				}
				d.triggers = append(d.triggers, t)
			}
		}
		d.changed = true
		return
	}
}
