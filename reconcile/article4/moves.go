package article4

import (
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
)

// Made takes a move that is published at the time at. It replaces what was published for that ply
// and after it.
func (ref *Referee) Made(m halfmove.HalfMove, at time.Duration) {
	if !ref.begun {
		return
	}
	ref.now, ref.dirty = at, true
	held, inHand := ref.pressedInHand(m)
	if m.Ply <= ref.record.ply() {
		ref.cut(m.Ply)
	}
	t := ref.current()
	if t.ply != m.Ply {
		return
	}
	t.made = &made{HalfMove: m, assumed: m.IsAssumedPromotion()}
	m.Released = ref.landing(t)
	t.made.Released = m.Released
	own, rest := t.divide(t.acts, ref.finishUntil(t))
	t.acts = own
	t.made.assumed = t.made.assumed && !ref.isNamed(t) // its piece was named, though no sensor has shown what it took
	if pressed, was := ref.leaveHandPress(t, rest); was {
		held, inHand = pressed, true
	}
	rest = ref.takeReturns(t, ref.leaveEarlyHand(t, m, rest))
	ref.discount(t)
	r := ref.read(t, 0)
	ref.keepAdjusted(r)
	if r.accident {
		ref.noted.irregularity = "displaced"
	}
	ref.withdrawCount(t, rest)
	ref.dropLoss(string(WasLegalMove))
	ref.callFlag()
	if !inHand {
		held, inHand = ref.pressedHolding(t, m, rest)
	}
	lagged := ref.lagged(t)
	ref.judgeMade(t, r)
	ref.record.line = append(ref.record.line, played{uci: m.Move.UCI(ref.record.variant()), after: m.After, illegal: m.Illegal})
	if ref.result.proposed && m.Ply > ref.result.from && !ref.isClaimedDraw() {
		ref.leaveLoss()
		ref.result = result{} // play has gone on; a claim cannot be withdrawn (9.5)
	}
	ref.noted.ambiguous, ref.waiting.judging = nil, ref.keepJudging(m)
	if ill := ref.offences.illegal; ill != nil && m.Illegal && ill.ply == m.Ply {
		ill.restore = false // it was not put right
	}
	ref.recordMove(m)
	ref.declineBy(t.mover(), t.made.Released)
	ref.lapseIllegal(t)
	ref.clock.stopped = false // nobody plays while the clocks are stopped
	if prev := ref.turnOf(m.Ply - 1); prev != nil && ref.laws.turnByPress && ref.timing.connected {
		if p, ok := ref.pressFor(prev); !ok || p > m.Released {
			ref.remark(RemarkMovedEarly, t.mover())
		}
	}
	ref.open(&turn{ply: m.Ply + 1, pos: m.After, acts: rest})
	ref.settlePresses()
	switch {
	case inHand:
		ref.countIdle(t, held, RemarkPieceInHand)
	case lagged != nil:
		ref.countIdle(t, lagged.pressed, RemarkWithoutMove)
	}
	ref.conclude(m.Ply)
	if ref.header.Tactile && ref.result.text == "" {
		ref.order(Order{Do: Hold})
	}
	ref.checkNothingToMend()
	ref.carryOutDeferred()
	ref.checkPutRight()
	ref.update()
}

// landing returns when the piece of the turn's move was released. For a move that was partly
// inferred, that may be later than was published: something came down on its target before the press, or the
// piece had rested elsewhere and left that square.
func (ref *Referee) landing(t *turn) time.Duration {
	at := t.made.Released
	press, pressed := ref.pressFor(t)
	if !t.made.Inferred || t.made.Illegal || !pressed {
		return at
	}
	for _, a := range t.acts {
		if a.kind == placed && a.sq == t.made.Move.To() && a.at < press {
			at = max(at, a.at)
		}
	}
	for _, rel := range ref.read(t, press).releases {
		if rel.from == t.made.Move.From() && rel.sq != t.made.Move.To() {
			at = max(at, rel.until)
		}
	}
	return at
}

// takeReturns moves acts from rest to the turn if they put a piece back that was touched in it and
// was still off the board when its move was released: it was in the player's other hand.
func (ref *Referee) takeReturns(t *turn, rest []act) []act {
	var others []act
	for _, a := range rest {
		if a.kind == placed && ref.isPutBack(t, others, a.sq) {
			t.add(a)
		} else {
			others = append(others, a)
		}
	}
	slices.SortStableFunc(t.acts, byTime)
	return others
}

// Retracted handles the retraction of the move of this ply and all after it.
func (ref *Referee) Retracted(ply int, at time.Duration) {
	if !ref.begun || ply > ref.record.ply() {
		return
	}
	ref.now, ref.dirty = at, true
	if !ref.isMending() { // otherwise the clock is put back together with the moves
		ref.reopenPresses(ply)
	}
	ref.cut(ply)
	if p := ref.waiting.handPress; p != nil && p.ply > ply {
		ref.waiting.handPress = nil // its turn is no more
	}
	ref.judgeAgain()
	if ref.isMending() {
		ref.AccountForPresses()
	}
	ref.checkNothingToMend()
	ref.update()
}

// Displaced records that the board shows no position of the game (7.3, 7.5).
func (ref *Referee) Displaced(at time.Duration) {
	ref.now, ref.noted.irregularity, ref.dirty = at, "displaced", true
	ref.update()
}
