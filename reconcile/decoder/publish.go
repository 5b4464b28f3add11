package decoder

import (
	"math"
	"slices"
	"time"

	"touchmove/rules"
)

// publisher decides which moves of the best hypothesis are told, and when.
type publisher struct {
	tail     *link         // the last move told
	departed time.Duration // since when the best hypothesis departs from what was told; 0 is not
	from     *link         // where it departs
	back     bool          // it is a forerunner of what was told
	caution  float64       // how much more certain to be than usual, after having been wrong
	redo     int           // plies up to this one were told otherwise before
	pace     [12]time.Duration
	paces    int
	median   time.Duration
	slow     bool // a game with time between its moves
}

// Consensus: how far another hypothesis has to be behind before its different
// opinion on a move no longer counts. An old doubt must not hold up the game.
const (
	marginFresh  = 2.0
	marginOld    = 1.0
	marginStale  = 0.3
	marginBlind  = 2.5 // one end of the move was not seen
	blindAge     = 120 * time.Second
	marginSilent = 1.3 // which piece was taken is shown by what follows, not by time
	oldAge       = 3 * time.Second
	staleAge     = 8 * time.Second

	stood = 60 * time.Millisecond // a reply, or an opponent's touch, that is no bounce

	level       = 0.5 // of two lines to one position, what was told stands
	amendBy     = 1.5
	amendFor    = 200 * time.Millisecond
	retractBy   = 2.5
	retractFor  = time.Second
	cautionMost = 4.0
	cautionLess = 0.03 // with each move told
	cautionBy   = 1.0

	deepest = 8
	deepBy  = 0.75
	deepFor = 500 * time.Millisecond

	// How long the squares of a move are quiet before it is told without any
	// other sign, by what else the hand could still have in mind.
	waitDone     = 500 * time.Millisecond
	waitFew      = 1200 * time.Millisecond
	waitMany     = 2500 * time.Millisecond
	waitPress    = 3 * time.Second
	fewElsewhere = 3
	waitQuick    = 350 * time.Millisecond // in the quick way of telling, whatever else is possible
	silentQuick  = 2 * time.Second
	promoteWait  = 1100 * time.Millisecond
	promoteSaid  = 600 * time.Millisecond // after the press, for the word that names the piece
	silentWait   = 7 * time.Second
	silentPress  = 20 * time.Second // where a press is due
	knockWait    = 8 * time.Second  // after something else was knocked with it
	endMargin    = 4.0
)

// publish tells what has become sure at d.now.
func (d *Decoder) publish() {
	if d.phase != playing || d.areKingsUp() {
		return
	}
	if d.isInDisarray() {
		return
	}
	for {
		best := d.beam[0]
		told := d.pub.tail
		if on := best.tail.at(told.ply); on != nil && on.line == told.line {
			d.pub.departed = 0
			next := best.tail.at(told.ply + 1)
			if next == nil || d.isBarred(best, next) {
				return
			}
			sign := d.readySign(best, next)
			if sign == NoSign {
				return
			}
			d.tellMade(best, next, sign)
			continue
		}
		if !d.amendOrRetract(best, told) {
			return
		}
	}
}

