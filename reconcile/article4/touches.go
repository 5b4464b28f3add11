package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// takeTouches handles the lifts and placings that have become sure.
func (ref *Referee) takeTouches() {
	acts := ref.debouncer.settled(ref.now)
	if ref.isMending() {
		ref.checkMendedAtRest()
		return // players are putting the board right
	}
	for _, a := range acts {
		if !ref.putsRight(a) {
			ref.act(a)
		}
	}
	ref.checkPutRight()
	if ref.header.Tactile {
		ref.checkReply()
	}
	if ref.hold != nil && ref.hold.why == holdIllegal {
		ref.checkMendedAtRest()
	}
	ref.checkPutBack()
	ref.takeBackHeld()
	ref.checkAskedBack()
}

// act adds an act to its turn and reports it.
func (ref *Referee) act(a act) {
	ref.takeBackEarlyHand(a)
	ref.correctAtReply(a)
	ref.takeBackFrozen(a)
	t := ref.route(a)
	i := len(t.acts)
	for i > 0 && t.acts[i-1].at > a.at {
		i--
	}
	t.add(a)
	if i < len(t.acts)-1 {
		copy(t.acts[i+1:], t.acts[i:])
		t.acts[i] = a
	}
	ref.dirty = true
	ref.leaveTakenOn(a)
	ref.tellTakenOn(a)
	silent := a.kind == placed && t.isNoise(a) // so far: as of a bad contact, whose lift is not reported
	ref.discount(t)
	if t.made != nil {
		ref.leaveLate(t, a)
		ref.rejudge(t)
		return
	}
	if !ref.isOfReply(t, a) {
		ref.noted.ambiguous = nil
	}
	if a.kind > felt || ref.result.text != "" {
		return
	}
	r := ref.read(t, 0)
	ref.checkHandPress(t, r, a)
	by := ref.toucher(a)
	switch a.kind {
	case lifted, felt:
		piece := t.pos.At(a.sq)
		if piece == rules.NoPiece || a.noise || a.kind == felt && ref.header.Tactile {
			return
		}
		if a.kind == lifted {
			for _, rel := range r.releases {
				if rel.sq == a.sq && rel.until == a.at {
					return // moved on from where it was set down
				}
			}
		} else {
			by = a.by
		}
		ref.notify(Touched{Square: a.sq, Piece: piece, By: by})
	case placed:
		if i == len(t.acts)-1 && r.returned != rules.NoPiece {
			by = ref.returnedBy(t, r, a.sq, by)
			if silent {
				if t.isNoise(a) {
					return
				}
				ref.notify(Touched{Square: a.sq, Piece: r.returned, By: by}) // a hand after all: its lift was not reported
			}
			ref.tellReturned(t, r, a, by)
			return
		}
		ref.waiting.rests = append(ref.waiting.rests, rest{due: a.at + ref.opt.Slide, ply: t.ply, sq: a.sq, at: a.at})
	}
}

// isOfReply reports whether an act after a press about whose move a person is asked is the opponent's reply, which does not
// show the move: it changes no square of the player's, and none to which one of the moves leads.
func (ref *Referee) isOfReply(t *turn, a act) bool {
	j := ref.waiting.asked
	return j != nil && j.ply == t.ply && a.kind <= placed && a.at > j.pressed && !t.pos.Of(t.mover()).Has(a.sq) &&
		!slices.ContainsFunc(ref.noted.ambiguous, func(m rules.Move) bool { return m.To() == a.sq })
}

// returnedBy returns who returned the piece that came back to a square; by is who seems to have done it.
// If the piece was part of an illegal move, that move is forgotten.
func (ref *Referee) returnedBy(t *turn, r *reading, sq rules.Square, by rules.Color) rules.Color {
	if ref.putsIllegalRight(t, r) {
		by = t.mover()
		ref.forgetIllegal(t)
	}
	return ref.returner(t, r, sq, by)
}

// tellReturned reports the piece that came back with this act.
func (ref *Referee) tellReturned(t *turn, r *reading, a act, by rules.Color) {
	ref.notify(Returned{Square: a.sq, Piece: r.returned, By: by, Announced: r.returnedAnn})
	if prev := ref.previous(); ref.isBeforeTurn(a.at) && prev != nil && r.returned.Color() == t.mover() {
		ref.remark(RemarkTouchedEarly, t.mover())
	}
}

