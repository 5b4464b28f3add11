package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Advance brings the decoder to the time at: what fell due before is decided,
// each thing at its own time. Times in between change nothing.
func (d *Decoder) Advance(at time.Duration) {
	if at <= d.now {
		return
	}
	if d.dirty {
		d.evaluate()
	}
	for d.next != 0 && d.next <= at {
		d.now = d.next
		d.evaluate()
	}
	d.now = at
}

// Due returns the time from which Advance would decide something, and false
// when nothing is open.
func (d *Decoder) Due() (time.Duration, bool) {
	if d.dirty {
		return d.now + time.Microsecond, true
	}
	return d.next, d.next != 0
}

// Scan takes a reading of the whole board.
func (d *Decoder) Scan(s *sensors.Scan) {
	if *s == d.board.raw {
		return
	}
	for sq, is := range s {
		d.read(rules.Square(sq), is)
	}
}

// Change takes a new reading of one square.
func (d *Decoder) Change(sq rules.Square, is sensors.State) { d.read(sq, is) }

// Press takes a press of the clock by one player.
func (d *Decoder) Press(by rules.Color) {
	d.clock = true
	for _, s := range d.beam {
		switch {
		case !d.hasMovedSincePress(s, by):
			s.paid += costPressIdle
		case d.hasPieceInHand(s, by):
			s.paid += costPressBusy
		}
	}
	d.press[by] = d.now
	d.dirty = true
}

// hasPieceInHand reports whether a piece of the player is in a hand in this hypothesis, a moment
// already: nobody presses with a piece in the hand.
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
	return l != nil && l.ply > d.rootPly && (d.press[by] < 0 || l.landed > d.press[by])
}

// Promote takes the choice of a piece for a pawn that has reached, or is about
// to reach, the last rank.
func (d *Decoder) Promote(kind rules.Kind) {
	before := d.promote
	for _, s := range d.beam {
		l := s.tail
		for l != nil && l.traits&promotion == 0 && l.ply > s.tail.ply-2 {
			l = l.prev
		}
		if l == nil || l.traits&promotion == 0 || d.now-l.landed > promoteAfter {
			continue
		}
		had := d.promotionCost(l.move.Promotion(), l.lifted)
		d.promote.kind, d.promote.at = kind, d.now
		s.paid += d.promotionCost(l.move.Promotion(), l.lifted) - had
		d.promote = before
	}
	d.promote.kind, d.promote.at = kind, d.now
	d.dirty = true
}

// End closes the recording: deadlines run out and the game is settled as it
// hasStood.
func (d *Decoder) End() {
	if d.dirty {
		d.evaluate()
	}
	if d.phase == sweeping {
		d.tellLastRest()
	}
	if d.phase != playing {
		return
	}
	d.tellBest()
}

// Findings returns what has been told since the last call. The slice is the
// decoder's own and lasts until the next call of another method.
func (d *Decoder) Findings() []Finding {
	t := d.findings
	d.findings = d.findings[:0]
	return t
}

// evaluate decides what can be decided at d.now.
func (d *Decoder) evaluate() {
	d.dirty = false
	if d.phase == settingUp {
		d.setup()
	}
	d.countAll()
	if d.phase == playing || d.phase == sweeping {
		d.grow()
	}
	if d.phase == playing {
		d.suspectSensors()
	}
	d.prune()
	d.watchPhase()
	d.publish()
	d.examine()
	d.schedule()
}

// schedule sets the time of the next evaluation: often while things are fresh,
// seldom when they have long been as they are.
func (d *Decoder) schedule() {
	best := d.beam[0]
	if d.phase == finished && d.setUp.newGameSince == 0 && d.ending.resumeSince == 0 || d.phase == playing && best.mismatch&^best.distrust == 0 && best.tail == d.pub.tail && d.isSettled() && !d.hasPendingFault() {
		d.next = 0
		return
	}
	age := d.now - d.quietSince
	var step time.Duration
	switch {
	case age < 300*time.Millisecond:
		step = 20 * time.Millisecond
	case age < 2*time.Second:
		step = 50 * time.Millisecond
	case age < 10*time.Second:
		step = 250 * time.Millisecond
	case age < time.Minute:
		step = time.Second
	case age < 10*time.Minute:
		step = 10 * time.Second
	default:
		d.next = 0
		return
	}
	d.next = d.now + step
}

// isSettled reports whether hypothesis at rest and fallback stand at the best hypothesis.
func (d *Decoder) isSettled() bool {
	return d.isFallbackAt(d.beam[0]) && d.fallback.paid == d.beam[0].paid
}

// suspectSensors lets hypotheses distrust squares on which they have disagreed for long,
// and tries new faults where something stays unexplained.
func (d *Decoder) suspectSensors() {
	for _, s := range d.beam {
		for set := s.mismatch &^ (s.distrust | s.pending); set != 0; set &= set - 1 {
			sq := set.First()
			if d.now-s.since[sq] >= distrustAfter && s.tail.ply-int(s.sincePly[sq]) >= distrustPlies {
				s.distrust |= 1 << sq
				if s.accrued[sq] < costDistrust {
					s.accrued[sq] = costDistrust
				}
			}
		}
	}
	n := min(len(d.beam), faultHypotheses)
	for i := 0; i < n; i++ {
		s := d.beam[i]
		live := s.mismatch &^ (s.distrust | s.pending)
		old := d.longOpen(s, live)
		if old == 0 || live.Count() > doubtMost || s.tried == (attempt{live, old}) {
			continue
		}
		s.tried = attempt{live, old}
		d.born = d.born[:0]
		if s.distrust|d.board.blind != 0 && d.hasReplied(s) {
			d.growBy(s) // for what only a reply shows, and shows by lasting
		}
		if live.Count() <= faultMost {
			d.growByFaults(s)
		}
		d.growByIllegal(s, live)
		d.growUnlikely()
		for _, c := range d.born {
			d.enter(c)
		}
	}
}

