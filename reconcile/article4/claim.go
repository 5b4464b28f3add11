package article4

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// claim handles a claim of a player.
func (ref *Referee) claim(by rules.Color, c trace.Command) {
	switch c.What {
	case trace.ClaimRepetition, trace.ClaimFiftyMoves:
		if by != ref.onMove() || !ref.tellFor(c) {
			ref.claimDraw(by, c)
		}
	case trace.ClaimIllegal:
		if ref.waiting.judging != nil && ref.waiting.judging.by != by || ref.tellReplyBeforeClaim(by) {
			ref.waiting.deferred = &c // the press is judged, or the reply published first
			return
		}
		ref.claimIllegal(by)
	case trace.ClaimTime:
		ref.claimTime(by)
	default:
		if ref.correctMovedOn(0) || ref.tellBeforeClaim(by) || ref.waiting.judging != nil && ref.waiting.judging.by != by {
			ref.waiting.deferred = &c // the press is judged first
			return
		}
		ref.claimBreach(by, c.What)
	}
}

// tellBeforeClaim has the move on the board published before a claim by the other player about it
// is judged, if the decoder was only waiting for the end of the move. It reports whether it did.
func (ref *Referee) tellBeforeClaim(claimant rules.Color) bool {
	t := ref.current()
	if _, ahead := ref.decoder.PendingMove(); !ahead || t.mover() == claimant || ref.hold != nil || ref.header.Tactile {
		return false
	}
	return ref.tellPending(t)
}

// onMove returns the player having the move, even if the opponent's move has been made but not yet
// published.
func (ref *Referee) onMove() rules.Color {
	by := ref.current().mover()
	if _, ahead := ref.decoder.PendingMove(); ahead && ref.hold == nil && !ref.header.Tactile && !(ref.laws.turnByPress && ref.timing.connected) {
		return by.Other()
	}
	return by
}

// mayHaveMove reports whether a player may be the one having the move. While a move has been made but
// not yet published, both may, unless the board can show no other move.
func (ref *Referee) mayHaveMove(by rules.Color) bool {
	switch t := ref.current(); by {
	case ref.onMove():
		return true
	case t.mover():
		_, m := ref.shownPending(t)
		return m == rules.NoMove
	}
	return false
}

// TellMade has the move that was made on the board published, if no other is possible: after it the
// opponent has the move. It reports whether it did.
func (ref *Referee) TellMade() bool {
	return ref.begun && ref.onMove() != ref.current().mover() && ref.tellPending(ref.current())
}

// hasRested reports whether the move that waits to be published is over, as far as its rest shows: its hand may go on
// with a piece that was just set down.
func (ref *Referee) hasRested() bool {
	landed, ahead := ref.decoder.PendingMove()
	return ahead && ref.now >= landed+ref.opt.Slide
}

// tellFor does the same for a command that depends on who has the move, and carries the command out
// afterwards.
func (ref *Referee) tellFor(c trace.Command) bool {
	if !ref.TellMade() {
		return false
	}
	ref.waiting.deferred = &c
	return true
}

// tellReplyBeforeClaim has the claimant's own reply to an illegal move published before the claim
// about that move is judged, if the piece was released a while ago: such a claim comes too late
// (2005:B6, 2018:A.4.2). It reports whether it did.
func (ref *Referee) tellReplyBeforeClaim(claimant rules.Color) bool {
	landed, ahead := ref.decoder.PendingMove()
	t := ref.current()
	if !ahead || t.mover() != claimant || ref.now < landed+ref.opt.Slide || ref.hold != nil || ref.header.Tactile {
		return false
	}
	return ref.tellPending(t)
}

// tellPending has the move on the board published, if it is the only one that fits and no piece has
// to be named. It reports whether it did.
func (ref *Referee) tellPending(t *turn) bool {
	_, m := ref.shownPending(t)
	if m == rules.NoMove {
		return false
	}
	ref.impose(t, m)
	return true
}

