package decoder

import (
	"time"

	"touchmove/rules"
)

// grow lets every fresh story grow by the moves that the readings now allow,
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
			d.expand(s, false)
		}
		parents = parents[:0]
		for _, c := range d.born {
			if d.enter(c) && depth+1 < maxDepth {
				parents = append(parents, c)
			}
		}
		parents = d.standing(parents)
	}
	d.parents = parents[:0]
	d.born = d.born[:0]
}

// standing keeps of the new stories those that no other has replaced.
func (d *Decoder) standing(new []*story) []*story {
	kept := new[:0]
	for _, c := range new {
		if c.tail != nil && c.fresh {
			kept = append(kept, c)
		}
	}
	return kept
}

// expand adds the children of s to the beam. With faults it also tries moves
// of which a trusted sensor denies one end.
func (d *Decoder) expand(s *story, faults bool) {
	if live := s.dis &^ s.distrust; live.Count() > growAtMost {
		return
	}
	if d.swappable(s) {
		d.castleInPlace(s)
	}
	if s.dis == 0 && s.distrust == 0 && d.board.blind == 0 {
		return
	}
	pos := s.pos()
	mover := pos.Of(pos.Turn())
	uncertain := s.distrust | d.board.blind
	if mover&(s.dis|uncertain) == 0 && !faults {
		return
	}
	d.moves = pos.LegalMoves(d.moves[:0])
	for _, m := range d.moves {
		if pos.At(m.To()).Kind() == rules.King {
			continue // after an illegal move a king may hang; nobody takes it
		}
		if m.IsCastling() {
			if !faults {
				d.castle(s, m)
			}
			continue
		}
		d.step(s, m, faults)
	}
}

// sight is how the sensor of one end of a move speaks of it.
type sight uint8

const (
	agrees  sight = iota // reads what the move leaves behind
	unseen               // gives no reading
	dubious              // is not trusted by this story
	denies               // is trusted and reads something else
)

func (d *Decoder) sight(s *story, sq rules.Square, full, white bool) sight {
	bit := rules.Squares(1) << sq
	if d.board.blind&bit != 0 {
		return unseen
	}
	ok := (d.board.full&bit != 0) == full
	if ok && full && d.board.polarity {
		ok = (d.board.white&bit != 0) == white
	}
	switch {
	case ok && s.distrust&bit != 0:
		return dubious
	case ok:
		return agrees
	case s.distrust&bit != 0:
		return dubious
	}
	return denies
}

