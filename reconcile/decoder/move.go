package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// trial is a move tried on a hypothesis: what the sensors show of it, when its piece was lifted and
// set down, and what it costs as an explanation.
type trial struct {
	hypothesis     *hypothesis
	move           rules.Move
	left, came     sight         // what the sensors of its two ends show
	moved, arrived bool          // these ends have changed and the hypothesis had not explained it
	distrust       rules.Squares // the sensor that must be broken if the move is true
	unfelt         bool          // or the piece is not detected where it landed
	either         rules.Squares // or it is as likely that the piece is not detected there
	lifted, landed time.Duration
	arrival        time.Duration // when the piece itself landed, which may be before the captured piece left
	cost           float64
	traits         traits
}

// step tries a move that is not castling. The sensor of one end may contradict it, which is then a
// fault, but not those of both.
func (d *Decoder) step(s *hypothesis, m rules.Move) {
	t := trial{hypothesis: s, move: m, cost: d.param[costMove]}
	if !d.ends(&t) {
		return
	}
	d.timing(&t)
	if d.isLeftOver(s.tail, m) {
		return
	}
	if t.arrived && d.stoodAt(&t, t.landed) {
		return
	}
	d.captureSeen(&t)
	if m.IsEnPassant() {
		d.passantSeen(&t)
	}
	d.price(&t)
	c := d.child(s, m, t.lifted, t.landed, t.cost, t.traits)
	if c == nil {
		return
	}
	if t.unfelt {
		c.unfeltAt(m.To(), d.now)
	} else {
		c.distrust |= t.distrust
		c.either = c.either.Without(m.To()) | t.either
	}
	if t.traits&promotion != 0 {
		c.pending = rules.SquaresOf(m.To()) // the pawn may still be exchanged for its piece
	}
	d.born = append(d.born, c)
}

// ends examines both ends of the move, and returns false when there is no evidence for it.
func (d *Decoder) ends(t *trial) bool {
	s, pos := t.hypothesis, t.hypothesis.pos()
	from, to := t.move.From(), t.move.To()
	t.left, t.came = d.sight(s, from, sensors.Empty), d.sight(s, to, readingOf(pos.Turn()))
	switch {
	case t.left == contradicts:
		t.distrust = rules.SquaresOf(from)
	case t.came == contradicts:
		t.distrust = rules.SquaresOf(to)
	}
	if t.distrust != 0 {
		cost := d.faultCost(t.distrust.First())
		if t.distrust.Has(to) && t.left == agrees && !d.board.full.Has(to) {
			switch unfelt := d.unfeltCost(t); {
			case s.numb.Has(to):
				cost = min(cost, d.param[costNumb])
			case unfelt > cost:
			case d.isUnproved(to):
				cost, t.either = unfelt, t.distrust
			default:
				cost, t.unfelt = unfelt, true
			}
		}
		t.cost += cost
		t.traits |= blind
		if t.distrust.Has(to) && t.left == agrees {
			t.traits |= unplaced
		}
	}
	t.moved = t.left == agrees && s.mismatch.Has(from)
	t.arrived = t.came == agrees && s.mismatch.Has(to)
	if !t.moved && !t.arrived && !d.captureAlone(t) {
		return false
	}
	for _, e := range [2]sight{t.left, t.came} {
		switch e {
		case unseen:
			t.cost += d.param[costUnknownEnd]
			t.traits |= blind
		case dubious:
			t.cost += d.param[costOldFault]
			t.traits |= blind
		}
	}
	return true
}

// captureAlone reports whether a capture may have been made of which neither end changed: the
// sensor of its origin is broken or silent.
func (d *Decoder) captureAlone(t *trial) bool {
	to := t.move.To()
	if t.hypothesis.pos().At(to) == rules.NoPiece || t.came != agrees || t.left != unseen && t.left != dubious {
		return false
	}
	if g, ok := d.lastGap(to, t.hypothesis.tail.landed); ok && !d.stoodAt(t, g.until) {
		return true
	}
	// Its victim was slid away, so nothing at all can be seen of it; only what follows shows it.
	if t.left == unseen && d.isOut() {
		t.cost += d.param[costUnknownEnd] // its piece came from where no sensor could see it
		_, made := d.unseenMove(t.hypothesis)
		return made
	}
	t.cost += d.param[costInvisible]
	return d.hasReplied(t.hypothesis)
}

// stoodAt reports whether the origin of a move, which gives no reading now, still gave readings at
// that time: its piece was there then.
func (d *Decoder) stoodAt(t *trial, at time.Duration) bool {
	return t.left == unseen && at < d.board.dark[t.move.From()].from-d.times[arriveSlack]
}

