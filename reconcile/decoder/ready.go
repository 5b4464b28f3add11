package decoder

import (
	"slices"
	"time"

	"touchmove/reconcile/release"
	"touchmove/rules"
)

// readySign returns the sign by which the move l of the best hypothesis may be published, or
// NoSign.
func (d *Decoder) readySign(best *hypothesis, l *link) Sign {
	switch {
	case l.traits&(forced|imposed) != 0:
		return Commanded
	case l.traits&illegal != 0:
		if d.hasStood(best, l) && d.hasConsensus(best, l) {
			return Replied
		}
		return NoSign
	case d.isUnfinished(best, l) || !d.hasConsensus(best, l):
		return NoSign
	}
	// Waiting helps if the hand may still go on. It does not help if the board was read wrongly, so
	// a lower probability is enough for that.
	worth, least := d.tolerance(d.now - l.landed)
	var hand Evidence
	d.signs(&hand, best, l, d.replies(best, l))
	sign := hand.sign()
	if sign == Quiet && d.mayGoOn(best, l, hand.Hand(), worth) {
		return NoSign
	}
	w := d.weigh(l, beforeMost)
	e := d.evidence(&w, 0, l, best)
	if e.ReadRightly() < least {
		return NoSign
	}
	return sign
}

// mayGoOn reports whether it is worth waiting to see if the hand goes on with the piece of l, when a
// second of waiting has to add this much certainty.
func (d *Decoder) mayGoOn(best *hypothesis, l *link, x *release.Signs, worth float64) bool {
	quiet, most := d.now-d.lastChange(l), d.times[restMost]
	if !d.board.clock && best.mismatch&^best.distrust == 0 {
		most = d.times[restAlone]
	}
	// A delay that nobody notices costs little, and one that is noticed anyway may be longer. With a
	// clock everybody waits for the press.
	if quiet < d.times[promptFor] && !d.board.clock && x[release.Tried] == 0 {
		worth = max(worth, d.param[promptWorth])
	}
	return quiet < most && x.Gain() > worth
}

// tolerance returns, for a move of this age, how much certainty a second of waiting has to add, and
// how probable it must be that the board was read correctly. A doubt that does not end must not
// hold up the game.
func (d *Decoder) tolerance(age time.Duration) (worth, least float64) {
	worth, least = d.param[sureWorth], d.param[sureLeast]
	if d.cfg.Quick {
		worth, least = d.param[quickWorth], d.param[quickLeast]
	}
	if age > d.times[patience] {
		times := float64(age) / float64(d.times[patience])
		worth, least = worth*times, least/times
	}
	return worth, least
}

// sign returns the sign that the move is over.
func (e *Evidence) sign() Sign {
	switch {
	case e[RepliedOnce] > 0:
		return Replied
	case e[PressedAfter] > 0:
		return Pressed
	case e[TouchedAfter] > 0:
		return Touched
	}
	return Quiet
}

