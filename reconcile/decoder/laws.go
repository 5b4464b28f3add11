package decoder

import (
	"math"
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// Hold keeps the decoder from publishing moves until Resume. Outside of play it does nothing.
func (d *Decoder) Hold() {
	if d.phase == playing || d.phase == sweeping {
		d.phase = held
	}
}

// Bar says that an illegal move stood on the board after the last published move, when the clock was
// pressed for it: until then no capture was made there that no sensor has detected. 0 takes it back.
func (d *Decoder) Bar(stood time.Duration) {
	d.pub.takenBack.stood, d.due.dirty = illegalStood{to: d.pub.tail, at: stood}, true
}

// Resume ends Hold. If the board shows the position after the last published move, what was read in
// between is forgotten.
func (d *Decoder) Resume() {
	if d.phase != held {
		return
	}
	d.phase = playing
	d.due.dirty = true
	for _, s := range d.beam {
		s.fresh = true
	}
	plain := hypothesis{tail: d.pub.tail}
	plain.expect()
	if d.board.mismatches(&plain) == 0 {
		d.commitTo(d.pub.tail)
	}
}

// Close ends a game that is held: nothing more of it is published.
func (d *Decoder) Close() {
	if d.phase == held {
		d.phase = finished
		d.awaitNext()
	}
}

// Distrusted returns the squares whose sensors the best hypothesis does not trust.
func (d *Decoder) Distrusted() rules.Squares { return d.beam[0].distrust }

// PendingMove returns when the move after the last published one was set down, and false unless the
// best hypothesis has that move complete, so that only its publication is outstanding.
func (d *Decoder) PendingMove() (landed time.Duration, ok bool) {
	next := d.madeAfter(d.pub.tail)
	if next == nil {
		return 0, false
	}
	if next.traits&silent != 0 {
		return d.lastChange(next), true // its landing was not seen: the last change of its squares belongs to it
	}
	return next.landed, true
}

// IsPendingSeen reports whether PendingMove, or a move after it, was seen to land.
func (d *Decoder) IsPendingSeen() bool {
	l := d.beam[0].tail
	for l.ply > d.pub.tail.ply && l.traits&(silent|blind) != 0 {
		l = l.prev
	}
	return l.ply > d.pub.tail.ply
}

// NextMade returns the move after the last published one, and NoMove unless the best hypothesis has it complete.
func (d *Decoder) NextMade() rules.Move {
	if next := d.madeAfter(d.pub.tail); next != nil {
		return next.move
	}
	return rules.NoMove
}

// Unpublished returns how many moves are made on the board and wait only to be published, and whether
// more seem to have been made after them, of which too little was detected.
func (d *Decoder) Unpublished() (plies int, more bool) {
	l := d.pub.tail
	for next := d.tellableAfter(l); next != nil; next = d.tellableAfter(l) {
		l, plies = next, plies+1
	}
	next := d.madeAfter(l)
	return plies, next != nil && d.phase == playing && next.traits&illegal == 0 && !d.isBarred(d.beam[0], next)
}

// TellMade publishes the moves that Unpublished counts: a person takes them back, or gives another command.
func (d *Decoder) TellMade() {
	for l := d.tellableAfter(d.pub.tail); l != nil; l = d.tellableAfter(l) {
		d.tellMade(d.beam[0], l, RuledOn)
		d.due.dirty = true
	}
}

// HasRested reports whether the last of the moves that Unpublished counts is over: its player has pressed the clock
// for it, or its piece has rested for this long.
func (d *Decoder) HasRested(least time.Duration) bool {
	l := d.pub.tail
	for next := d.tellableAfter(l); next != nil; next = d.tellableAfter(l) {
		l = next
	}
	return l.landed+least <= d.now || l.prev != nil && d.players[l.mover()].press >= l.landed
}

// PendingLine returns the position after the moves that the best hypothesis has made and that are
// not yet published. It returns false when there are none, or when one of them is illegal.
func (d *Decoder) PendingLine() (p rules.Position, ok bool) {
	best, told := d.beam[0], d.pub.tail
	if next := best.tail.at(told.ply + 1); next == nil || next.prev.line != told.line {
		return rules.Position{}, false
	}
	for l := best.tail; l.ply > told.ply; l = l.prev {
		if l.traits&illegal != 0 {
			return rules.Position{}, false
		}
	}
	return *best.pos(), true
}

// IsRecordDoubtful reports whether legal moves alone may explain the readings: a hypothesis not far
// behind explains the whole board, and departs from the published line at a move of which one end
// was not seen.
func (d *Decoder) IsRecordDoubtful() bool {
	for _, s := range d.beam {
		if s.total > d.beam[0].total+onlyMargin {
			break
		}
		common := d.lastCommon(s)
		was := d.pub.tail.at(common.ply + 1)
		next := s.tail.at(common.ply + 1)
		if common.ply < d.pub.tail.ply && was.traits&(silent|blind) != 0 && s.mismatch&^(s.distrust|s.pending) == 0 && s.tail.isLegalSince(common) && (next == nil || !d.leftBeforePress(s, next)) {
			return true
		}
	}
	return false
}

// IsBoardExplained reports whether a hypothesis about as good as the best explains the whole board by
// legal moves alone, other ones than are published, or more. A piece that is not detected where it should stand
// explains nothing: it may be in the hand.
func (d *Decoder) IsBoardExplained() bool {
	for _, s := range d.beam {
		if s.total > d.beam[0].total+closeMargin {
			break
		}
		if s.tail.line != d.pub.tail.line && s.mismatch&^(s.distrust&^s.unfelt) == 0 && s.tail.isLegalSince(d.lastCommon(s)) {
			return true
		}
	}
	return false
}

// Imposed is a move that the Laws take as played: a legal one, or an illegal one that stands.
type Imposed struct {
	Ply            int
	Move           rules.Move
	Legal          bool
	Entered        bool          // a person has announced or entered it, so it is in no doubt
	Lifted, Landed time.Duration // when its piece was lifted and set down
}

// Impose publishes a move that the Laws take as played. What had been published for its ply and later
// ones is dropped. If it is the next move and a hypothesis has it, the others stay: the Laws judge by
// the same readings, and play that goes on may still show that it was another one.
func (d *Decoder) Impose(x Imposed) {
	ply, m, legal := x.Ply, x.Move, x.Legal
	prev := d.pub.tail.at(ply - 1)
	if prev == nil || legal && !x.Entered && d.imposeKept(prev, &x) {
		return
	}
	next := prev.pos.After(m)
	tr := imposed | prev.traits&uncounted
	if !legal {
		tr |= illegal
	}
	l := &link{
		prev: prev, ply: ply, move: m, pos: next, key: next.Key(), line: mixLine(prev.line, m, tr),
		lifted: x.Lifted, landed: min(x.Landed, d.now), traits: tr,
	}
	sure := min(d.certainSinceDark(prev), imposedMost)
	if x.Entered {
		l.traits ^= imposed | forced
		sure = d.certainSinceDark(prev)
	}
	l.bear(prev.paid+d.param[costMove], d.param[costMove])
	switch {
	case m.IsCastling():
		l.traits |= castling
	case m.Promotion() != rules.NoKind:
		l.traits |= promotion
	}
	t := Finding{
		Kind: Made,
		HalfMove: halfmove.HalfMove{
			Ply: ply, Move: m, After: next, Released: l.landed, Illegal: !legal,
			Inferred: m.Promotion() != rules.NoKind && !d.isPromotionNamed(l),
		},
		Confidence: sure,
	}
	if old := d.pub.tail.at(ply); old != nil {
		t.Kind, t.Was, t.Corrected = Amended, old.move, true
	}
	d.report(t)
	d.commitTo(l)
	d.pub.note(l, sure)
}

// imposeKept publishes x after prev from the best hypothesis that has it, and makes those that have
// it likelier than all others. It returns false if none has it.
func (d *Decoder) imposeKept(prev *link, x *Imposed) bool {
	if d.phase != playing || d.pub.tail.line != prev.line {
		return false
	}
	has := func(s *hypothesis) bool {
		on := s.tail.at(prev.ply + 1)
		return on != nil && on.prev.line == prev.line && on.move == x.Move
	}
	i := slices.IndexFunc(d.beam, has)
	if i < 0 {
		return false
	}
	with, others := d.beam[i], math.Inf(1)
	for _, s := range d.beam {
		if !has(s) {
			others = min(others, s.total)
		}
	}
	if ahead := others - with.total; ahead < lawfulAhead {
		for _, s := range d.beam {
			if has(s) {
				s.paid -= lawfulAhead - ahead
				s.total -= lawfulAhead - ahead
			}
		}
	}
	d.prune()
	next := with.tail.at(prev.ply + 1)
	next.lifted, next.landed = min(next.lifted, x.Lifted), min(next.landed, x.Landed) // a hypothesis that began later knows only when it began
	d.tellMade(with, next, Pressed)
	d.pub.departed = 0
	d.due.dirty = true
	return true
}

// lawfulAhead is how far ahead of all others Impose puts the hypotheses that have the move.
const lawfulAhead = 3.0

// IsOnlyMove reports whether every hypothesis that is not far behind agrees with the published
// line, and the best one does not continue it with a move other than m. A move of the same piece to
// a square that is now empty does not count: the piece has been moved on. A capture that was
// detected only by the lift of its piece is never the only move: the piece may stand where it is
// not detected.
func (d *Decoder) IsOnlyMove(m rules.Move) bool {
	told := d.pub.tail
	if d.outage.since != 0 || d.isDark() {
		return false // another move may have been made where no sensor could detect it
	}
	if !d.board.polarity && told.pos.At(m.To()) != rules.NoPiece && !m.IsCastling() && !d.wasSeenTaken(m.To(), told) {
		return false
	}
	if next := d.beam[0].tail.at(told.ply + 1); next != nil && next.move != m && (next.move.From() != m.From() || d.board.full.Has(next.move.To())) {
		return false
	}
	for _, s := range d.beam {
		if s.total > d.beam[0].total+onlyMargin {
			break
		}
		if on := s.tail.at(told.ply); s.tail.ply < told.ply || on == nil || on.line != told.line {
			return false
		}
	}
	return true
}

// wasSeenTaken reports whether something was seen of a capture on sq after the published move: it was
// empty, or is so now. What began after the player had pressed is the reply.
func (d *Decoder) wasSeenTaken(sq rules.Square, told *link) bool {
	g, seen := d.lastGap(sq, told.landed)
	if !seen {
		if d.board.full.Has(sq) {
			return false
		}
		g = d.board.gaps[sq][0]
	}
	pressed := d.players[told.pos.Turn()].press
	return pressed <= told.landed || g.from <= pressed
}

// onlyMargin is how far behind a hypothesis has to be to raise no doubt.
const onlyMargin = 8.0

// closeMargin is how far behind a hypothesis may be that is about as good as the best.
const closeMargin = 3.0

// Continue resumes a game that had been declared over and whose result was withdrawn. Every
// difference between the board and its position is a mismatch.
func (d *Decoder) Continue() {
	if d.ending.proposed {
		d.ending.declined = d.now
	}
	if d.phase == finished {
		d.commitTo(d.pub.tail)
	}
}