// timing finds when the piece was lifted and when it landed.
func (d *Decoder) timing(t *trial) {
	s, from, to := t.hypothesis, t.move.From(), t.move.To()
	t.lifted = d.now
	switch {
	case s.mismatch.Has(from):
		t.lifted = s.since[from]
	case t.arrived:
		t.lifted = s.since[to]
	case t.left == unseen && d.isOut():
		if at, ok := d.unseenMove(s); ok {
			t.lifted = at
		}
	}
	t.landed = t.lifted
	if t.arrived {
		t.landed = s.since[to]
		if s.pos().At(to) != rules.NoPiece {
			t.landed = d.board.changed[to] // since then it shows the other colour
		}
	}
	if d.outage.until != 0 {
		d.timingInTheDark(t)
	}
	t.arrival = t.landed
}

// captureSeen checks whether the victim of a capture was seen leaving.
func (d *Decoder) captureSeen(t *trial) {
	s, to := t.hypothesis, t.move.To()
	target := s.pos().At(to)
	if target == rules.NoPiece {
		return
	}
	t.traits |= capture
	if t.came != agrees || d.board.polarity {
		return
	}
	if d.board.wasDark(to, max(s.tail.landed, t.lifted)) {
		t.cost += d.param[costUnknownEnd] // the victim could not be seen leaving
		t.traits |= blind
		return
	}
	since := s.tail.landed
	back := s.tail.move.To() == to // the piece that has just arrived there is captured
	if back && s.tail.ply > d.root.ply {
		since += d.times[overlapShort] // what stands there had to land first
	}
	gap, seen := d.lastGap(to, since)
	if seen && (gap.until < t.lifted-d.times[arriveSlack] || d.stoodAt(t, gap.until)) {
		seen = false // lifted and put back before the capturer moved
	}
	if seen && d.pub.slow && back && gap.from < s.tail.landed+d.times[ownPause] {
		t.cost += d.param[costTakenHasty]
	}
	if seen {
		t.cost -= d.refund(s, to, gap) // the captured piece's leaving was part of this move
	}
	switch {
	case !seen:
		t.cost += d.param[costCaptureSilent] - d.param[reliefByWorth]*worth[target.Kind()] + d.takenInstead(t)
		t.traits |= silent
		if back && s.tail.ply > d.root.ply && t.lifted < s.tail.landed {
			t.cost += d.param[costTakenHasty] // it was lifted to capture a piece that had not arrived yet
		}
		t.landed = max(t.landed, s.tail.landed) // the time is unknown
	case gap.from < t.lifted-d.times[earlyBefore]:
		t.cost += d.param[costCaptureEarly]
		t.landed = max(t.landed, gap.until)
	default:
		t.cost += d.param[costCaptureSeen]
		t.landed = max(t.landed, gap.until)
	}
}

// passantSeen finds when the pawn captured en passant was removed.
func (d *Decoder) passantSeen(t *trial) {
	t.traits |= capture | passant
	victim := rules.SquareAt(t.move.To().File(), t.move.From().Rank())
	if t.hypothesis.mismatch.Has(victim) && !d.board.full.Has(victim) {
		t.landed = max(t.landed, t.hypothesis.since[victim])
	}
}

// price adds the costs of the way, the hand, the order of the hands and the choice of a promoted
// piece.
func (d *Decoder) price(t *trial) {
	s, m := t.hypothesis, t.move
	switch {
	case t.arrived:
		t.cost -= d.slid(s, m, t.lifted, t.landed)
	case t.distrust.Has(m.To()):
		t.cost -= d.slid(s, m, t.lifted, d.now)
	}
	if t.left == agrees {
		t.cost += d.inHand(t.landed - t.lifted)
	}
	t.cost += d.order(s, t.lifted, t.landed, t.left) + d.orderInTheDark(t)
	kind := m.Promotion()
	if t.arrived && t.moved && kind == rules.NoKind && d.wasLiftedLate(s, m.From(), t.arrival) {
		t.cost += d.param[costArrivedFirst]
	}
	if kind != rules.NoKind {
		t.traits |= promotion
		t.cost += d.promotionCost(kind, s.pos().Turn(), t.lifted, s.tail.landed)
	}
	if s.tail.prev == nil && t.landed <= d.root.began {
		t.traits |= before | blind
	}
}

// unseenCapture tries a capture that no sensor shows: the victim was slid away under the capturer,
// and the sensor that the capturer left got stuck just then. The only evidence is that the opponent
// has moved since.
func (d *Decoder) unseenCapture(s *hypothesis, m rules.Move) {
	from := m.From()
	tr := capture | silent | blind
	if m.Promotion() != rules.NoKind {
		return
	}
	at := s.tail.landed
	if c := d.child(s, m, at, at, d.param[costMove]+d.param[costCaptureSilent]+d.faultCost(from), tr); c != nil {
		c.distrust = c.distrust.With(from)
		d.born = append(d.born, c)
	}
}
