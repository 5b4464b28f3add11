package decoder

import "touchmove/rules"

// grow lets every fresh hypothesis grow by the moves that the readings now allow,
// and those in turn, up to maxDepth moves.
func (d *Decoder) grow() {
	parents := d.memory.parents[:0]
	for _, s := range d.beam {
		if s.fresh {
			parents = append(parents, s)
		}
	}
	for depth := 0; depth < maxDepth && len(parents) > 0; depth++ {
		// Make the children of all parents before any child replaces a parent that reached the same
		// position at a higher price: the timing of the more expensive one may explain the next
		// move.
		d.born = d.born[:0]
		for _, s := range parents {
			s.fresh = false
			d.growBy(s)
		}
		parents = parents[:0]
		for _, c := range d.born {
			l := c.tail
			if !d.enter(c) {
				if !l.kept {
					d.freeLink(l) // no other hypothesis uses it yet
				}
			} else if depth+1 < maxDepth {
				parents = append(parents, c)
			}
		}
		parents = d.stillFresh(parents)
	}
	d.memory.parents = parents[:0]
	d.born = d.born[:0]
}

// stillFresh returns the new hypotheses that no other one has replaced.
func (d *Decoder) stillFresh(new []*hypothesis) []*hypothesis {
	kept := new[:0]
	for _, c := range new {
		if c.tail != nil && c.fresh {
			kept = append(kept, c)
		}
	}
	return kept
}

// growBy makes the children of s.
func (d *Decoder) growBy(s *hypothesis) {
	if live := s.mismatch &^ s.distrust; live.Count() > growAtMost {
		return
	}
	if d.canCastleInPlace(s) {
		d.castleInPlace(s)
	}
	if d.outage.since != 0 {
		d.growInTheDark(s)
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
	var again rules.Squares
	if overtakes {
		again = d.returnedPieces(s)
	}
	movers := left | again
	if pos.Castling()&mover != 0 {
		movers = movers.With(pos.King(pos.Turn()))
	}
	d.memory.moves = pos.LegalMovesFrom(movers, d.memory.moves[:0])
	for _, m := range d.memory.moves {
		from, to := m.From(), m.To()
		switch {
		case m.IsCastling():
			d.castle(s, m, noFault)
			d.castle(s, m, oneFault)
			continue
		case left.Has(from) && came.Has(to):
			d.step(s, m)
		}
		if again.Has(from) {
			d.overtakenMove(s, m)
		}
	}
}

// growByFaults makes the children of s by moves of which a trusted sensor contradicts one end.
func (d *Decoder) growByFaults(s *hypothesis) {
	pos := s.pos()
	left, came := d.possibleEnds(s)
	// The other end must be clearly seen and have stood for a while; or the only sign of a capture
	// is that the opponent has moved since.
	long := d.longOpen(s, s.mismatch&^s.distrust)
	unseen := !d.board.polarity && d.hasReplied(s)
	movers := left & long
	if came&long != 0 || unseen {
		movers = rules.AllSquares
	}
	d.memory.moves = pos.LegalMovesFrom(movers, d.memory.moves[:0])
	for _, m := range d.memory.moves {
		from, to := m.From(), m.To()
		if m.IsCastling() || left.Has(from) == came.Has(to) {
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

// possibleEnds returns the squares that a piece of the side to move may have left, and those on
// which one may have been set down, as far as trusted sensors show.
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