// step tries a move that is not castling.
func (d *Decoder) step(s *story, m rules.Move, faults bool) {
	pos := s.pos()
	from, to := m.From(), m.To()
	fromBit, toBit := rules.Squares(1)<<from, rules.Squares(1)<<to
	white := pos.Turn() == rules.White

	left := d.sight(s, from, false, white)
	came := d.sight(s, to, true, white)
	target := pos.At(to)
	takes := target != rules.NoPiece
	ep := m.IsEnPassant()

	cost := costMove
	var distrust rules.Squares
	var tr traits
	if faults && left != denies && came != denies {
		return
	}
	if left == denies || came == denies {
		if !faults || left == came {
			return
		}
		if takes && left == denies && !d.board.polarity {
			d.unseenCapture(s, m)
			return
		}
		// One end must be plainly seen and have stood for a while.
		seen := from
		if left == denies {
			seen, distrust = to, fromBit
		} else {
			distrust = toBit
		}
		if s.dis&(1<<seen) == 0 || s.distrust&(1<<seen) != 0 || d.now-s.since[seen] < faultPatience {
			return
		}
		cost += d.faultCost(distrust.First())
		tr |= blind
	}
	moved := left == agrees && s.dis&fromBit != 0
	arrived := came == agrees && s.dis&toBit != 0
	if !moved && !arrived {
		// Nothing speaks for the move but perhaps a capture seen happening.
		if !takes || came != agrees || left != unseen && left != dubious {
			return
		}
		if d.emptied(to, s.tail.landed) == nil {
			// Nothing at all can be seen of a capture that leaves a sensor
			// stuck on and slides its victim away; only the reply tells.
			if left != dubious || d.board.full&fromBit == 0 || !d.replied(s) {
				return
			}
			cost += costInvisible
		}
	}
	for _, e := range [2]sight{left, came} {
		switch e {
		case unseen:
			cost += costUnknownEnd
			tr |= blind
		case dubious:
			cost += costOldFault
			tr |= blind
		}
	}

	lifted := d.now
	if s.dis&fromBit != 0 {
		lifted = s.since[from]
	} else if arrived {
		lifted = s.since[to]
	}
	landed := lifted
	if arrived {
		landed = s.since[to]
		if takes {
			landed = d.board.changed[to] // since then it shows the other colour
		}
	}
	arrival := landed
	if takes {
		tr |= capture
		if came == agrees && !d.board.polarity {
			since := s.tail.landed
			if s.tail.ply > d.rootPly && s.tail.move.To() == to {
				since += overlapShort // what stands there had to land first
			}
			gap := d.emptied(to, since)
			if gap != nil && d.pub.slow && s.tail.move.To() == to && gap.from < s.tail.landed+ownPause {
				cost += costTakenHasty
			}
			if gap != nil && s.dis&toBit == 0 && s.since[to] == gap.from {
				cost -= s.acc[to] // the captured piece going was part of this move
			}
			switch {
			case gap == nil:
				cost += costCaptureSilent - reliefByWorth*worth[target.Kind()]
				tr |= silent
				landed = max(landed, s.tail.landed) // nobody saw when
			case gap.from < lifted-earlyBefore:
				cost += costCaptureEarly
				landed = max(landed, gap.until)
			default:
				cost += costCaptureSeen
				landed = max(landed, gap.until)
			}
		}
	}
	if ep {
		tr |= capture | passant
		victim := rules.SquareAt(to.File(), from.Rank())
		if s.dis&(1<<victim) != 0 && d.board.full&(1<<victim) == 0 {
			landed = max(landed, s.since[victim])
		}
	}
	if arrived {
		cost -= d.slid(s, m, lifted, landed)
	}
	if left == agrees {
		cost += inHand(landed - lifted)
	}
	cost += d.order(s, from, lifted, landed, left)
	if arrived && moved && m.Promotion() == rules.NoKind && d.liftedLate(s, from, arrival) {
		cost += costArrivedFirst
	}

	if kind := m.Promotion(); kind != rules.NoKind {
		tr |= promotion
		cost += d.promotionCost(kind, lifted)
	}
	c := d.child(s, m, lifted, landed, cost, tr)
	c.distrust |= distrust
	if tr&promotion != 0 {
		c.pending = toBit // the pawn may still be exchanged for its piece
	}
	d.born = append(d.born, c)
}

// slid returns what a story had to pay for brief contacts on the way of m,
// between its lifting and its landing, and a little more: they are its own
// trace, and tell it from another move of the same two hands.
func (d *Decoder) slid(s *story, m rules.Move, lifted, landed time.Duration) float64 {
	df, dr := m.To().File()-m.From().File(), m.To().Rank()-m.From().Rank()
	steps := max(df, -df, dr, -dr)
	if df != 0 && dr != 0 && df != dr && df != -dr {
		return 0
	}
	back := 0.0
	for i := 1; i < steps; i++ {
		sq := rules.SquareAt(m.From().File()+i*df/steps, m.From().Rank()+i*dr/steps)
		g := &d.board.gaps[sq]
		touched, left := g[1].until, g[0].from
		if touched < lifted || left < touched || left > landed+bounce || s.dis.Has(sq) || s.since[sq] != touched {
			continue
		}
		back += s.acc[sq] + costPathTouched
	}
	return back
}

// inHand prices a piece that was long in the hand: nobody holds one for a minute
// and then plays it.
func inHand(t time.Duration) float64 {
	if t <= holdFree {
		return 0
	}
	return min(costHeldMost, costHeldSecond*(t-holdFree).Seconds())
}

// unseenCapture tries a capture of which nothing shows: the victim was slid
// away under the capturer, and the sensor that the capturer left has stuck on
// just then. Only that the opponent has since moved speaks for it.
func (d *Decoder) unseenCapture(s *story, m rules.Move) {
	if !d.replied(s) {
		return
	}
	from := m.From()
	tr := capture | silent | blind
	if m.Promotion() != rules.NoKind {
		return
	}
	at := s.tail.landed
	c := d.child(s, m, at, at, costMove+costCaptureSilent+d.faultCost(from), tr)
	c.distrust = c.distrust.With(from)
	d.born = append(d.born, c)
}

// faultCost prices a new fault of a sensor: one that has been seen to change
// since the game began is less likely to be broken than one that never has.
func (d *Decoder) faultCost(sq rules.Square) float64 {
	if d.board.changed[sq] > d.began {
		return costNewFault
	}
	return costNewFault - reliefUnproved
}