// amendOrRetract handles a best hypothesis that is not what was told. It returns true when
// something was told and there may be more.
func (d *Decoder) amendOrRetract(best *hypothesis, told *link) bool {
	common := d.lastCommon(best)
	back := common.ply == best.tail.ply
	if d.pub.departed == 0 || d.pub.from != common || d.pub.back != back {
		d.pub.departed, d.pub.from, d.pub.back = d.now, common, back
	}
	gap := math.Inf(1)
	for _, s := range d.beam[1:] {
		if on := s.tail.at(told.ply); on != nil && on.line == told.line {
			gap = s.total - best.total
			break
		}
	}
	since := d.now - d.pub.departed
	// What was told long ago has been agreed with by every move since; to
	// overturn it takes more, and more patience, than to mend the last move.
	depth := min(told.ply-common.ply-1, deepest)
	gap -= float64(depth)*deepBy + d.pub.caution*cautionBy
	since -= time.Duration(depth) * deepFor
	if back {
		if gap < retractBy || since < retractFor {
			return false
		}
		d.report(Finding{Kind: Retracted, Ply: common.ply + 1, Move: told.at(common.ply + 1).move, After: common.pos})
		d.pub.redo = max(d.pub.redo, told.ply)
		d.pub.tail = common
		d.pub.departed = 0
		d.pub.raiseCaution(told.ply - common.ply)
		return true
	}
	if gap < amendBy || since < amendFor {
		return false
	}
	next := best.tail.at(common.ply + 1)
	sign := d.readySign(best, next)
	if sign == NoSign {
		return false
	}
	t := d.describe(best, next, sign)
	t.Kind, t.Corrected, t.Was = Amended, true, told.at(common.ply+1).move
	d.report(t)
	d.pub.redo = max(d.pub.redo, told.ply)
	d.pub.tail = next
	d.pub.departed = 0
	d.pub.raiseCaution(told.ply - common.ply)
	return true
}

// raiseCaution makes the publisher more careful after it had to drop several plies:
// something about the board is worse than it seems.
func (p *publisher) raiseCaution(plies int) {
	if plies >= 3 {
		p.caution = min(p.caution+1, cautionMost)
	}
}

func (d *Decoder) tellMade(best *hypothesis, l *link, sign Sign) {
	t := d.describe(best, l, sign)
	t.Kind = Made
	d.report(t)
	d.pub.advance(l)
}

func (d *Decoder) report(f Finding) {
	f.At = d.now
	d.findings = append(d.findings, f)
}

// advance keeps the pace of the game: the median time between its moves.
func (p *publisher) advance(l *link) {
	if l.prev != nil && l.prev.prev != nil {
		p.pace[p.paces%len(p.pace)] = l.landed - l.prev.landed
		p.paces++
		n := min(p.paces, len(p.pace))
		sorted := p.pace
		slices.Sort(sorted[:n])
		p.median = sorted[n/2]
		p.slow = p.median >= slowGame
	}
	p.caution = max(0, p.caution-cautionLess)
	p.tail = l
}

func (d *Decoder) describe(best *hypothesis, l *link, sign Sign) Finding {
	gap := beamMargin
	for _, s := range d.beam {
		if on := s.tail.at(l.ply); on == nil || on.move != l.move {
			gap = s.total - best.total
			break
		}
	}
	return Finding{
		Ply: l.ply, Move: l.move, After: l.pos, Released: min(l.landed, d.now),
		Confidence: 1 / (1 + math.Exp(-max(gap, 0)-1)),
		Inferred:   l.traits&(silent|blind) != 0 || l.traits&promotion != 0 && !d.isPromotionNamed(l),
		Corrected:  l.ply <= d.pub.redo,
		Illegal:    l.traits&illegal != 0,
		Reason:     d.reason(best, l, sign),
	}
}

// readySign returns the sign by which the move l of the best hypothesis may be told, or
// NoSign.
func (d *Decoder) readySign(best *hypothesis, l *link) Sign {
	if !d.hasConsensus(best, l) {
		return NoSign
	}
	return d.endSign(best, l)
}

// hasConsensus asks whether every hypothesis close to the best has this move.
func (d *Decoder) hasConsensus(best *hypothesis, l *link) bool {
	margin := marginFresh
	switch age := d.now - l.landed; {
	case l.traits&blind != 0 && age > blindAge:
		return true // it may stay a guess for the rest of the game; the moves after it are none
	case l.traits&blind != 0:
		margin = marginBlind
	case l.traits&silent != 0:
		margin = marginSilent
	case age > staleAge:
		margin = marginStale
	case age > oldAge:
		margin = marginOld
	}
	margin *= 1 + d.pub.caution
	for _, s := range d.beam[1:] {
		if s.total > best.total+margin {
			break
		}
		if on := s.tail.at(l.ply); on != nil && (on.move.From() != l.move.From() || on.move.To() != l.move.To()) {
			return false
		}
	}
	return true
}