// claimBreach decides a claim that Article 4 was broken. A move that breaks what a touch asked for,
// and the release of another piece besides, is judged by what is claimed; a name that fits neither
// breach takes the one that is reported.
func (ref *Referee) claimBreach(by rules.Color, what string) {
	v := ref.violation()
	if v == nil || v.by == by || v.status == upheld || ref.result.text != "" && !ref.result.proposed {
		ref.refuseClaim(by, what)
		return
	}
	ref.dirty = true
	if v.status != claimable {
		v.status = rejected
		ref.offences.settled = v
		ref.refuseClaim(by, what)
		return
	}
	if b := ref.touchBesides(v); b != nil && what == trace.ClaimTouchedPiece {
		v.breach = b
	}
	v.status = upheld
	ref.offences.settled = v
	b := v.breach
	move := ref.turnOf(v.ply).made.Move
	if b.restores != rules.NoMove {
		ref.order(Order{Do: Correct, Ply: v.ply, Move: b.restores})
		ref.holdFor(&hold{why: holdMending, ply: v.ply + 1, undone: rules.NoMove})
		return
	}
	ref.clock.uncertain = true // somebody sets the lever right by hand
	ref.voidMoves(v.ply)
	ref.order(Order{Do: TakeBack, Plies: ref.record.ply() - v.ply + 1})
	ref.holdFor(&hold{why: holdMending, ply: v.ply, undone: move})
}

// touchBesides returns the duty of a touch that the move broke besides what was released, and nil if
// there is none.
func (ref *Referee) touchBesides(v *verdict) *breach {
	t := ref.turnOf(v.ply)
	if !v.breach.rule.isOfRelease(ref.laws) || t == nil || t.made == nil || t.bound != nil {
		return nil
	}
	return ref.laws.touchBroken(t, ref.read(t, 0))
}

// claimIllegal decides a claim of an illegal move in games where illegal moves have to be claimed.
func (ref *Referee) claimIllegal(by rules.Color) {
	ill := ref.offences.illegal
	if ill == nil || ill.status != claimable || ill.by == by || ref.result.text != "" {
		ref.refuseClaim(by, trace.ClaimIllegal)
		return
	}
	t := ref.turnOf(ill.ply)
	if ref.fast().byTouch && t != nil && ref.turnOf(ill.ply+1) != nil && ref.turnOf(ill.ply+1).isTouched() {
		ill.status = lapsed
		ref.refuseClaim(by, trace.ClaimIllegal)
		return
	}
	ill.status = upheld
	ref.putRight(t, ill)
}

// touched is a touch with its turn.
type touched struct {
	turn *turn
	act  *act
}

// lastTouch finds the last touch of a square in this half-move and the one before; nil if there was
// none.
func (ref *Referee) lastTouch(sq rules.Square) *touched {
	for i := len(ref.turns) - 1; i >= 0 && i >= len(ref.turns)-2; i-- {
		t := ref.turns[i]
		for j := len(t.acts) - 1; j >= 0; j-- {
			if a := &t.acts[j]; (a.kind == lifted || a.kind == felt) && a.sq == sq {
				return &touched{t, a}
			}
		}
	}
	return nil
}

// countsFor returns the player for whom a touch counts.
func (ref *Referee) countsFor(l *touched) rules.Color {
	switch a := l.act; {
	case a.kind == felt && a.to == unowned:
		return a.by
	case a.to != unowned || l.turn == ref.current():
		return ref.toucher(*a)
	case l.turn.adjuster(*a) != unowned:
		return l.turn.mover().Other()
	}
	return l.turn.mover()
}

// isBeingLifted reports whether a piece has left a square just now, so that its lift is not yet sure.
func (ref *Referee) isBeingLifted(sq rules.Square) bool {
	return !ref.isMending() && ref.debouncer.isLeaving(sq)
}

// attribute assigns the last touch of a square to a player. A lift that is not yet sure becomes so: a
// person has seen it.
func (ref *Referee) attribute(sq rules.Square, to rules.Color) {
	if ref.isBeingLifted(sq) {
		ref.act(ref.debouncer.settleLift(sq))
	}
	last := ref.lastTouch(sq)
	if last == nil {
		return
	}
	t, a := last.turn, last.act
	was := ref.countsFor(last)
	a.to, a.noise = ownerOf(to), false // a person has seen the hand
	if a.kind == felt {
		a.by = to
	}
	if was != to {
		ref.remark(RemarkReattributed, to)
	}
	ref.dirty = true
	if t.made != nil {
		ref.rejudge(t)
	}
	ref.reopenByTouch(t)
}
