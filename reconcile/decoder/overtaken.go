package decoder

import "touchmove/rules"

// mayOvertake reports whether a reply may be on its way to the origin of the move it replies to,
// before or just when that move lands: a piece of the side not to move is off its square.
func (d *Decoder) mayOvertake(s *hypothesis) bool {
	for set := s.mismatch &^ s.distrust; set != 0; set &= set - 1 {
		if s.class(set.First()) == missingOther {
			return true
		}
	}
	return false
}

// returnedPieces returns the squares of pieces of the side to move that were empty for more than a
// bounce since the last move landed, and read full again; where the sensors tell the colours apart,
// of the other colour.
func (d *Decoder) returnedPieces(s *hypothesis) (again rules.Squares) {
	set := s.pos().Of(s.pos().Turn()) & d.board.full
	if d.board.polarity {
		set &= s.mismatch
	} else {
		set &^= s.mismatch
	}
	for ; set != 0; set &= set - 1 {
		sq := set.First()
		if left, ok := d.lastGap(sq, s.tail.landed); ok && left.until-left.from >= d.times[bounce] {
			again = again.With(sq)
		}
	}
	return again
}

// overtakenMove tries a move whose origin reads full again because the reply has already landed
// there. Only that reply makes the hypothesis a good one.
func (d *Decoder) overtakenMove(s *hypothesis, m rules.Move) {
	from, to := m.From(), m.To()
	left, ok := d.lastGap(from, s.tail.landed)
	if !ok || s.distrust.Has(to) || m.Promotion() != rules.NoKind || m.IsEnPassant() {
		return
	}
	cost := d.param[costMove]
	landed := s.since[to]
	var tr traits
	switch {
	case s.full.Has(to):
		taken, ok := d.lastGap(to, s.tail.landed)
		if !ok || !d.board.full.Has(to) {
			return
		}
		landed, tr = taken.until, capture
		cost += d.param[costCaptureSeen] - d.refund(s, to, taken)
	case !s.mismatch.Has(to):
		return
	}
	if left.until > landed || landed-left.until > d.times[overlapShort] {
		return
	}
	cost += d.inHand(landed-left.from) + d.order(s, left.from, landed, agrees) - d.refund(s, from, left)
	if c := d.child(s, m, left.from, landed, cost, tr); c != nil {
		c.since[from], c.accrued[from] = left.until, 0
		d.born = append(d.born, c)
	}
}