// replied says whether a piece of the side not to move has been off its square
// for longer than a touch.
func (d *Decoder) replied(s *story) bool {
	for set := s.dis &^ s.distrust; set != 0; set &= set - 1 {
		sq := set.First()
		if s.class(sq) == missingOther && d.now-s.since[sq] >= overlapShort {
			return true
		}
	}
	return false
}

// order prices hands that crossed: the piece was lifted, or even landed,
// before the move it replies to had landed.
func (d *Decoder) order(s *story, from rules.Square, lifted, landed time.Duration, left sight) float64 {
	before := s.tail.landed
	if s.tail.ply == d.rootPly || left == unseen || left == dubious {
		return 0
	}
	cost := 0.0
	if early := before - lifted; early > 0 {
		if early < overlapShort {
			cost += costLiftOverlap
		} else {
			cost += costLiftEarly + curves[missingOther].at(early)
		}
	}
	if lifted < s.tail.lifted-bounce {
		cost += costLiftUntouched
	}
	switch early := before - landed; {
	case early > landedSlack:
		cost += costLandedBefore
	case early > 0:
		cost += costLandedClose
	}
	// The same player's own last move: nobody plays twice within a fifth of a
	// second.
	if own := s.tail.prev; own != nil && own.ply > d.rootPly {
		switch pause := lifted - own.landed; {
		case pause < 0:
			cost += costOwnOverlap
		case pause < ownPause:
			cost += costOwnHasty
		}
	}
	return cost
}

// liftedLate says whether the piece of this square was still there when
// something landed elsewhere at the time landed, so that it cannot be what
// landed.
func (d *Decoder) liftedLate(s *story, from rules.Square, landed time.Duration) bool {
	if s.since[from] <= landed+arriveSlack {
		return false
	}
	for _, g := range d.board.gaps[from] {
		if g.from != 0 && g.from >= s.tail.landed-overlapShort && g.from <= landed+arriveSlack {
			return false
		}
	}
	return true
}

// emptied returns the latest gap of a square that began after since (hands may
// overlap a little), or nil when the square never read empty.
func (d *Decoder) emptied(sq rules.Square, since time.Duration) *gap {
	for i := range d.board.gaps[sq] {
		g := &d.board.gaps[sq][i]
		if g.from == 0 || g.from < since-overlapShort {
			return nil
		}
		if g.until != 0 {
			return g
		}
	}
	return nil
}

// castle tries castling: all of it done, or the king landed and the rook to
// follow, or the rook landed and the king in the air.
func (d *Decoder) castle(s *story, m rules.Move) {
	pos := s.pos()
	white := pos.Turn() == rules.White
	king, rook := m.From(), m.To()
	kingTo, rookTo := pos.CastlingTargets(m)
	origins := rules.SquaresOf(king, rook)
	targets := rules.SquaresOf(kingTo, rookTo)
	leave := origins &^ targets
	arrive := targets &^ origins
	stay := origins & targets

	var tr traits = castling
	cost := costMove
	good, bad := rules.Squares(0), rules.Squares(0)
	check := func(sq rules.Square, full bool) {
		switch d.sight(s, sq, full, white) {
		case agrees:
			good = good.With(sq)
		case denies:
			bad = bad.With(sq)
		case unseen:
			cost += costUnknownEnd
			tr |= blind
		case dubious:
			cost += costOldFault
			tr |= blind
		}
	}
	for sq := range leave.All() {
		check(sq, false)
	}
	for sq := range (arrive | stay).All() {
		check(sq, true)
	}
	if good&s.dis == 0 && leave|arrive != 0 {
		return
	}
	landed := s.tail.landed
	lifted := d.now
	note := func(sq rules.Square) {
		if s.dis.Has(sq) {
			landed = max(landed, s.since[sq])
			lifted = min(lifted, s.since[sq])
		}
	}
	for sq := range (leave | arrive).All() {
		note(sq)
	}
	for sq := range stay.All() {
		if g := d.emptied(sq, s.tail.landed); g != nil {
			landed = max(landed, g.until)
			lifted = min(lifted, g.from)
		} else if bad == 0 && d.now > 0 {
			// A square that stays occupied must have changed hands, unless the
			// piece on it is the one that stays.
			if !(sq == king && sq == kingTo || sq == rook && sq == rookTo) {
				cost += costCastleStill
			}
		}
	}
	if leave|arrive == 0 && (bad != 0 || !d.bothUp(king, rook, s.tail.landed)) {
		return // nothing differs before and after: both must have been in the air
	}
	var pending rules.Squares
	if bad != 0 {
		// Half done. The king must be off its square.
		kingGone := !leave.Has(king) || good.Has(king)
		kingThere := arrive.Has(kingTo) && good.Has(kingTo) && s.dis.Has(kingTo)
		rookThere := arrive.Has(rookTo) && good.Has(rookTo) && s.dis.Has(rookTo)
		rookGone := leave.Has(rook) && good.Has(rook)
		switch {
		case kingThere && kingGone:
			pending = rules.SquaresOf(rook, rookTo) &^ rules.SquaresOf(king, kingTo)
		case rookThere && rookGone && kingGone:
			pending = rules.SquaresOf(kingTo)
		default:
			return
		}
		if bad&^pending != 0 {
			return
		}
		cost += costCastlePart
	}
	if lifted > landed {
		lifted = landed
	}
	cost += d.order(s, king, lifted, landed, agrees)
	c := d.child(s, m, lifted, landed, cost, tr)
	c.pending = pending
	d.born = append(d.born, c)
}