// endSign returns what shows that the move l has come to its end.
func (d *Decoder) endSign(best *hypothesis, l *link) Sign {
	if l.traits&forced != 0 {
		return Commanded
	}
	if l.traits&illegal != 0 {
		if d.hasStood(best, l) {
			return Replied
		}
		return NoSign
	}
	if mayBeHalfCastling(best, l) || mayRestElsewhere(best, l) {
		return NoSign
	}
	// A later move stands: hands have gone on.
	for next := best.tail; next != l; next = next.prev {
		if next.traits&silent == 0 && d.now-next.landed >= stood {
			return Replied
		}
	}
	if best.tail != l || l.traits&before != 0 {
		return NoSign // the latter may be a piece set up wrongly: only a reply shows
	}
	if !d.isWhole(best, l) || isLiftedAgain(best, l) {
		return NoSign
	}
	mover := l.prev.pos.Turn()
	if p := d.press[mover]; p >= l.landed && p >= 0 && (l.traits&promotion == 0 || d.isPromotionNamed(l) || d.now-p >= promoteSaid) {
		return Pressed
	}
	if l.traits&silent == 0 && d.isTouchedByOpponent(best) {
		return Touched
	}
	if l.traits&promotion != 0 && !d.isPromotionNamed(l) {
		return NoSign
	}
	if d.now-d.lastChange(l) >= d.wait(best, l) {
		return Quiet
	}
	return NoSign
}

// isLiftedAgain reports whether the piece of the last move of a hypothesis has been lifted
// again, or never landed.
func isLiftedAgain(s *hypothesis, l *link) bool {
	to := l.move.To()
	return l.traits&castling == 0 && s.mismatch.Has(to) && !s.distrust.Has(to)
}

// mayBeHalfCastling reports whether a rook's move from its corner may be half of castling:
// the king's square of castling is full and nothing else explains it, so it may
// be the sensor under the king that says it has not moved.
func mayBeHalfCastling(s *hypothesis, l *link) bool {
	p := &l.prev.pos
	from := l.move.From()
	if l.traits&castling != 0 || !p.Castling().Has(from) {
		return false
	}
	kingTo, rookTo := rules.SquareAt(6, from.Rank()), rules.SquareAt(5, from.Rank())
	if from < p.King(p.Turn()) {
		kingTo, rookTo = rules.SquareAt(2, from.Rank()), rules.SquareAt(3, from.Rank())
	}
	return l.move.To() == rookTo && s.mismatch.Has(kingTo) && !s.distrust.Has(kingTo) && s.class(kingTo) == extra
}

// mayRestElsewhere reports whether a piece stands where the hypothesis has none since the
// piece of l was lifted, while nothing was seen of the capture that l is said to
// be: the piece may be that one, on a square where it may not go.
func mayRestElsewhere(s *hypothesis, l *link) bool {
	if l.traits&silent == 0 {
		return false
	}
	for set := s.mismatch &^ (s.distrust | s.pending | s.full); set != 0; set &= set - 1 {
		if s.since[set.First()] >= l.lifted {
			return true
		}
	}
	return false
}

// isWhole reports whether nothing of the move itself is still to be done.
func (d *Decoder) isWhole(best *hypothesis, l *link) bool {
	if l.traits&castling != 0 {
		return best.pending&best.mismatch == 0
	}
	if l.traits&passant != 0 {
		victim := rules.SquareAt(l.move.To().File(), l.move.From().Rank())
		return !best.mismatch.Has(victim)
	}
	if l.traits&promotion != 0 {
		return !best.mismatch.Has(l.move.To())
	}
	return true
}

// isPromotionNamed reports whether a command has named the piece.
func (d *Decoder) isPromotionNamed(l *link) bool {
	return d.promote.kind != rules.NoKind && d.promote.at >= l.lifted-promoteBefore
}

