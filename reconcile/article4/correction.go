package article4

import (
	"slices"

	"touchmove/rules"
)

// Corrected handles the correction of the move was of this half-move, which the board may still show. The
// acts that carried it out are none of the next player's.
func (ref *Referee) Corrected(ply int, was rules.Move) {
	t := ref.turnOf(ply)
	if !ref.begun || t == nil || t.made == nil || ref.hold != nil || ref.header.Tactile {
		return
	}
	squares := footprint(&t.pos, was) | footprint(&t.pos, t.made.Move)
	if next := ref.turnOf(ply + 1); next != nil {
		next.acts = slices.DeleteFunc(next.acts, func(a act) bool {
			return a.kind <= placed && a.at <= t.made.Released && squares.Has(a.sq)
		})
		ref.dirty = true
	}
	c := &ref.waiting.corrected
	if open := ref.current().ply; c.ply == open {
		c.squares |= squares // the board may still show the move that was corrected before
	} else {
		*c = corrected{ply: open, squares: squares}
	}
	ref.checkPutRight()
	ref.update()
}