// growUnlikely lets the hypotheses just born with a fault grow by the reply at once
// where the reply, still unexplained, would make them too dear to enter: it is
// the reply that shows them to be true.
func (d *Decoder) growUnlikely() {
	limit := d.least + beamMargin
	for _, c := range d.born {
		c.count(d.now, d.pub.slow, &d.spans)
		if c.total > limit && c.paid < limit {
			d.growBy(c)
		}
	}
}

// longOpen returns the squares that have been unexplained for long enough to
// think of a fault or an illegal move.
func (d *Decoder) longOpen(s *hypothesis, live rules.Squares) rules.Squares {
	var old rules.Squares
	for set := live; set != 0; set &= set - 1 {
		if sq := set.First(); d.now-s.since[sq] >= faultPatience {
			old = old.With(sq)
		}
	}
	return old
}

const (
	faultHypotheses = 8 // the best ones
	faultMost       = 4 // squares that differ, to think of a broken sensor
	doubtMost       = 6 // or of an illegal move; with more it is an accident
)

// tellBest tells the rest of the best hypothesis at the end of a recording. A
// hypothesis that leaves nothing unexplained is preferred: the last silent capture
// has no reply to prove it.
func (d *Decoder) tellBest() {
	d.countAll()
	d.prune()
	pick := d.beam[0]
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
	d.tellLine(pick, d.isFinal(pick))
}

// preferTold returns the best hypothesis that agrees with what was told where pick
// does not, unless pick is clearly better: there will be no further evidence.
func (d *Decoder) preferTold(pick *hypothesis) *hypothesis {
	told := d.pub.tail
	if on := pick.tail.at(told.ply); on != nil && on.line == told.line {
		return pick
	}
	for _, s := range d.beam {
		if on := s.tail.at(told.ply); on != nil && on.line == told.line {
			unsettled := s.mismatch&^s.distrust != 0 && pick.mismatch&^pick.distrust == 0
			if s.total < pick.total+amendBy && !unsettled {
				return s
			}
			break
		}
	}
	return pick
}

// lastCommon returns the last link that a hypothesis shares with what was told.
func (d *Decoder) lastCommon(s *hypothesis) *link {
	l := d.pub.tail
	for l.ply > s.tail.ply {
		l = l.prev
	}
	for on := s.tail.at(l.ply); on.line != l.line && l.prev != nil; on = on.prev {
		l = l.prev
	}
	return l
}

// tellLine makes what was told the line of s, its last move only when that is
// sure to have been made.
func (d *Decoder) tellLine(s *hypothesis, last bool) {
	told := d.pub.tail
	common := d.lastCommon(s)
	rest := s.tail.ply - common.ply
	if rest > 0 && !last {
		rest--
		if common.ply == told.ply && rest == 0 {
			return
		}
	}
	if common.ply < told.ply {
		if rest == 0 {
			d.report(Finding{Kind: Retracted, Ply: common.ply + 1, Move: told.at(common.ply + 1).move, After: common.pos})
		} else {
			next := s.tail.at(common.ply + 1)
			t := d.describe(s, next, Settled)
			t.Kind, t.Corrected, t.Was = Amended, true, told.at(common.ply+1).move
			d.report(t)
			common, rest = next, rest-1
		}
		d.pub.redo = max(d.pub.redo, told.ply)
		d.pub.tail = common
	}
	for ; rest > 0; rest-- {
		next := s.tail.at(common.ply + 1)
		d.tellMade(s, next, Settled)
		common = next
	}
}

// isExchanged reports whether the pawn of a promotion was seen to leave the last
// rank again after it had landed: its piece has taken its place.
func (d *Decoder) isExchanged(l *link) bool {
	for _, g := range d.board.gaps[l.move.To()] {
		if g.from > l.landed && g.until-g.from >= exchangeFor {
			return true
		}
	}
	return false
}

// exchangeFor is how long the last rank is empty at least while a pawn is
// isExchanged for its piece; a shorter gap is a bad contact.
const exchangeFor = 100 * time.Millisecond

// isFinal reports whether the last move of s may be told although nothing more
// will come.
func (d *Decoder) isFinal(s *hypothesis) bool {
	l := s.tail
	if l.prev == nil {
		return true // no move to doubt
	}
	if l.traits&illegal != 0 {
		return false // it stands only when play goes on from it
	}
	if !d.isWhole(s, l) || isLiftedAgain(s, l) {
		return false
	}
	if l.traits&promotion != 0 && !d.isPromotionNamed(l) && d.cfg.Clock && !d.isExchanged(l) {
		return d.press[l.prev.pos.Turn()] >= l.landed
	}
	for _, o := range d.beam {
		if o == s || o.total > s.total+marginStale {
			continue
		}
		if on := o.tail.at(l.ply); on != nil && on.prev != nil && on.prev.line == l.prev.line && (on.move.From() != l.move.From() || on.move.To() != l.move.To()) {
			return false
		}
	}
	return true
}

// Finish ends the game by a word and not by the board: what is sure is told,
// and readings are not moves any more until a first position is shown again.
func (d *Decoder) Finish() {
	if d.dirty {
		d.evaluate()
	}
	if d.phase == playing || d.phase == sweeping {
		if d.phase == sweeping {
			d.tellLastRest()
		} else {
			d.tellBest()
		}
		d.phase = finished
	}
}
