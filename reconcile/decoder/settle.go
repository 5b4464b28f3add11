package decoder

import "time"

// tellBest publishes the rest of the best hypothesis at the end of a recording. It prefers a
// hypothesis that leaves nothing unexplained: a silent capture at the end has no reply to prove it.
func (d *Decoder) tellBest() {
	d.countAll()
	d.prune()
	pick := d.beam[0]
	if d.isOver() {
		d.tellEnd()
		return
	}
	for _, s := range d.beam {
		if s.total > d.beam[0].total+endMargin {
			break
		}
		if s.mismatch&^s.distrust == 0 && s.tail.traits&illegal == 0 {
			pick = s
			break
		}
	}
	pick = d.preferTold(pick)
	if !d.isReopened(pick, d.lastCommon(pick), 0) {
		d.tellEnd()
		return
	}
	if next := pick.tail.at(d.pub.tail.ply + 1); next != nil && d.isBarred(pick, next) {
		return // the arbiter has taken it back, and nobody has put the board right
	}
	d.tellLine(pick, d.isFinal(pick, asPlayed))
}

// isFinal reports whether the last move of s may be published although nothing more will come. Which
// hypotheses are as likely as s is judged by cost: asPlayed, or endCost if hands may have cleared the
// board since.
func (d *Decoder) isFinal(s *hypothesis, cost func(*hypothesis) float64) bool {
	l := s.tail
	if l.prev == nil {
		return true // there is no move to doubt
	}
	if l.traits&illegal != 0 {
		return false // it stands only if play goes on from it
	}
	cleared := d.phase == sweeping || d.isOver()
	if (!d.isWhole(s, l) || isLiftedAgain(s, l)) && !(cleared && d.hasRested(l)) || d.mayRestElsewhere(s, l) || d.mayHaveTakenElsewhere(l) || d.isUnplaced(l) && !cleared && !d.isPressedToEnd(l) {
		return false
	}
	if l.traits&promotion != 0 && !d.isPromotionNamed(l) && d.cfg.Clock && !d.isExchanged(l) && !cleared {
		return d.players[l.prev.pos.Turn()].press >= l.landed
	}
	if l.traits&silent != 0 && d.cfg.Clock && !d.isPressedFor(l) && !cleared && !l.pos.IsCheckmate() {
		return false // the piece may still be in the hand: only a press or a reply would show that it is not
	}
	return !d.isRivalled(s, cost)
}

// isRivalled reports whether a hypothesis nearly as likely as s has a different last move.
func (d *Decoder) isRivalled(s *hypothesis, cost func(*hypothesis) float64) bool {
	l, limit := s.tail, cost(s)+marginStale
	for _, o := range d.beam {
		if o == s || cost(o) > limit {
			continue
		}
		if on := o.tail.at(l.ply); on != nil && on.prev != nil && on.prev.line == l.prev.line && (on.move.From() != l.move.From() || on.move.To() != l.move.To()) {
			return true
		}
	}
	return false
}

// asPlayed is the cost of s if play goes on.
func asPlayed(s *hypothesis) float64 { return s.total }

// hasRested reports whether the piece of l stood where it had landed before the board was cleared:
// for a while, or until its player had pressed.
func (d *Decoder) hasRested(l *link) bool {
	left := d.board.gaps[l.move.To()][0].from
	if d.isPressedFor(l) && left > d.players[l.prev.pos.Turn()].press {
		return true
	}
	return l.traits&(castling|passant|silent) == 0 && left-l.landed >= d.times[overlapShort]
}

// isExchanged reports whether the pawn of a promotion was detected leaving the last rank again
// after it had landed: its piece has replaced it.
func (d *Decoder) isExchanged(l *link) bool {
	for _, g := range d.board.gaps[l.move.To()] {
		if g.from > l.landed && g.until-g.from >= exchangeFor {
			return true
		}
	}
	return false
}

// Finish ends the game for a reason other than the board. It publishes what is sure; later readings
// are not moves until the board shows a first position again.
func (d *Decoder) Finish() {
	if d.due.dirty {
		d.evaluate()
	}
	if d.phase == playing || d.phase == sweeping {
		d.tellEnd()
		d.phase = finished
		d.awaitNext()
	}
	d.askAtEnd()
}

// awaitNext notes, when a game ends, whether the board shows the first position because nothing was
// moved, or because moves have led there again: then the next game has not begun yet. A piece in the hand at the
// end was not moved either, and putting it back sets up no other game.
func (d *Decoder) awaitNext() {
	moved := d.pub.tail.ply > d.root.ply
	d.due.dirty = moved // the pieces may already have been set up again
	d.setUp.awaySince = 0
	d.setUp.unmoved = !moved && !d.isCleared()
	d.setUp.out = !d.showsStart()
	d.setUp.mustChange = d.setUp.unmoved || moved && d.showsStart() && d.wasPlayedHome() && d.beam[0].tail.ply > d.root.ply
}

// exchangeFor is the least time for which the last rank is empty while a pawn is exchanged for its
// piece; a shorter gap is a bad contact.
const exchangeFor = 100 * time.Millisecond
