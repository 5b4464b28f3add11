package decoder

import (
	"touchmove/rules"
)

// castle tries castling: all of it done, or the king landed and the rook to
// follow, or the rook landed and the king in the air. With fault it tries all of
// it done but for one square, whose trusted sensor denies it: the others say so
// much that this needs none of the patience that other faults do.
func (d *Decoder) castle(s *story, m rules.Move, fault bool) {
	pos := s.pos()
	white := pos.Turn() == rules.White
	king, rook := m.From(), m.To()
	kingTo, rookTo := pos.CastlingTargets(m)
	origins := rules.SquaresOf(king, rook)
	targets := rules.SquaresOf(kingTo, rookTo)
	leave := origins &^ targets
	arrive := targets &^ origins
	stay := origins & targets

	var tr traits = castling
	cost := costMove
	good, bad := rules.Squares(0), rules.Squares(0)
	check := func(sq rules.Square, full bool) {
		switch d.sight(s, sq, full, white) {
		case agrees:
			good = good.With(sq)
		case denies:
			bad = bad.With(sq)
		case unseen:
			cost += costUnknownEnd
			tr |= blind
		case dubious:
			cost += costOldFault
			tr |= blind
		}
	}
	for sq := range leave.All() {
		check(sq, false)
	}
	for sq := range (arrive | stay).All() {
		check(sq, true)
	}
	if good&s.dis == 0 && leave|arrive != 0 {
		return
	}
	var distrust rules.Squares
	if fault {
		rest := (leave | arrive) &^ bad
		if bad.Count() != 1 || bad&stay != 0 || rest.Count() < 2 || rest&^(good&s.dis) != 0 {
			return
		}
		distrust, bad = bad, 0
		cost += d.faultCost(distrust.First())
		tr |= blind
	}
	landed := s.tail.landed
	lifted := d.now
	note := func(sq rules.Square) {
		if s.dis.Has(sq) && !s.distrust.Has(sq) {
			landed = max(landed, s.since[sq])
			lifted = min(lifted, s.since[sq])
		}
	}
	for sq := range (leave | arrive).All() {
		note(sq)
	}
	for sq := range stay.All() {
		if g, ok := d.emptied(sq, s.tail.landed); ok {
			landed = max(landed, g.until)
			lifted = min(lifted, g.from)
			if !s.dis.Has(sq) && s.since[sq] == g.from {
				cost -= min(s.acc[sq], refundMost)
			}
		} else if bad == 0 && d.now > 0 {
			// A square that stays occupied must have changed hands, unless the
			// piece on it is the one that stays.
			if !(sq == king && sq == kingTo || sq == rook && sq == rookTo) {
				cost += costCastleStill
			}
		}
	}
	if leave|arrive == 0 && (bad != 0 || !d.bothUp(king, rook, s.tail.landed)) {
		return // nothing differs before and after: both must have been in the air
	}
	var pending rules.Squares
	if bad != 0 {
		// Half done. The king must be off its square.
		kingGone := !leave.Has(king) || good.Has(king)
		kingThere := arrive.Has(kingTo) && good.Has(kingTo) && s.dis.Has(kingTo)
		rookThere := arrive.Has(rookTo) && good.Has(rookTo) && s.dis.Has(rookTo)
		rookGone := leave.Has(rook) && good.Has(rook)
		switch {
		case kingThere && kingGone:
			pending = rules.SquaresOf(rook, rookTo) &^ rules.SquaresOf(king, kingTo)
		case rookThere && rookGone && kingGone:
			pending = rules.SquaresOf(kingTo)
		default:
			return
		}
		if bad&^pending != 0 {
			return
		}
		cost += costCastlePart
	}
	if lifted > landed {
		lifted = landed
	}
	cost += d.order(s, king, lifted, landed, agrees)
	if c := d.child(s, m, lifted, landed, cost, tr); c != nil {
		c.pending = pending
		c.distrust |= distrust
		d.born = append(d.born, c)
	}
}

// swappable says whether a castling of this story would leave every square as
// it is: only in Chess960, king and rook side by side on each other's targets.
func (d *Decoder) swappable(s *story) bool {
	p := s.pos()
	return p.Variant() == rules.Chess960 && s.dis == 0 && p.Castling()&p.Of(p.Turn()) != 0
}

// castleInPlace tries the castlings that change no square.
func (d *Decoder) castleInPlace(s *story) {
	d.moves = s.pos().LegalMovesFrom(rules.SquaresOf(s.pos().King(s.pos().Turn())), d.moves[:0])
	for _, m := range d.moves {
		if !m.IsCastling() {
			continue
		}
		kingTo, rookTo := s.pos().CastlingTargets(m)
		if kingTo == m.To() && rookTo == m.From() {
			d.castle(s, m, false)
		}
	}
}
