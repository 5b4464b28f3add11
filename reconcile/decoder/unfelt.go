package decoder

import (
	"time"

	"touchmove/rules"
)

// unfeltCost prices a piece that stands on the target of a move without being detected: it was put
// down off the middle of its square, or across a border. This lasts until the square next changes.
// It happens in one ply of a hundred. It is likelier on a square that was brushed while the piece
// was on its way, or whose piece was captured then, than on a square where nothing was detected. What
// players prefer is added to it in child.
func (d *Decoder) unfeltCost(t *trial) float64 {
	to := t.move.To()
	lifted := d.now
	if s := t.hypothesis; s.mismatch.Has(t.move.From()) {
		lifted = s.since[t.move.From()]
	}
	cost := d.param[costUnfelt]
	if d.standsElsewhere(t.hypothesis, t.hypothesis.pos().Turn(), lifted) {
		cost += d.param[costElsewhere]
		t.traits |= elsewhere
	}
	g := &d.board.gaps[to]
	if g[0].until != 0 || g[0].from == 0 {
		return cost
	}
	if t.hypothesis.pos().At(to) != rules.NoPiece {
		if g[0].from >= lifted-d.times[earlyBefore] {
			cost -= d.param[reliefTaken]
		}
		return cost
	}
	if g[1].until >= lifted-d.times[bounce] && g[0].from-g[1].until <= d.times[unfeltBrush] {
		cost -= d.param[reliefBrushed]
	}
	return cost
}

// standsElsewhere reports whether a piece, of the player's colour where sensors show it, has come down since one was lifted
// and stands where the hypothesis has none: that is the missing one, more likely.
func (d *Decoder) standsElsewhere(s *hypothesis, mover rules.Color, lifted time.Duration) bool {
	came := s.mismatch & d.board.full &^ (s.distrust | s.full)
	switch {
	case d.board.polarity && mover == rules.White:
		came &= d.board.white
	case d.board.polarity:
		came &^= d.board.white
	}
	for ; came != 0; came &= came - 1 {
		if s.since[came.First()] > lifted {
			return true
		}
	}
	return false
}

// laterElsewhere prices a piece that has come down elsewhere only after the piece of the last move was taken to be
// undetected: slow hands hold a piece for that long.
func (d *Decoder) laterElsewhere(s *hypothesis) float64 {
	l := s.tail
	if l.traits&(unplaced|elsewhere) != unplaced || !isUnfelt(s, l) || !d.standsElsewhere(s, l.mover(), l.lifted) {
		return 0
	}
	return d.param[costElsewhere]
}

// isUnfelt reports whether the piece of l is still not detected, and its sensor may be sound.
func isUnfelt(s *hypothesis, l *link) bool {
	return (s.unfelt | s.either).Has(l.move.To()) && s.mismatch.Has(l.move.To())
}

// feels handles a change of a square whose piece was undetected in this hypothesis: it was off the
// middle, and its sensor is sound. Before a reply is begun, the piece may only now come down from the hand.
func (d *Decoder) feels(s *hypothesis, bit rules.Squares) {
	s.unfelt, s.either, s.distrust = s.unfelt&^bit, s.either&^bit, s.distrust&^bit
	s.paid += d.param[costFelt]
	if l := s.tail; l.traits&unplaced != 0 && rules.SquaresOf(l.move.To()) == bit && d.board.mismatches(s)&bit == 0 && !s.lacked(d.now, d.board.full) {
		d.finish(s, d.now, unplaced|blind)
	}
}

// unfeltAt marks the piece of the last move of a child as undetected. The earlier cost of the
// square, from a piece captured there, is explained by the move.
func (c *hypothesis) unfeltAt(to rules.Square, now time.Duration) {
	bit := rules.SquaresOf(to)
	c.unfelt |= bit
	c.distrust |= bit
	c.accrued[to], c.since[to] = 0, now
}

// forget clears the marks of squares on which the hypothesis no longer expects a piece. If a second
// piece is not detected there, the sensor is broken.
func (s *hypothesis) forget() {
	left := s.unfelt &^ s.full
	s.numb |= left
	s.unfelt &^= left
	s.distrust &^= left
}
