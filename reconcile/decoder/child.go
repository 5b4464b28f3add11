package decoder

import (
	"time"

	"touchmove/reconcile/policy"
	"touchmove/rules"
)

// child makes the hypothesis that continues s with m, or returns nil if that costs too much for it
// ever to enter the beam.
func (d *Decoder) child(s *hypothesis, m rules.Move, lifted, landed time.Duration, cost float64, tr traits) *hypothesis {
	if d.isDark() || d.outage.until != 0 && landed <= d.outage.until {
		tr |= unlit
	}
	mover, idle := s.pos().Turn(), 0.0
	if tr&unlit != 0 && landed <= d.players[mover].press {
		idle = s.idle[mover] // the press was for this move
	}
	cost -= idle
	if s.tail.passedOver(m, lifted, d.times[arriveSlack]) {
		cost += d.param[costPassed]
	}
	if s.paid+cost > d.bounds.least+beamMargin {
		return nil
	}
	next := s.pos().After(m)
	switch {
	case tr&unlit != 0 && tr&blind != 0:
		cost -= d.param[choicePart] * (policy.Score(s.pos(), &next, m, previous(s.tail)) - s.tail.choice() + policy.Surprise)
	case tr&unplaced != 0:
		cost -= d.param[choicePart] * (policy.Score(s.pos(), &next, m, previous(s.tail)) - d.choiceOf(s.tail, m.From()) + policy.SurpriseOfPiece)
	default:
		cost += d.blunder(s.pos(), m)
	}
	if s.tail.traits&(unseenAtAll|uncounted) != 0 {
		tr |= uncounted
	}
	d.memory.work += workOfChild
	c := d.alloc()
	*c = *s
	if idle != 0 {
		c.idle[mover] = 0
	}
	c.tail = d.allocLink()
	*c.tail = link{
		prev: s.tail, ply: s.tail.ply + 1, move: m, pos: next, key: next.Key(),
		line: mixLine(s.tail.line, m, tr), lifted: lifted, landed: landed, traits: tr, price: cost + idle,
	}
	d.settleChild(c, cost)
	return c
}

// passedOver reports whether the player of m moves on with the piece of the half-move before l that they had put down
// just before, as if the other player had moved in between: it has then only passed over that square.
func (l *link) passedOver(m rules.Move, lifted, least time.Duration) bool {
	own := l.prev
	return own != nil && own.prev != nil && own.move.To() == m.From() && own.traits&(silent|unlit|unplaced|castling) == 0 &&
		lifted > own.landed && lifted-own.landed < least
}

// settleChild gives a new child its expectation, its price and its mismatches. Mismatches that the
// move explains are dropped without cost, and new ones are opened.
func (d *Decoder) settleChild(c *hypothesis, cost float64) {
	c.paid += cost
	c.tail.bear(c.paid, d.param[costMove])
	if prev := c.tail.prev; prev.traits&castling == 0 {
		c.pending = 0 // otherwise the reply came before the rook
	}
	c.expect()
	c.forget()
	now := d.board.mismatches(c)
	for gone := c.mismatch &^ now; gone != 0; gone &= gone - 1 {
		sq := gone.First()
		if c.distrust.Has(sq) || c.full.Has(sq) && c.since[sq] < c.tail.lifted-d.times[overlapShort] && !d.changedInTheDark(c, sq) {
			c.close(sq) // older than the move, so not explained by it
		} else {
			c.drop(sq)
		}
	}
	for set := c.mismatch &^ (c.distrust | c.pending); set != 0; set &= set - 1 {
		sq := set.First()
		if n := c.tail.ply - int(c.sincePly[sq]); n > 1 && n <= 1+persistPlies {
			c.accrued[sq] += d.param[costPersist]
			if d.wasBrushed(sq) {
				c.accrued[sq] += d.param[costBrushed]
			}
		}
	}
	for came := now &^ c.mismatch; came != 0; came &= came - 1 {
		c.open(came.First(), d.now)
	}
	c.fresh = true
	c.tried = attempt{}
}

// blunder prices material that a move gives away. People blunder, but far less often than readings
// seem to show a move that was not made.
func (d *Decoder) blunder(p *rules.Position, m rules.Move) float64 {
	switch won := p.Exchange(m); {
	case won <= -3:
		return d.param[costBlunder]
	case won < 0:
		return d.param[costSlip]
	}
	return 0
}

// choiceOf returns the logarithm of the sum of the likelihoods of all replies to l by the piece on from. The
// moves of a piece are tried one after the other, so only the latest sum is kept.
func (d *Decoder) choiceOf(l *link, from rules.Square) float64 {
	c := &d.memory.chosen
	if c.line != l.line || c.from != from || c.key != l.key {
		*c = chosen{l.line, l.key, from, policy.SumFrom(&l.pos, from, previous(l))}
	}
	return c.sum
}

// chosen is the sum of the likelihoods of the moves of one piece after a line.
type chosen struct {
	line, key uint64
	from      rules.Square
	sum       float64
}
