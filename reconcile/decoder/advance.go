package decoder

import (
	"time"

	"touchmove/rules"
)

// Advance brings the decoder to the time at. It makes every decision that fell due before, each at
// its own time. Calls for times in between change nothing.
func (d *Decoder) Advance(at time.Duration) {
	if at <= d.now {
		return
	}
	if d.due.dirty {
		d.evaluate()
	}
	for d.due.next != 0 && d.due.next <= at {
		d.now = d.due.next
		d.evaluate()
	}
	d.now = at
}

// Due returns the time from which Advance would decide something, and false when nothing is open.
func (d *Decoder) Due() (time.Duration, bool) {
	if d.due.dirty {
		return d.now + time.Microsecond, true
	}
	return d.due.next, d.due.next != 0
}

// Press handles a press of the clock by one player.
func (d *Decoder) Press(by rules.Color) {
	d.board.clock = true
	idle := d.param[costPressIdle]
	if d.isOut() {
		idle += d.param[costPressUnseen]
	}
	for _, s := range d.beam {
		s.idle[by] = 0
		switch {
		case !d.hasMovedSincePress(s, by):
			s.paid += idle
			s.idle[by] = idle
		case d.hasPieceInHand(s, by):
			s.paid += d.param[costPressBusy]
		}
	}
	if a := &d.fallback; a.hypothesis != nil && !d.hasMovedSincePress(a.hypothesis, by) {
		a.paid += d.param[costPressedNothing] // the press was for a move that it does not have
	}
	d.players[by].pressed, d.players[by].press = d.players[by].press, d.now
	d.due.dirty = true
}

// hasPieceInHand reports whether the player has held a piece for a moment according to this
// hypothesis. Nobody presses the clock with a piece in the hand.
func (d *Decoder) hasPieceInHand(s *hypothesis, by rules.Color) bool {
	own := s.white
	if by == rules.Black {
		own = s.black
	}
	for set := s.mismatch & own &^ (s.distrust | s.pending | d.board.full); set != 0; set &= set - 1 {
		if d.now-s.since[set.First()] >= stood {
			return true
		}
	}
	return false
}

// hasMovedSincePress reports whether the player has made a move in this hypothesis since their last
// press.
func (d *Decoder) hasMovedSincePress(s *hypothesis, by rules.Color) bool {
	l := s.tail
	if l.pos.Turn() == by {
		l = l.prev
	}
	return l != nil && l.ply > d.root.ply && (d.players[by].press < 0 || l.landed > d.players[by].press)
}

// Promote handles the choice of a piece for a pawn that has reached, or is about to reach, the last
// rank.
func (d *Decoder) Promote(kind rules.Kind) {
	named := choice{kind: kind, at: d.now, ahead: true}
	for i, s := range d.beam {
		l := d.promotedLately(s)
		if l == nil {
			continue
		}
		named.ahead = named.ahead && i > 0
		of := l.mover()
		before := d.players[of].promote
		had := d.promotionCost(l.move.Promotion(), of, l.lifted, l.beganAt())
		d.players[of].promote = choice{kind: kind, at: d.now}
		s.paid += d.promotionCost(l.move.Promotion(), of, l.lifted, l.beganAt()) - had
		d.players[of].promote = before
	}
	lately := d.promotedLately(d.beam[0])
	for of := range d.players {
		if p := &d.players[of].promote; lately == nil || lately.mover() == rules.Color(of) || !p.ahead { // else that player has named a piece ahead
			*p = named
		}
	}
	d.due.dirty = true
}

// promotedLately returns the promotion among the last two half-moves that a command may still name, or
// nil.
func (d *Decoder) promotedLately(s *hypothesis) *link {
	l := s.tail
	for l != nil && l.traits&promotion == 0 && l.ply > s.tail.ply-2 {
		l = l.prev
	}
	if l == nil || l.traits&promotion == 0 || d.now-l.landed > promoteAfter {
		return nil
	}
	return l
}

// MayNamePromotion reports whether Promote would name the piece of one of the last two half-moves.
func (d *Decoder) MayNamePromotion() bool { return d.promotedLately(d.beam[0]) != nil }

// PromoteAhead handles the choice of a piece for the next promotion of this player, when the last
// promotion is the opponent's and its piece is known.
func (d *Decoder) PromoteAhead(kind rules.Kind, by rules.Color) {
	before, named := d.players[by].promote, choice{kind: kind, at: d.now, ahead: true}
	for i, s := range d.beam {
		l := d.promotedLately(s)
		if l == nil || l.mover() != by {
			continue
		}
		named.ahead = named.ahead && i > 0 // the pawn has arrived, and only its move is not published yet
		had := d.promotionCost(l.move.Promotion(), by, l.lifted, l.beganAt())
		d.players[by].promote = choice{kind: kind, at: d.now}
		s.paid += d.promotionCost(l.move.Promotion(), by, l.lifted, l.beganAt()) - had
		d.players[by].promote = before
	}
	d.players[by].promote = named
	d.due.dirty = true
}

// End closes the recording: all deadlines expire and the game is decided as it stands.
func (d *Decoder) End() {
	if d.due.dirty {
		d.evaluate()
	}
	if d.phase == sweeping {
		d.tellLastRest()
	}
	if d.phase == playing {
		d.tellBest()
	}
	d.asking.over = true
	d.askAtEnd()
}

// Findings returns what was found since the last call. The slice belongs to the decoder and is
// valid until the next call of another method.
func (d *Decoder) Findings() []Finding {
	t := d.out.findings
	d.out.findings = d.out.findings[:0]
	return t
}
