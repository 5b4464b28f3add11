package rules

// Displace moves the piece on from to to as if the Laws allowed it, for a record of an illegal move
// that stands (2009: 7.4, A4c): a piece on to is captured, castling rights are lost as by a legal
// move, and it is the other player's turn. It returns the move as it may be written down and the
// position after it. It returns false when from holds no piece of the player to move, or when to
// holds one of theirs or a king.
//
// The position may be illegal: the king of the player who moved may be in check. The opponent still
// may not capture it.
func (p Position) Displace(from, to Square) (Move, Position, bool) {
	mine := p.of(p.turn)
	if from == to || !mine.Has(from) || to >= NoSquare || mine.Has(to) || p.kings().Has(to) {
		return NoMove, p, false
	}
	m := makeMove(from, to, 0)
	var q Position
	p.into(&q, m)
	return m, q, true
}
