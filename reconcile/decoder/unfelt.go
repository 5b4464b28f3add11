package decoder

import (
	"time"

	"touchmove/rules"
)

// unfeltCost prices that a piece stands on the target of a move and is not felt
// there: it was put down off the middle of its square, or across a border. That
// lasts until the square next changes. Boards do it in one ply of a hundred, and
// a square that was brushed while the piece was on its way, or whose piece was
// taken off then, is likelier than one of which nothing was seen.
func (d *Decoder) unfeltCost(t *trial) float64 {
	to := t.move.To()
	lifted := d.now
	if s := t.hypothesis; s.mismatch.Has(t.move.From()) {
		lifted = s.since[t.move.From()]
	}
	cost := d.param[costUnfelt]
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

// feels takes note that a square of which a hypothesis said that its piece is not felt
// has changed.
func (d *Decoder) feels(s *hypothesis, bit rules.Squares) {
	s.unfelt &^= bit
	s.distrust &^= bit
	s.paid += d.param[costFelt]
}

// unfeltAt makes a child say that the piece of its last move is not felt. What the
// square cost before, when a piece was taken off it, the move explains.
func (c *hypothesis) unfeltAt(to rules.Square, now time.Duration) {
	bit := rules.SquaresOf(to)
	c.unfelt |= bit
	c.distrust |= bit
	c.accrued[to], c.since[to] = 0, now
}

// forget drops what a hypothesis said of squares on which it expects no piece any
// more. A second piece that is not felt there speaks of a broken sensor.
func (s *hypothesis) forget() {
	left := s.unfelt &^ s.full
	s.numb |= left
	s.unfelt &^= left
	s.distrust &^= left
}
