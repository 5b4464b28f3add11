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
	if d.standsElsewhere(t.hypothesis, lifted) {
		cost += d.param[costElsewhere]
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

// standsElsewhere reports whether a piece that came down since one was lifted stands where the hypothesis has none: that is
// the missing one, more likely.
func (d *Decoder) standsElsewhere(s *hypothesis, lifted time.Duration) bool {
	for set := s.mismatch & d.board.full &^ (s.distrust | s.full); set != 0; set &= set - 1 {
		if s.since[set.First()] > lifted {
			return true
		}
	}
	return false
}

// feels handles a change of a square whose piece was undetected in this hypothesis: it was off the
// middle, and its sensor is sound.
func (d *Decoder) feels(s *hypothesis, bit rules.Squares) {
	s.unfelt, s.either, s.distrust = s.unfelt&^bit, s.either&^bit, s.distrust&^bit
	s.paid += d.param[costFelt]
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
