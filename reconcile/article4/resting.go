package article4

// checkRest checks a piece at rest: first whether it stands where it may, and later whether it is a
// piece too many.
func (ref *Referee) checkRest(r rest) {
	if r.stray {
		ref.checkStray(r)
		return
	}
	ref.waiting.rests = append(ref.waiting.rests, rest{due: r.at + strayRest, ply: r.ply, sq: r.sq, at: r.at, stray: true})
	ref.correctHeld(r)
	ref.checkResting(r)
}

// checkResting checks whether the board shows a legal move, or a part of one, when a piece has
// rested where it was set down.
func (ref *Referee) checkResting(at rest) {
	if ref.isFrozen() {
		ref.noteFrozen()
		return
	}
	t := ref.current()
	if t.ply != at.ply || ref.result.text != "" || ref.isMending() || ref.letStand() {
		return
	}
	if ref.hold != nil && ref.hold.why == holdIllegal {
		return
	}
	r := ref.read(t, 0)
	if r.restored || r.holdsOwn(t) || !r.restsAstray(t, at) {
		return
	}
	board := ref.shows()
	if off := board.differs(&t.pos); off == 0 || off.Count() > sweep || ref.isKingCentred(t, r) {
		return // nobody is playing, or nothing has changed
	}
	if !ref.hasShownStart(t) || ref.isRecordBehind(t, t.mover(), at.at) || len(board.fits(t)) > 0 || ref.isLegalAfterOther(&board) || t.mayBeEarlyReply(r, &board) {
		return
	}
	if _, pending := ref.decoder.PendingMove(); pending || ref.mayAllBeLegal() {
		return
	}
	ref.remark(RemarkIllegalOnBoard, t.mover())
}

// restsAstray reports whether the piece still rests there and is not part of a legal move begun in
// the ordinary way.
func (r *reading) restsAstray(t *turn, at rest) bool {
	found, elsewhere, own := false, 0, 0
	for i := range r.releases {
		if r.releases[i].piece.Color() == t.mover() {
			own++
		}
	}
	for i := range r.releases {
		rel := &r.releases[i]
		if rel.until != 0 || rel.piece.Color() != t.mover() {
			continue
		}
		elsewhere++
		if rel.sq == at.sq && rel.at == at.at {
			found = true
		}
		if p, _ := t.partOf(rel.from, rel.sq); p != noPart && elsewhere == 1 && own == 1 {
			return false
		}
	}
	return found
}
