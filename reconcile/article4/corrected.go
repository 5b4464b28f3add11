package article4

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
