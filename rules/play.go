package rules

// After is the position after a legal move. It does not check: after an illegal move the result is
// meaningless. Use Play for moves that come from outside.
func (p Position) After(m Move) Position {
	var q Position
	p.into(&q, m)
	return q
}

// Play checks the move and returns the position after it; an illegal move is a *MoveError that is
// ErrIllegalMove.
func (p Position) Play(m Move) (Position, error) {
	if !p.IsLegal(m) {
		return p, p.moveError(ErrIllegalMove, m.UCI(p.variant), "")
	}
	return p.After(m), nil
}

// CastlingTargets returns the squares on which king and rook end when m, a castling move, is
// played, and NoSquare twice for any other move.
func (p Position) CastlingTargets(m Move) (kingTo, rookTo Square) {
	if !m.IsCastling() {
		return NoSquare, NoSquare
	}
	return castlingTargets(m)
}

// Captured is the square of the piece a legal move captures, NoSquare if it captures none. It differs from
// To only in a capture en passant.
func (p Position) Captured(m Move) Square {
	switch {
	case m.IsCastling():
		return NoSquare
	case m.IsEnPassant():
		return m.To() ^ 8
	case p.Occupied().Has(m.To()):
		return m.To()
	}
	return NoSquare
}

// into writes the position after a legal move to q.
func (p *Position) into(q *Position, m Move) {
	from, to := Square(m&63), Square(m>>6&63)
	f, t := bit(from), bit(to)

	// The moving piece, as the three binary digits of its kind, already on its target.
	b0, b1, b2 := p.bit0>>from&1<<to, p.bit1>>from&1<<to, p.bit2>>from&1<<to
	both := f | t
	captures := (p.bit0|p.bit1|p.bit2)&t != 0
	*q = Position{
		bit0: p.bit0&^both | b0, bit1: p.bit1&^both | b1, bit2: p.bit2&^both | b2,
		white:    p.white&^both | p.white>>from&1<<to,
		castling: p.castling &^ both,
		halfmove: p.halfmove + 1,
		fullmove: p.fullmove + uint16(p.turn),
		ep:       NoSquare,
		turn:     p.turn ^ 1,
		variant:  p.variant,
	}
	if captures {
		q.halfmove = 0
	}
	switch {
	case b1&b2 != 0: // a king
		q.castling &^= p.turn.homeRank()
		if m&flagMask == flagCastling {
			p.castle(q, m)
		}
	case b0&^(b1|b2) != 0: // a pawn
		q.halfmove = 0
		switch {
		case from^to == 16:
			q.setEnPassant((from + to) / 2)
		case m >= flagPromotion:
			k := Squares(m >> 12)
			q.bit0 = q.bit0&^t | k&1<<to
			q.bit1 |= k >> 1 & 1 << to
			q.bit2 |= k >> 2 & 1 << to
		case m&flagMask == flagEnPassant:
			victim := bit(to ^ 8)
			q.bit0 &^= victim
			q.white &^= victim
		}
	}
}

// castle completes q, in which the king stands on the rook's square and the rook is gone.
func (p *Position) castle(q *Position, m Move) {
	q.halfmove = p.halfmove + 1
	kingTo, rookTo := castlingTargets(m)
	q.put(m.To(), NoPiece)
	q.put(kingTo, PieceOf(p.turn, King))
	q.put(rookTo, PieceOf(p.turn, Rook))
}

// setEnPassant records that the opponent's pawn has just passed over target, if it can be captured
// there.
func (p *Position) setEnPassant(target Square) {
	candidates := table.pawn[p.turn^1][target&63] & p.pawns() & p.of(p.turn)
	for ; candidates != 0; candidates &= candidates - 1 {
		if p.enPassantLegal(candidates.First(), target) {
			p.ep = target
			return
		}
	}
}

// counterLimit keeps the move counters within their 16 bits; no game comes near it.
const counterLimit = 60000

// Pass is the position after a null move: it is the other player's turn, and a double step is
// forgotten. A player in check may not pass.
func (p Position) Pass() Position {
	p.fullmove += uint16(p.turn)
	p.turn, p.ep, p.halfmove = p.turn.Other(), NoSquare, p.halfmove+1
	return p
}
