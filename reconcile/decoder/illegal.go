package decoder

import (
	"time"

	"touchmove/rules"
)

// illegalPatience is how long a piece must rest where it may not before the decoder considers an
// illegal move that stands.
const illegalPatience = 1500 * time.Millisecond

// growByIllegal lets a hypothesis grow by an illegal move: one piece of the side to move is
// missing, and a piece stands where none should or a piece of the opponent has been replaced.
// Usually the players put it right, which is cheaper; but when play goes on from there, only this
// hypothesis explains it.
func (d *Decoder) growByIllegal(s *hypothesis, live rules.Squares) {
	if live.Count() > doubtMost {
		return
	}
	for set := live; set != 0; set &= set - 1 {
		from := set.First()
		if s.class(from) != missingMover || d.board.full.Has(from) {
			continue
		}
		for put := live; put != 0; put &= put - 1 {
			to := put.First()
			if to == from || !d.isResting(s, to) || s.since[from] > s.since[to]+d.times[arriveSlack] {
				continue // or the piece still stood there when something came to rest on the other square
			}
			d.displaceTo(s, from, to, s.since[to], 0)
		}
		if live.Count() == 1 {
			d.displaceOnto(s, from)
		}
	}
}

// isResting reports whether a piece of the side to move has stood on a square where
// the hypothesis has none of that side.
func (d *Decoder) isResting(s *hypothesis, to rules.Square) bool {
	return d.sight(s, to, readingOf(s.pos().Turn())) == agrees && s.class(to) != missingMover && d.now-d.board.changed[to] >= illegalPatience
}

// displaceOnto tries illegal captures: a square of the opponent was empty for a moment after the
// piece was lifted, or at about that time, and is full again.
func (d *Decoder) displaceOnto(s *hypothesis, from rules.Square) {
	if d.board.polarity {
		return // a capture changes the colour, so it is among the mismatches
	}
	for set := s.pos().Of(s.pos().Turn().Other()) & d.board.full; set != 0; set &= set - 1 {
		to := set.First()
		since := s.tail.landed
		if s.tail.move.To() == to {
			since += d.times[overlapShort]
		}
		g, ok := d.lastGap(to, since)
		if !ok || g.from < s.since[from]-d.times[earlyBefore] || d.now-g.until < illegalPatience {
			continue
		}
		refund := 0.0
		if !s.mismatch.Has(to) && s.since[to] == g.from {
			refund = min(s.accrued[to], d.param[refundMost]) // the captured piece's leaving was part of the move
		}
		d.displaceTo(s, from, to, g.until, refund)
	}
}

func (d *Decoder) displaceTo(s *hypothesis, from, to rules.Square, landed time.Duration, refund float64) {
	m, next, ok := s.pos().Displace(from, to)
	if !ok || s.pos().IsLegal(m) || !s.pos().HasLegalMove() {
		return // mate and stalemate end the game: what is moved then is no move (Articles 5.1.1 and 5.2.1)
	}
	cost := d.param[costIllegal] - refund
	if d.cfg.Start.At(to) == s.pos().At(from) {
		cost += d.param[costHomeward]
	}
	if p := d.players[s.pos().Turn()].press; p >= landed {
		cost -= d.param[reliefPress]
	}
	if overlooksCheck(s.pos(), from, to) && !d.mayBeNoCheck(s.tail, &next) {
		cost -= d.param[reliefOverlooked]
	}
	lifted := min(s.since[from], landed)
	cost += d.inHand(landed-lifted) + d.order(s, lifted, landed, agrees)
	if s.paid+cost > d.bounds.least+beamMargin {
		return
	}
	tr := illegal | s.tail.traits&uncounted
	if s.pos().At(to) != rules.NoPiece {
		tr |= capture
	}
	c := d.alloc()
	*c = *s
	c.tail = &link{
		prev: s.tail, ply: s.tail.ply + 1, move: m, pos: next, key: next.Key(),
		line: mixLine(s.tail.line, m, tr), lifted: lifted, landed: landed, traits: tr, price: cost,
	}
	d.settleChild(c, cost)
	d.born = append(d.born, c)
}

// mayBeNoCheck reports whether the king that an illegal move after l leaves in check is attacked only
// by promoted pieces that nobody has named: they may be other pieces.
func (d *Decoder) mayBeNoCheck(l *link, next *rules.Position) bool {
	mover := next.Turn().Other()
	attackers := next.Attackers(next.King(mover), next.Turn())
	for n := 0; n < window && l.prev != nil; n, l = n+1, l.prev {
		if l.traits&promotion != 0 && !d.isPromotionNamed(l) {
			attackers = attackers.Without(l.move.To())
		}
	}
	return attackers == 0
}
