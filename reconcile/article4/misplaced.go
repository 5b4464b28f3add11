package article4

import "touchmove/rules"

// displaced returns the squares of pieces that stand where no move of the turn leaves them: pieces
// of the mover, pieces set down beside them for a promotion, or, if the mover's own are all in
// place, the opponent's.
func (t *turn) displaced(r *reading) rules.Squares {
	prints := displacedPieces(t, r) | t.promotedBeside(r)
	if prints != 0 {
		return prints
	}
	for _, rel := range r.releases {
		if rel.until == 0 {
			prints |= rules.SquaresOf(rel.from, rel.sq)
		}
	}
	return prints
}

// standsIllegally reports whether the press was for an illegal move.
func (ref *Referee) standsIllegally(t *turn, r *reading, board *shown, j *judging) bool {
	return !ref.isPressedOutOfStep(j) && ref.isMisplaced(t, r, board, j)
}

// isMisplaced reports whether every piece of the mover is on the board, at least one of them
// stands where no legal move put it, was set down before the press and has been at rest since, and
// nothing else of the mover's has changed.
func (ref *Referee) isMisplaced(t *turn, r *reading, board *shown, j *judging) bool {
	for _, h := range r.hand {
		if h.piece.Color() == t.mover() {
			return false
		}
	}
	for _, rel := range r.releases {
		if rel.until == 0 && rel.piece.Color() == t.mover() && (!board.full.Has(rel.sq) || rel.at > j.pressed+ref.opt.Press) {
			return false
		}
	}
	if t.mayBeEarlyReply(r, board) || ref.isLegalAfterOther(board) {
		return false
	}
	if ref.isExplained(board) && !ref.waiting.heldForPress || ref.isKingCentred(t, r) && !ref.isAloneInCentre(t, r) || ref.decoder.IsRecordDoubtful() {
		return false
	}
	prints := t.displaced(r)
	moved := t.movedOfOpponent(r, prints&board.full)
	stray := board.differs(&t.pos) &^ (prints | moved | j.replyLands | t.pos.Of(t.mover().Other())) // what came down for the reply is none
	without := *board
	without.mask &^= moved
	return prints != 0 && stray == 0 && len(ref.consistent(t, r, without.fits(t))) == 0
}

// movedOfOpponent returns the square of a piece of the opponent that was put beside the square which an illegal
// move took from it: the move does not become another thing by that. If more of the opponent's pieces, or one from
// elsewhere, stand off their squares, somebody is setting up pieces, and none is left out.
func (t *turn) movedOfOpponent(r *reading, landed rules.Squares) rules.Squares {
	var moved rules.Squares
	for _, rel := range r.releases {
		if rel.until != 0 || rel.piece.Color() == t.mover() {
			continue
		}
		if moved != 0 || !landed.Has(rel.from) || !rel.from.Neighbours().Has(rel.sq) {
			return 0
		}
		moved = moved.With(rel.sq)
	}
	return moved
}

// isExplained reports whether legal moves that are not yet published explain the board, except for
// pieces that the player to reply has lifted and set down since. It does not accept an undetected
// capture while a piece stands on a square that these moves leave empty.
func (ref *Referee) isExplained(board *shown) bool {
	p, ahead := ref.decoder.PendingLine()
	if !ahead {
		return false
	}
	off := board.differs(&p)
	missing, more := off&p.Of(p.Turn()), off&^p.Occupied()
	return off&p.Of(p.Turn().Other()) == 0 && (more == 0 || areReplies(&p, missing, more))
}

// areReplies reports whether legal moves of the missing pieces lead to every square with a piece
// too many.
func areReplies(p *rules.Position, missing, more rules.Squares) bool {
	if more.Count() > missing.Count() {
		return false
	}
	var to rules.Squares
	for _, m := range p.LegalMoves(nil) {
		if missing.Has(m.From()) {
			to = to.With(m.To())
			if m.IsCastling() {
				king, rook := p.CastlingTargets(m)
				to |= rules.SquaresOf(king, rook)
			}
		}
	}
	return more&^to == 0
}
