package decoder

import (
	"touchmove/rules"
	"touchmove/sensors"
)

// castlingTrial is a castling that is tried on a hypothesis.
type castlingTrial struct {
	trial
	king, rook, kingTo, rookTo rules.Squares // one square each
	leave, arrive, stay        rules.Squares // squares that become empty, become full, or have a piece before and after
	good, bad                  rules.Squares // squares whose sensors agree, and those whose sensors contradict
	pending                    rules.Squares // squares that are still to follow
}

// castle tries castling: complete, or with the king landed and the rook to follow, or with the rook
// landed and the king in the air.
func (d *Decoder) castle(s *hypothesis, m rules.Move, allowed faults) {
	kingTo, rookTo := s.pos().CastlingTargets(m)
	t := castlingTrial{
		trial: trial{hypothesis: s, move: m, left: agrees, lifted: d.now, landed: s.tail.landed, cost: d.param[costMove], traits: castling},
		king:  rules.SquaresOf(m.From()), rook: rules.SquaresOf(m.To()),
		kingTo: rules.SquaresOf(kingTo), rookTo: rules.SquaresOf(rookTo),
	}
	origins, targets := t.king|t.rook, t.kingTo|t.rookTo
	t.leave, t.arrive, t.stay = origins&^targets, targets&^origins, origins&targets
	d.castlingSights(&t)
	if t.good&s.mismatch == 0 && t.leave|t.arrive != 0 || allowed == oneFault && !d.castlingFault(&t) {
		return
	}
	d.castlingTiming(&t)
	if t.leave|t.arrive == 0 && (t.bad != 0 || !d.wereBothUp(m.From(), m.To(), s.tail.landed)) {
		return // nothing differs before and after, so both must have been in the air
	}
	if t.bad != 0 && !d.halfDone(&t) {
		return
	}
	t.lifted = min(t.lifted, t.landed)
	t.cost += d.order(s, t.lifted, t.landed, t.left)
	if c := d.child(s, m, t.lifted, t.landed, t.cost, t.traits); c != nil {
		c.pending = t.pending
		c.distrust |= t.distrust
		d.born = append(d.born, c)
	}
}

// castlingSights compares the sensor of every square concerned.
func (d *Decoder) castlingSights(t *castlingTrial) {
	piece := readingOf(t.hypothesis.pos().Turn())
	ask := func(sq rules.Square, left sensors.State) {
		switch d.sight(t.hypothesis, sq, left) {
		case agrees:
			t.good = t.good.With(sq)
		case contradicts:
			t.bad = t.bad.With(sq)
		case unseen:
			t.cost += d.param[costUnknownEnd]
			t.traits |= blind
		case dubious:
			t.cost += d.param[costOldFault]
			t.traits |= blind
		}
	}
	for sq := range t.leave.All() {
		ask(sq, sensors.Empty)
	}
	for sq := range (t.arrive | t.stay).All() {
		ask(sq, piece)
	}
}

// castlingFault blames the one sensor that contradicts the castling, if there is exactly one and
// all others support it.
func (d *Decoder) castlingFault(t *castlingTrial) bool {
	rest := (t.leave | t.arrive) &^ t.bad
	if t.bad.Count() != 1 || t.bad&t.stay != 0 || rest.Count() < 2 || rest&^(t.good&t.hypothesis.mismatch) != 0 {
		return false
	}
	t.distrust, t.bad = t.bad, 0
	t.cost += d.faultCost(t.distrust.First())
	t.traits |= blind
	return true
}

// castlingTiming finds when the first piece was lifted and the last one landed.
func (d *Decoder) castlingTiming(t *castlingTrial) {
	s := t.hypothesis
	for sq := range (t.leave | t.arrive).All() {
		if s.mismatch.Has(sq) && !s.distrust.Has(sq) {
			t.landed = max(t.landed, s.since[sq])
			t.lifted = min(t.lifted, s.since[sq])
		}
	}
	still := t.king&t.kingTo | t.rook&t.rookTo // a piece that did not have to move
	for sq := range t.stay.All() {
		if g, ok := d.lastGap(sq, s.tail.landed); ok {
			t.landed = max(t.landed, g.until)
			t.lifted = min(t.lifted, g.from)
			t.cost -= d.refund(s, sq, g)
		} else if t.bad == 0 && d.now > 0 && !still.Has(sq) {
			t.cost += d.param[costCastleStill] // another piece stands there now, and the change was not detected
		}
	}
}

// halfDone reports whether the sensors contradict only the second half, which is still to follow.
// The king must be off its square.
func (d *Decoder) halfDone(t *castlingTrial) bool {
	kingGone := t.king&t.leave == 0 || t.king&t.good != 0
	there := t.arrive & t.good & t.hypothesis.mismatch
	switch {
	case t.kingTo&there != 0 && kingGone:
		t.pending = (t.rook | t.rookTo) &^ (t.king | t.kingTo)
	case t.rookTo&there != 0 && t.rook&t.leave&t.good != 0 && kingGone:
		t.pending = t.kingTo
	default:
		return false
	}
	t.cost += d.param[costCastlePart]
	return t.bad&^t.pending == 0
}

// canCastleInPlace reports whether a castling of this hypothesis could leave every square as it is.
// This happens only in Chess960, with king and rook side by side on each other's targets.
func (d *Decoder) canCastleInPlace(s *hypothesis) bool {
	p := s.pos()
	return p.Variant() == rules.Chess960 && s.mismatch == 0 && p.Castling()&p.Of(p.Turn()) != 0
}

// castleInPlace tries the castlings that change no square.
func (d *Decoder) castleInPlace(s *hypothesis) {
	d.memory.moves = s.pos().LegalMovesFrom(rules.SquaresOf(s.pos().King(s.pos().Turn())), d.memory.moves[:0])
	for _, m := range d.memory.moves {
		if !m.IsCastling() {
			continue
		}
		kingTo, rookTo := s.pos().CastlingTargets(m)
		if kingTo == m.To() && rookTo == m.From() {
			d.castle(s, m, noFault)
		}
	}
}