// putsIllegalRight reports whether the piece that came back was part of an illegal move that is put
// right: what the decoder takes for a move was none.
func (ref *Referee) putsIllegalRight(t *turn, r *reading) bool {
	ill := ref.offences.illegal
	return ill != nil && ill.onBoard && ill.ply == t.ply && r.returned.Color() == t.mover()
}

// forgetIllegal has the decoder forget an illegal move once the board shows the position before it again:
// it must not turn up later as a move of the game, with what comes next as the reply.
func (ref *Referee) forgetIllegal(t *turn) {
	if board := ref.shows(); ref.hold == nil && !ref.waiting.heldForPress && board.differs(&t.pos) == 0 {
		ref.order(Order{Do: Hold})
		ref.order(Order{Do: Resume})
	}
}

// returner returns the player for whom a piece came back: the one to whom the arbiter attributed its
// lift, who had said that they adjust their own pieces, or who held it while moving another piece of their
// own; otherwise by.
func (ref *Referee) returner(t *turn, r *reading, sq rules.Square, by rules.Color) rules.Color {
	for _, a := range slices.Backward(t.acts) {
		if a.kind == lifted && a.sq == sq {
			if a.to != unowned || t.adjuster(a) != unowned || r.returned.Color() == t.mover() {
				return ref.toucher(a)
			}
			break
		}
	}
	return by
}

// route finds the turn to which an act belongs by its time.
func (ref *Referee) route(a act) *turn {
	i := len(ref.turns) - 1
	if a.kind == placed && i > 0 && ref.turns[i-1].made != nil && ref.isPutBack(ref.turns[i-1], ref.turns[i].acts, a.sq) {
		return ref.turns[i-1]
	}
	for i > 0 {
		prev := ref.turns[i-1]
		m := prev.made
		if a.at > m.Released {
			finishing := a.kind <= placed && a.at <= ref.finishUntil(prev) && footprint(&prev.pos, m.Move).Has(a.sq) &&
				!slices.ContainsFunc(ref.turns[i].acts, func(o act) bool { return o.kind == lifted })
			choice := a.kind == promotes && a.isFor(prev.mover()) && m.Move.Promotion() != rules.NoKind &&
				(!slices.ContainsFunc(ref.turns[i].acts, func(o act) bool { return o.kind == lifted }) || !ref.turns[i].canPromote())
			if !finishing && !choice {
				break
			}
		}
		i--
		if a.at > m.Released {
			break
		}
	}
	return ref.turns[i]
}

// isPutBack reports whether a piece that was touched in a turn, and was still off the board when its
// move was made, is set down on its square again; later are the acts since then.
func (ref *Referee) isPutBack(t *turn, later []act, sq rules.Square) bool {
	taken := sq == t.pos.Captured(t.made.Move)
	if slices.ContainsFunc(later, func(o act) bool { return o.sq == sq || taken && o.kind == lifted }) {
		return false // something else happened there, or the reply has begun and puts a piece where one was taken
	}
	r := ref.read(t, 0)
	return slices.ContainsFunc(r.hand, func(h held) bool { return h.from == sq && h.touch > 0 && r.touches[h.touch-1].sq == sq })
}

// isLiftedBefore reports whether something was lifted at this time before the moved piece was.
func (t *turn) isLiftedBefore(at time.Duration) bool {
	return !slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == lifted && a.sq == t.made.Move.From() && a.at <= at })
}

// takeBackEarlyHand returns a lift of the opponent's piece, taken for the start of the reply, to the
// turn before when that piece is put back and the player, who had lifted it before the moved piece,
// has not pressed yet.
func (ref *Referee) takeBackEarlyHand(a act) {
	t, prev := ref.current(), ref.previous()
	if a.kind != placed || prev == nil {
		return
	}
	i := slices.IndexFunc(t.acts, func(o act) bool { return o.sq == a.sq })
	if i < 0 || a.at > ref.finishUntil(prev) || t.acts[i].kind != lifted || t.acts[i].at > prev.made.Released || !prev.isLiftedBefore(t.acts[i].at) ||
		slices.ContainsFunc(t.acts[i+1:], func(o act) bool { return o.sq == a.sq }) {
		return
	}
	prev.acts = append(prev.acts, t.acts[i])
	slices.SortStableFunc(prev.acts, byTime)
	t.acts = slices.Delete(t.acts, i, i+1)
}
