package article4

// putsRight reports whether an act only carries out a correction on the board.
func (ref *Referee) putsRight(a act) bool {
	return a.kind <= placed && ref.waiting.corrected.squares.Has(a.sq) && ref.waiting.corrected.ply == ref.current().ply
}

// checkPutRight ends that once the squares of the correction show the corrected game, whatever goes on elsewhere,
// or play has gone on.
func (ref *Referee) checkPutRight() {
	c := &ref.waiting.corrected
	if board := ref.shows(); c.ply != ref.current().ply || (board.differs(&ref.current().pos)|ref.debouncer.unsettled)&c.squares == 0 {
		*c = corrected{}
	}
}