// hasConsensus reports whether every hypothesis close to the best has this move.
func (d *Decoder) hasConsensus(best *hypothesis, l *link) bool {
	margin := marginFresh
	switch age := d.now - l.landed; {
	case l.traits&blind != 0 && age > blindAge:
		return true // it may stay a guess for the rest of the game, but later moves are not guesses
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

// isUnfinished reports whether anything shows that the move l of the best hypothesis is not over
// yet, however likely it is.
func (d *Decoder) isUnfinished(best *hypothesis, l *link) bool {
	if mayBeHalfCastling(best, l) || d.mayRestElsewhere(best, l) || d.mayBeTakenOn(best, l) {
		return true
	}
	if d.replies(best, l) > 0 {
		return false
	}
	// A move made before reading began may be a piece that was set up wrongly: only a reply shows
	// which.
	if best.tail != l || l.traits&before != 0 || !d.isWhole(best, l) || isLiftedAgain(best, l) || d.mayHaveTakenElsewhere(l) || d.isUnplaced(l) {
		return true
	}
	prev := &l.prev.pos
	pressed, touched := d.isPressedFor(l), l.traits&silent == 0 && d.isTouchedByOpponent(best)
	switch {
	case pressed:
		if l.traits&silent != 0 && d.now-d.players[prev.Turn()].press < d.times[silentPressed] {
			return true // the piece may still land
		}
	case !touched && (d.now-d.lastChange(l) < d.restLeast(l) || d.now-l.landed < d.times[restMost] && mayTakeOn(best, l)):
		return true
	}
	if leavesCorner(l) && best.mismatch.Has(prev.King(prev.Turn())) {
		return true // the king is in the air: this is castling with the rook first
	}
	if l.traits&promotion == 0 || d.isPromotionNamed(l) || touched {
		return false
	}
	return !pressed || d.now-d.players[prev.Turn()].press < d.times[promoteSaid]
}

// isUnplaced reports whether no sensor shows the piece of l. It may still be in the hand, even of a player
// who has pressed: only a reply, or the end of the game, shows that it is not, or time, where nobody replies.
func (d *Decoder) isUnplaced(l *link) bool {
	return l.traits&unplaced != 0 && !d.board.full.Has(l.move.To()) &&
		!(d.isPressedToEnd(l) && d.now-d.players[l.mover()].press >= d.times[silentMate])
}

// isPressedToEnd reports whether l is mate or stalemate and its player has pressed for it: nobody will reply.
func (d *Decoder) isPressedToEnd(l *link) bool { return !l.pos.HasLegalMove() && d.isPressedFor(l) }

// restLeast returns how long the squares of l must be quiet if no other sign shows that it is over.
func (d *Decoder) restLeast(l *link) time.Duration {
	least := d.times[rested]
	if d.cfg.Quick && d.mayGoBack(l) { // the risk alone would not make it wait
		least = d.times[triedWait]
	}
	if l.traits&silent != 0 { // the piece was not detected on its target
		switch least = d.times[silentWait]; {
		case d.cfg.Quick:
			least = d.times[silentQuick]
		case d.board.clock && l.pos.HasLegalMove():
			least = d.times[silentPress]
		case d.board.clock:
			least = d.times[silentMate]
		}
	}
	if isKingToCentre(l) { // this may be the first of the two kings
		least = max(least, centreWait)
		if d.board.clock {
			least = max(least, centreWaitPress)
		}
	}
	if d.wasKnocked(l) {
		least = max(least, d.times[knockWait])
	}
	return least
}

// isPressedFor reports whether the player of l has pressed the clock after the move.
func (d *Decoder) isPressedFor(l *link) bool {
	p := d.players[l.prev.pos.Turn()].press
	return p >= l.landed && p >= 0
}

// isWhole reports whether the move is complete.
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
	return d.players[l.mover()].promote.names(l.lifted, l.beganAt())
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

// isTouchedByOpponent reports whether exactly one piece of the side to move, one with a legal move,
// has been off its square for a moment and nothing else disagrees: the opponent treats the move as
// finished.
func (d *Decoder) isTouchedByOpponent(best *hypothesis) bool {
	live := best.mismatch &^ best.distrust
	if live.Count() != 1 {
		return false
	}
	sq, l := live.First(), best.tail
	early, least := best.since[sq] < l.landed, stood
	if couldHaveTaken(l, sq) { // the piece of l may be on its way to where this one was taken off
		least = stoodVictim
	}
	if best.class(sq) != missingMover || d.now-best.since[sq] < least || early && (d.board.clock || least == stoodVictim) {
		return false // or it was lifted before the move had landed, and a press will come
	}
	d.memory.moves = best.pos().LegalMovesFrom(rules.SquaresOf(sq), d.memory.moves[:0])
	return len(d.memory.moves) > 0
}

// mayTakeOn reports whether a piece that l could have captured instead was taken off before l
// landed and is still missing: then the piece of l may only rest on its way there.
func mayTakeOn(best *hypothesis, l *link) bool {
	for set := best.mismatch &^ best.distrust; set != 0; set &= set - 1 {
		if sq := set.First(); best.class(sq) == missingMover && best.since[sq] < l.landed && couldHaveTaken(l, sq) {
			return true
		}
	}
	return false
}

// couldHaveTaken reports whether the piece of l could have captured on sq instead.
func couldHaveTaken(l *link, sq rules.Square) bool {
	if l.prev == nil || l.traits&castling != 0 || l.move.To() == sq {
		return false
	}
	var room [32]rules.Move
	return slices.ContainsFunc(l.prev.pos.LegalMovesFrom(rules.SquaresOf(l.move.From()), room[:0]), func(m rules.Move) bool {
		return m.To() == sq && !m.IsCastling()
	})
}

// hasStood reports whether play has gone on from an illegal move: by two moves, or by one that has
// stood for a while.
func (d *Decoder) hasStood(best *hypothesis, l *link) bool {
	switch best.tail.ply - l.ply {
	case 0:
		return false
	case 1:
		return best.tail.traits&silent == 0 && d.now-best.tail.landed >= standsFor
	}
	return true
}

// isLiftedAgain reports whether the piece of the last move of a hypothesis has been lifted again, or never
// landed, or seems to stand where it came from, which no piece of the opponent's that is missing explains.
func isLiftedAgain(s *hypothesis, l *link) bool {
	off, back := s.mismatch&^s.distrust, s.mismatch&l.pos.Of(l.pos.Turn()) == 0
	return l.traits&castling == 0 && (off.Has(l.move.To()) || back && off.Has(l.move.From()))
}

// mayBeHalfCastling reports whether a rook's move from its corner may be half of castling: the
// king's target square is full and nothing else explains it, so the sensor under the king may
// wrongly show that the king has not moved.
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

// mayRestElsewhere reports whether, since the piece of l was lifted, a piece has stood where the
// hypothesis has none, although nothing was detected of the capture l: it may be the piece of l, on
// a square where it may not go. What is put down after its player has pressed is another piece.
func (d *Decoder) mayRestElsewhere(s *hypothesis, l *link) bool {
	if l.traits&silent == 0 {
		return false
	}
	until := d.now
	if d.isPressedFor(l) {
		until = d.players[l.prev.pos.Turn()].press + d.times[silentPressed]
	}
	for set := s.mismatch &^ (s.distrust | s.pending | s.full); set != 0; set &= set - 1 {
		if at := s.since[set.First()]; at >= l.lifted && at <= until {
			return true
		}
	}
	return false
}

// mayHaveTakenElsewhere reports whether nothing was detected of the capture l, while another piece
// left its square and something was set down there before the press: the piece may have captured
// that one, which is illegal. The reply shows which.
func (d *Decoder) mayHaveTakenElsewhere(l *link) bool {
	if l.traits&silent == 0 || d.board.polarity || d.board.changed[l.move.To()] >= l.lifted {
		return false
	}
	pressed := d.players[l.prev.pos.Turn()].press
	for set := l.prev.pos.Occupied() & d.board.full; set != 0; set &= set - 1 {
		g, ok := d.lastGap(set.First(), l.prev.landed)
		if ok && g.until > l.lifted && g.until-g.from >= exchangeFor && (pressed < l.lifted || g.from < pressed) && set.First() != l.move.To() {
			return true
		}
	}
	return false
}

// mayBeTakenOn reports whether l is one of the last two moves but one, of which no sensor shows the end of the second, and only
// the piece of the first has moved since, to where the piece of the second had stood, and nobody pressed in between: that
// piece has rather taken the other one.
func (d *Decoder) mayBeTakenOn(s *hypothesis, l *link) bool {
	next := s.tail
	reply := next.prev
	if !d.board.clock || reply == nil || reply.prev == nil || l != reply && l != reply.prev {
		return false
	}
	was := reply.prev
	if was.prev == nil || reply.traits&(silent|unplaced) == 0 || next.traits&castling != 0 || next.move.From() != was.move.To() || next.move.To() != reply.move.From() {
		return false
	}
	for _, p := range d.players {
		if p.press >= was.landed && p.press < next.landed || p.pressed >= was.landed && p.pressed < next.landed {
			return false
		}
	}
	return true
}

const standsFor = 2 * time.Second

// isBarred reports whether next is a capture that no sensor has detected, at a time when an illegal move
// stood on the board, or would only publish again what a command has taken back, because the
// pieces have not been put back yet, or are just being put back. If the captured piece is put back
// before the piece that captured it, the board looks as if the capture were being made.
func (d *Decoder) isBarred(best *hypothesis, next *link) bool {
	if s := &d.pub.takenBack.stood; s.at > 0 && best.tail == next && next.traits&silent != 0 && next.prev.line == s.to.line && next.landed <= s.at {
		return true
	}
	back := &d.pub.takenBack
	if back.to == nil || next.prev != back.to {
		return false
	}
	if next.landed <= back.to.landed || next.landed <= back.at {
		return true
	}
	if best.tail != next || d.players[next.prev.pos.Turn()].press >= next.landed {
		return false // play has gone on from there
	}
	return next.landed <= back.shown || back.shown == 0 && next.move == back.move
}

// watchTakenBack records when the board shows the position to which moves were taken back. What was read
// before is forgotten then: the same move made again is a new one.
func (d *Decoder) watchTakenBack() {
	back := &d.pub.takenBack
	if back.to == nil || back.shown != 0 {
		return
	}
	p := &back.to.pos
	if d.board.differs(p.Occupied(), p.Of(rules.White), p.Of(rules.Black))&^d.beam[0].distrust == 0 {
		back.shown = d.now
		if d.pub.tail == back.to && d.phase == playing {
			d.commitTo(back.to)
		}
	}
}