// swappable says whether a castling of this story would leave every square as
// it is: only in Chess960, king and rook side by side on each other's targets.
func (d *Decoder) swappable(s *story) bool {
	p := s.pos()
	return p.Variant() == rules.Chess960 && s.dis == 0 && p.Castling()&p.Of(p.Turn()) != 0
}

// castleInPlace tries the castlings that change no square.
func (d *Decoder) castleInPlace(s *story) {
	d.moves = s.pos().LegalMoves(d.moves[:0])
	for _, m := range d.moves {
		if !m.IsCastling() {
			continue
		}
		kingTo, rookTo := s.pos().CastlingTargets(m)
		if kingTo == m.To() && rookTo == m.From() {
			d.castle(s, m)
		}
	}
}

// bothUp says whether two squares have been empty at the same time since then,
// and are not any more.
func (d *Decoder) bothUp(a, b rules.Square, since time.Duration) bool {
	for _, g := range d.board.gaps[a] {
		for _, h := range d.board.gaps[b] {
			if g.from >= since && h.from >= since && g.until > h.from && h.until > g.from {
				return true
			}
		}
	}
	return false
}

// promotionCost prices the choice of the piece. A promote command close to the
// move decides it.
func (d *Decoder) promotionCost(kind rules.Kind, lifted time.Duration) float64 {
	if d.promote.kind != rules.NoKind && d.promote.at >= lifted-promoteBefore {
		if d.promote.kind == kind {
			return 0
		}
		return costDenied
	}
	switch kind {
	case rules.Knight:
		return costKnight
	case rules.Rook:
		return costRook
	case rules.Bishop:
		return costBishop
	}
	return 0
}

const (
	promoteBefore = 2 * time.Second  // a command may come this long before the pawn is lifted
	promoteAfter  = 30 * time.Second // and this long after it landed
	faultPatience = 1500 * time.Millisecond
)

// worth is what a piece is worth, in pawns.
var worth = [8]float64{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9}

// child makes the story that goes on from s with m.
func (d *Decoder) child(s *story, m rules.Move, lifted, landed time.Duration, cost float64, tr traits) *story {
	c := d.take()
	*c = *s
	next := s.pos().After(m)
	c.tail = &link{
		prev: s.tail, ply: s.tail.ply + 1, move: m, pos: next, key: next.Key(),
		line: mixLine(s.tail.line, m, tr&illegal != 0), lifted: lifted, landed: landed, traits: tr, price: cost,
	}
	d.settleChild(c, cost)
	return c
}

// settleChild gives a new child its expectation, its price and its
// disagreements: what the move explains is dropped unpaid, what it newly
// denies is opened.
func (d *Decoder) settleChild(c *story, cost float64) {
	c.paid += cost
	if prev := c.tail.prev; prev.traits&castling == 0 {
		c.pending = 0 // else the reply came before the rook
	}
	c.expect()
	now := d.board.denies(c)
	for gone := c.dis &^ now; gone != 0; gone &= gone - 1 {
		sq := gone.First()
		if c.distrust.Has(sq) || c.full.Has(sq) && c.since[sq] < c.tail.lifted-overlapShort {
			c.close(sq) // older than the move, so not explained by it
		} else {
			c.drop(sq)
		}
	}
	for set := c.dis &^ (c.distrust | c.pending); set != 0; set &= set - 1 {
		sq := set.First()
		if n := c.tail.ply - int(c.sincePly[sq]); n > 1 && n <= 1+persistPlies {
			c.acc[sq] += costPersist
		}
	}
	for came := now &^ c.dis; came != 0; came &= came - 1 {
		c.open(came.First(), d.now)
	}
	c.fresh = true
	c.faultTried = 0
}