// lastChange returns when a square of the move last changed.
func (d *Decoder) lastChange(l *link) time.Duration {
	t := l.landed
	for _, sq := range [2]rules.Square{l.move.From(), l.move.To()} {
		t = max(t, d.board.changed[sq])
	}
	if l.traits&castling != 0 {
		a, b := l.prev.pos.CastlingTargets(l.move)
		t = max(t, d.board.changed[a], d.board.changed[b])
	}
	return t
}

// isTouchedByOpponent reports whether exactly one piece of the side to move has been off
// its square for a moment, one that has a legal move, and nothing else
// disagrees: the opponent takes the move for finished.
func (d *Decoder) isTouchedByOpponent(best *hypothesis) bool {
	live := best.mismatch &^ best.distrust
	if live.Count() != 1 {
		return false
	}
	sq := live.First()
	if best.class(sq) != missingMover || d.now-best.since[sq] < stood {
		return false
	}
	d.moves = best.pos().LegalMovesFrom(rules.SquaresOf(sq), d.moves[:0])
	return len(d.moves) > 0
}

// wait is how long the squares of a move have to be quiet before it is told
// without any other sign.
func (d *Decoder) wait(best *hypothesis, l *link) time.Duration {
	if l.traits&silent != 0 {
		if d.cfg.Quick {
			return silentQuick
		}
		if d.clock {
			return silentPress
		}
		return silentWait
	}
	var w time.Duration
	switch {
	case l.traits&(capture|castling) != 0:
		w = waitDone // a piece was taken, or two were moved: hands do not hesitate after that
	case l.traits&promotion != 0:
		w = promoteWait
	case d.clock:
		w = waitPress // the press will come
	default:
		switch n := d.otherTargets(l); {
		case n == 0:
			w = waitDone
		case n <= fewElsewhere:
			w = waitFew
		default:
			w = waitMany
		}
	}
	if d.cfg.Quick {
		w = min(w, waitQuick)
	}
	prev := &l.prev.pos
	if prev.At(l.move.From()).Kind() == rules.Rook && prev.Castling().Has(l.move.From()) && l.traits&castling == 0 {
		w = max(w, 1600*time.Millisecond)
		if best.mismatch.Has(prev.King(prev.Turn())) {
			return time.Hour
		}
	}
	if isKingToCentre(l) {
		w = max(w, centreWait)
	}
	if d.wasKnocked(l) {
		w = max(w, knockWait)
	}
	if (best.mismatch &^ best.distrust).Count() >= 2 {
		w *= 2
	}
	return w
}

// otherTargets counts the other empty squares to which the piece of l could have
// gone. A player in doubt may rest it on one of these before playing on; with
// none there is nothing to be in doubt about.
func (d *Decoder) otherTargets(l *link) int {
	prev := &l.prev.pos
	d.moves = prev.LegalMovesFrom(rules.SquaresOf(l.move.From()), d.moves[:0])
	n := 0
	for _, m := range d.moves {
		if m.To() != l.move.To() && !m.IsCastling() && prev.At(m.To()) == rules.NoPiece {
			n++
		}
	}
	return n
}

// areKingsUp reports whether both kings are off their squares at once, or one stands
// in the centre, or was last seen leaving its square, and the other is off:
// nobody plays like that; the game is over or something fell.
func (d *Decoder) areKingsUp() bool {
	best := d.beam[0]
	p := best.pos()
	up := rules.SquaresOf(p.King(rules.White), p.King(rules.Black)) &^ (d.board.full | d.board.blind | best.distrust)
	return up.Count() == 2 || up != 0 && (isKingToCentre(best.tail) || d.hasUnseenKing(best))
}

// isInDisarray reports whether so much of the board is unexplained by the best hypothesis,
// or has been for so short a time, that nothing should be told.
func (d *Decoder) isInDisarray() bool {
	best := d.beam[0]
	live := best.mismatch &^ (best.distrust | best.pending)
	if live.Count() < 3 {
		return false
	}
	young := 0
	for set := live; set != 0; set &= set - 1 {
		if d.now-best.since[set.First()] < unrestFor {
			young++
		}
	}
	return young >= 3
}

const unrestFor = 20 * time.Second
