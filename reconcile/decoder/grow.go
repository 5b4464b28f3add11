package decoder

import (
	"time"

	"touchmove/rules"
)

// grow lets every fresh hypothesis grow by the moves that the readings now allow,
// and those in turn, up to maxDepth moves.
func (d *Decoder) grow() {
	parents := d.parents[:0]
	for _, s := range d.beam {
		if s.fresh {
			parents = append(parents, s)
		}
	}
	for depth := 0; depth < maxDepth && len(parents) > 0; depth++ {
		// All parents have their children before any of these takes the place
		// of a parent that reached the same position at a higher price: the
		// timing of the dearer one may be what explains the next move.
		d.born = d.born[:0]
		for _, s := range parents {
			s.fresh = false
			d.growBy(s)
		}
		parents = parents[:0]
		for _, c := range d.born {
			l := c.tail
			if !d.enter(c) {
				d.freeLink(l) // nobody else has taken it yet
			} else if depth+1 < maxDepth {
				parents = append(parents, c)
			}
		}
		parents = d.stillFresh(parents)
	}
	d.parents = parents[:0]
	d.born = d.born[:0]
}

// stillFresh keeps of the new hypotheses those that no other has replaced.
func (d *Decoder) stillFresh(new []*hypothesis) []*hypothesis {
	kept := new[:0]
	for _, c := range new {
		if c.tail != nil && c.fresh {
			kept = append(kept, c)
		}
	}
	return kept
}

// growBy gives birth to the children of s.
func (d *Decoder) growBy(s *hypothesis) {
	if live := s.mismatch &^ s.distrust; live.Count() > growAtMost {
		return
	}
	if d.canCastleInPlace(s) {
		d.castleInPlace(s)
	}
	if s.mismatch == 0 && s.distrust == 0 && d.board.blind == 0 {
		return
	}
	pos := s.pos()
	mover := pos.Of(pos.Turn())
	uncertain := s.distrust | d.board.blind
	overtakes := d.mayOvertake(s)
	if mover&(s.mismatch|uncertain) == 0 && !overtakes {
		return
	}
	left, came := d.possibleEnds(s)
	kings := kingsOf(pos)
	var again rules.Squares
	if overtakes {
		again = d.returnedMen(s)
	}
	men := left | again
	if pos.Castling()&mover != 0 {
		men = men.With(pos.King(pos.Turn()))
	}
	d.moves = pos.LegalMovesFrom(men, d.moves[:0])
	for _, m := range d.moves {
		from, to := m.From(), m.To()
		switch {
		case m.IsCastling():
			d.castle(s, m, false)
			d.castle(s, m, true)
			continue
		case kings.Has(to):
			continue
		case left.Has(from) && came.Has(to):
			d.step(s, m)
		}
		if again.Has(from) {
			d.overtakenMove(s, m)
		}
	}
}

// growByFaults gives birth to the children of s by moves of which a trusted
// sensor denies one end.
func (d *Decoder) growByFaults(s *hypothesis) {
	pos := s.pos()
	left, came := d.possibleEnds(s)
	kings := kingsOf(pos)
	// The other end must be plainly seen and have stood for a while; or nothing
	// shows of a capture but that the opponent has since moved.
	long := d.longOpen(s, s.mismatch&^s.distrust)
	unseen := !d.board.polarity && d.hasReplied(s)
	men := left & long
	if came&long != 0 || unseen {
		men = rules.AllSquares
	}
	d.moves = pos.LegalMovesFrom(men, d.moves[:0])
	for _, m := range d.moves {
		from, to := m.From(), m.To()
		if m.IsCastling() || kings.Has(to) || left.Has(from) == came.Has(to) {
			continue
		}
		switch takes := pos.At(to) != rules.NoPiece; {
		case takes && came.Has(to) && !d.board.polarity:
			if unseen {
				d.unseenCapture(s, m)
			}
		case left.Has(from) && long.Has(from), came.Has(to) && long.Has(to):
			d.step(s, m)
		}
	}
}

// possibleEnds returns the squares of which no trusted sensor denies that a piece of the
// side to move has left them, and those of which none denies that one has come.
func (d *Decoder) possibleEnds(s *hypothesis) (left, came rules.Squares) {
	uncertain := s.distrust | d.board.blind
	there := d.board.full
	switch {
	case d.board.polarity && s.pos().Turn() == rules.White:
		there &= d.board.white
	case d.board.polarity:
		there &^= d.board.white
	}
	return ^d.board.full | uncertain, there | uncertain
}

// kingsOf returns the squares of the kings. After an illegal move one may hang;
// nobody takes it.
func kingsOf(p *rules.Position) rules.Squares {
	return rules.SquaresOf(p.King(rules.White), p.King(rules.Black))
}

// child makes the hypothesis that goes on from s with m, or nil when that costs too
// much for it ever to enter the beam.
func (d *Decoder) child(s *hypothesis, m rules.Move, lifted, landed time.Duration, cost float64, tr traits) *hypothesis {
	if s.paid+cost > d.least+beamMargin {
		return nil
	}
	cost += blunder(s.pos(), m)
	c := d.take()
	*c = *s
	next := s.pos().After(m)
	c.tail = d.takeLink()
	*c.tail = link{
		prev: s.tail, ply: s.tail.ply + 1, move: m, pos: next, key: next.Key(),
		line: mixLine(s.tail.line, m, tr&illegal != 0), lifted: lifted, landed: landed, traits: tr, price: cost,
	}
	d.settleChild(c, cost)
	return c
}

// settleChild gives a new child its expectation, its price and its
// mismatches: what the move explains is dropped unpaid, what it newly
// denies is opened.
func (d *Decoder) settleChild(c *hypothesis, cost float64) {
	c.paid += cost
	if prev := c.tail.prev; prev.traits&castling == 0 {
		c.pending = 0 // else the reply came before the rook
	}
	c.expect()
	now := d.board.mismatches(c)
	for gone := c.mismatch &^ now; gone != 0; gone &= gone - 1 {
		sq := gone.First()
		if c.distrust.Has(sq) || c.full.Has(sq) && c.since[sq] < c.tail.lifted-overlapShort {
			c.close(sq) // older than the move, so not explained by it
		} else {
			c.drop(sq)
		}
	}
	for set := c.mismatch &^ (c.distrust | c.pending); set != 0; set &= set - 1 {
		sq := set.First()
		if n := c.tail.ply - int(c.sincePly[sq]); n > 1 && n <= 1+persistPlies {
			c.accrued[sq] += costPersist
			if d.wasBrushed(sq) {
				c.accrued[sq] += costBrushed
			}
		}
	}
	for came := now &^ c.mismatch; came != 0; came &= came - 1 {
		c.open(came.First(), d.now)
	}
	c.fresh = true
	c.tried = attempt{}
}

// blunder prices what a move gives away. People do that, but far less often than
// a move that a reading only seems to show.
func blunder(p *rules.Position, m rules.Move) float64 {
	switch won := p.Exchange(m); {
	case won <= -3:
		return costBlunder
	case won < 0:
		return costSlip
	}
	return 0
}
