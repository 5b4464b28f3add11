package article4

import (
	"slices"

	"touchmove/rules"
)

// corrected is a correction of a recorded move while the board still shows the other move: hands that put
// it right touch nothing in the sense of Article 4.
type corrected struct {
	ply     int // of the turn in which they do
	squares rules.Squares
}

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
	if board := ref.shows(); board.differs(&ref.current().pos)&squares != 0 {
		ref.waiting.corrected = corrected{ply: ref.current().ply, squares: squares}
	}
	ref.update()
}

// putsRight reports whether an act only carries out a correction on the board.
func (ref *Referee) putsRight(a act) bool {
	return a.kind <= placed && ref.waiting.corrected.squares.Has(a.sq) && ref.waiting.corrected.ply == ref.current().ply
}

// checkPutRight ends that once the board shows the corrected game, or play has gone on.
func (ref *Referee) checkPutRight() {
	if ref.waiting.corrected.squares == 0 || !ref.debouncer.isQuiet() {
		return
	}
	if board := ref.shows(); ref.waiting.corrected.ply != ref.current().ply || board.differs(&ref.current().pos) == 0 {
		ref.waiting.corrected = corrected{}
	}
}
