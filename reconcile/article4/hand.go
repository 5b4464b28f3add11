package article4

import "touchmove/rules"

// place finds which piece in a hand was set down.
func (r *reading) place(t *turn, a act) {
	i := r.choose(t, a)
	if i < 0 {
		if r.model[a.sq] == rules.NoPiece {
			r.extra = r.extra.With(a.sq)
			r.stood = append(r.stood, stood{sq: a.sq, at: a.at})
		}
		return
	}
	h := r.hand[i]
	r.hand = append(r.hand[:i], r.hand[i+1:]...)
	r.model[a.sq] = h.piece
	if h.from == a.sq {
		r.returned, r.returnedAnn = h.piece, h.announced
		if h.announced && h.back == 0 {
			r.adjusted = append(r.adjusted, a.sq)
		}
		return
	}
	r.stood = append(r.stood, stood{sq: a.sq, at: a.at})
	home := t.pos.At(a.sq)
	r.releases = append(r.releases, release{
		piece: h.piece, from: h.from, sq: a.sq, at: a.at, knocked: h.accident, lifted: h.lifted,
		takes:   home != rules.NoPiece && home.Color() != h.piece.Color(),
		castles: h.piece.Kind() == rules.Rook && r.isAway(t.pos.King(h.piece.Color())),
	})
}

// choose returns the index in the hand of the piece that was set down, or -1 when the piece came
// from beside the board.
func (r *reading) choose(t *turn, a act) int {
	mover, sq := t.mover(), a.sq
	best, score := -1, 0
	for i, h := range r.hand {
		if a.color != unowned && a.color != ownerOf(h.piece.Color()) {
			continue
		}
		n := 1
		own := h.piece.Color() == mover
		switch {
		case a.takes && own:
			n = 10
		case r.isCastlePart(t, h, sq), h.accident && h.from == sq:
			n = 9 // a piece that was knocked over is put back
		case own && h.from != sq && r.isHeld(sq, mover.Other()) && r.canReach(t, h, sq):
			n = 8 // the piece that stood there is in a hand too: it was captured
		case h.from == sq:
			n = 7
		case own && t.canGo(h.from, sq):
			n = 6
		case own && (r.canReach(t, h, sq) || h.piece.Kind() == rules.Pawn && t.pos.Attackers(sq, mover).Has(h.from)):
			n = 5
		case !own && h.from != sq && t.pos.At(sq) == rules.NoPiece && r.canReach(t, h, sq):
			n = 4 // the opponent's reply, while the mover's own piece is still in the hand or not detected
		case own:
			n = 3
		}
		if n >= score {
			best, score = i, n
		}
	}
	return best
}

// isHeld reports whether a piece of color c from square sq is in a hand.
func (r *reading) isHeld(sq rules.Square, c rules.Color) bool {
	for _, h := range r.hand {
		if h.from == sq && h.piece.Color() == c {
			return true
		}
	}
	return false
}

// isCastlePart reports whether king and rook are both off their squares and sq is the target of
// this one in a legal castling.
func (r *reading) isCastlePart(t *turn, h held, sq rules.Square) bool {
	if k := h.piece.Kind(); k != rules.King && k != rules.Rook || h.piece.Color() != t.mover() {
		return false
	}
	for _, m := range t.legalMoves() {
		if !m.IsCastling() {
			continue
		}
		kingTo, rookTo := t.pos.CastlingTargets(m)
		if !r.isAway(m.From()) || !r.isAway(m.To()) {
			continue
		}
		if h.from == m.From() && sq == kingTo || h.from == m.To() && sq == rookTo {
			return true
		}
	}
	return false
}

// isAway reports whether the piece from this square is in a hand or was set down elsewhere.
func (r *reading) isAway(from rules.Square) bool {
	for _, h := range r.hand {
		if h.from == from {
			return true
		}
	}
	for _, rel := range r.releases {
		if rel.from == from && rel.until == 0 {
			return true
		}
	}
	return false
}

// canReach reports whether the piece could go to sq by its own way of moving, even if that leaves
// its king in check.
func (r *reading) canReach(t *turn, h held, sq rules.Square) bool {
	if h.piece.Kind() == rules.Pawn && t.pos.At(sq) == rules.NoPiece {
		return h.from.File() == sq.File() || sq == t.pos.EnPassant()
	}
	return t.pos.Attackers(sq, h.piece.Color()).Has(h.from)
}

// canGo reports whether a legal move goes from one square to the other.
func (t *turn) canGo(from, to rules.Square) bool {
	for _, m := range t.legalMoves() {
		if m.From() == from && m.To() == to && !m.IsCastling() {
			return true
		}
	}
	return false
}

// holdsOwn reports whether a piece of the player having the move is in a hand.
func (r *reading) holdsOwn(t *turn) bool {
	for _, h := range r.hand {
		if h.piece.Color() == t.mover() {
			return true
		}
	}
	return false
}

// ownHeld returns how many pieces of color c are off the board, and how many of these were knocked over.
func (r *reading) ownHeld(c rules.Color) (held, knocked int) {
	for _, h := range r.hand {
		if h.piece.Color() != c {
			continue
		}
		held++
		if h.accident {
			knocked++
		}
	}
	return held, knocked
}

// ownInHand returns the only piece of the mover that is in the hand, and false when there is none
// or more than one.
func (t *turn) ownInHand(r *reading) (own held, alone bool) {
	n := 0
	for _, h := range r.hand {
		if h.piece.Color() == t.mover() {
			own, n = h, n+1
		}
	}
	return own, n == 1
}
