package article4

import (
	"slices"

	"touchmove/rules"
)

// reasonFor returns the reason of a result that the arbiter declares: the proposed reason if the
// same result was proposed, otherwise ByArbiter.
func (ref *Referee) reasonFor(text string) string {
	switch {
	case ref.result.text == text && ref.result.proposed:
		return ref.result.reason
	case ref.proposal.illegal.text == text && ref.result.text == "":
		return ref.proposal.illegal.reason
	case ref.proposal.flag && ref.proposal.byFlag.text == text && ref.result.text == "":
		return ref.proposal.byFlag.reason
	}
	return ByArbiter
}

// adjust handles an announcement of adjusting. Only the player having the move may adjust
// (2009:4.2), from 2018 while their time runs (2018:6.2.5). A player may have the move before the
// opponent's move is published. If the other player says it, the touches of their own pieces that follow
// are theirs (see adjuster).
func (ref *Referee) adjust(by rules.Color) {
	mover := ref.current().mover()
	if landed, ahead := ref.decoder.PendingMove(); ahead && ref.now > landed {
		mover = by
	}
	if by != mover || ref.laws.adjustOwnTime && !ref.hasTime(by) {
		ref.remark(RemarkAdjustNotOnMove, by)
		if by == mover {
			return
		}
	}
	ref.act(act{kind: adjusts, at: ref.now, by: by, sq: rules.NoSquare})
}

// promote handles the choice of a piece, or the report that a pawn was left.
func (ref *Referee) promote(piece string, from speaker) {
	kind := rules.NoKind
	if piece != "none" {
		k, err := rules.ParseKind(piece)
		if err != nil {
			return
		}
		kind = k
	}
	a := act{kind: promotes, at: ref.now, piece: kind, sq: rules.NoSquare}
	if from.named && kind != rules.NoKind && ref.NamesAhead(from.player) {
		a.to = ownerOf(from.player)
		ref.act(a)
		return
	}
	own := from.is(ref.current().mover())
	t := ref.route(a)
	if t.made != nil && kind == rules.NoKind {
		ref.unpromotedAfterAll(t, a)
		return
	}
	ref.act(a)
	if t.made != nil {
		if t.made.assumed || ref.mayRename(t, own) {
			ref.nameLate(t, kind)
		}
		t.made.assumed = false
		if ill := ref.offences.illegal; ill != nil && ill.ply == t.ply && ill.reason == Unpromoted {
			ill.mended = true
		}
		return
	}
	switch {
	case kind != rules.NoKind && ref.hold != nil && ref.hold.why == holdPawn:
		ref.resume()
	case kind == rules.NoKind && ref.hold == nil && t.promotion(ref.read(t, 0)) != nil:
		ref.holdFor(&hold{why: holdPawn, ply: t.ply})
	}
}

// NamesAhead reports whether a player who names a piece means a promotion of their own that is to come:
// the opponent has just promoted and named the piece, and the player can promote in turn.
func (ref *Referee) NamesAhead(by rules.Color) bool {
	if !ref.begun {
		return false
	}
	t := ref.current()
	if t.mover() == by {
		prev := ref.previous()
		return prev != nil && prev.made.Move.Promotion() != rules.NoKind && ref.isNamed(prev) && t.canPromote()
	}
	p, ahead := ref.decoder.PendingLine()
	return ahead && p.Turn() == by && ref.isNamed(t) && p.CanPromote()
}

// isNamed reports whether the piece of a promotion in this turn was named, and no pawn reported left.
func (ref *Referee) isNamed(t *turn) bool {
	r := ref.read(t, 0)
	return r.kinds[1] != rules.NoKind && !slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == promotes && a.piece == rules.NoKind })
}

// mayRename reports whether a piece that was named may be named again: the first was exchanged, or
// its name was a mistake. It may not if a claim has restored it, and not by the opponent, who may be
// about to promote and names the piece for that.
func (ref *Referee) mayRename(t *turn, own bool) bool {
	v := ref.offences.settled
	return !(v != nil && v.ply == t.ply && v.status == upheld) && !(own && ref.current().canPromote())
}

// nameLate replaces the recorded piece with the one that was named, however long ago the pawn was
// exchanged.
func (ref *Referee) nameLate(t *turn, kind rules.Kind) {
	was := t.made.Move
	if was.Promotion() == rules.NoKind || was.Promotion() == kind {
		return
	}
	for _, m := range t.legalMoves() {
		if m.From() == was.From() && m.To() == was.To() && m.Promotion() == kind {
			ref.order(Order{Do: Correct, Ply: t.ply, Move: m})
		}
	}
}

// unpromotedAfterAll handles the report that a pawn was left on the last rank, when a queen has
// already been assumed.
func (ref *Referee) unpromotedAfterAll(t *turn, a act) {
	if !t.made.assumed || t.ply != ref.record.ply() {
		return
	}
	_, pressed := ref.pressFor(t)
	if pressed && ref.laws.pawnBecomesQueen {
		t.made.assumed = false
		ref.countIllegal(t, &illegal{by: t.mover(), ply: t.ply, pressed: ref.now, reason: Unpromoted})
		return
	}
	ref.current().add(a)
	ref.order(Order{Do: TakeBack, Plies: 1})
	ref.holdFor(&hold{why: holdPawn, ply: t.ply})
	if pressed {
		ref.waiting.judging = &judging{at: ref.now + ref.opt.Press, pressed: ref.now, by: t.mover(), ply: t.ply}
	}
}

// restored takes the current readings as the position before the turn, which the arbiter has
// restored. The touches of the attempt still bind.
func (ref *Referee) restored() {
	ref.debouncer.accept()
	ref.waiting.rests = ref.waiting.rests[:0]
	if ref.hold != nil {
		ref.resume()
	}
	ref.act(act{kind: restores, at: ref.now, sq: rules.NoSquare})
}

// flag handles a fallen flag that the arbiter has seen or that was pointed out. The first of two flags
// is the one that counts; where only players call flags, two of them draw (2005:B7, 2009:A4d).
func (ref *Referee) flag(by rules.Color) {
	switch {
	case ref.result.text != "":
	case !ref.proposal.flag || !ref.flags.called[by.Other()]:
		ref.proposeFlag(by)
	case ref.needsFlagClaim():
		ref.flags.called[by] = true
		ref.proposeBothFlags()
	default:
		ref.flags.called[by] = true // it is on record
	}
}
