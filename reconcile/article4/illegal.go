package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// illegalMove counts an illegal move, or lets it stand where it has to be claimed.
func (ref *Referee) illegalMove(t *turn, r *reading, j *judging) {
	if old := ref.offences.illegal; old != nil && old.ply == t.ply && old.onBoard && !t.hasHandled(old.pressed) {
		return // the same position, with another press
	}
	if r.takes > 0 {
		t.acts[r.takes-1].takes = true
	}
	t.accounted++
	ref.clock.uncertain = true
	ref.void(j.by, j.pressed)
	ill := &illegal{by: j.by, ply: t.ply, pressed: j.pressed, reason: NotLegal, onBoard: true, seen: t.displaced(r), move: t.illegalMove(r)}
	if t.promotedBeside(r) != 0 || t.isPromotedWrongly(r) {
		ill.reason, ill.move = NotPromoted, rules.NoMove
	}
	if ref.ignoresOnlyPawn(t, ill.move) {
		ref.imposeIllegal(t, ill.move)
		return
	}
	ill.unasked = ill.move != rules.NoMove && ref.arbiterActsUnasked(t, ill.move)
	if ref.fast().claim && ill.move != rules.NoMove && !ill.unasked {
		ill.status = claimable
		ref.offences.found(ill)
		ref.notify(IllegalMove{By: ill.by, Reason: ill.reason})
		ref.imposeIllegal(t, ill.move)
		return
	}
	if d := ref.laws.released(t, r, &ref.opt); ref.laws.releaseBindsAgain && d != nil {
		t.bound = d
	} else {
		t.voided = j.pressed
	}
	ref.countAndRestore(t, ill)
	if ref.result.text == "" && ref.mayLookLegal(t, r) {
		ref.holdFor(&hold{why: holdIllegal, ply: t.ply})
	}
}

// ignoresOnlyPawn reports whether a reply is illegal only because of the queen that is recorded for a pawn left on the
// last rank, which nobody has claimed: the pawn gives no check, and a knight on its square would give none.
func (ref *Referee) ignoresOnlyPawn(t *turn, m rules.Move) bool {
	ill, prev := ref.offences.illegal, ref.previous()
	if m == rules.NoMove || prev == nil || ill == nil || ill.ply != prev.ply || ill.reason != Unpromoted || ill.status != claimable || ill.mended {
		return false
	}
	for _, to := range prev.legalMoves() {
		if was := prev.made.Move; to.From() == was.From() && to.To() == was.To() && to.Promotion() == rules.Knight {
			p := prev.pos.After(to)
			return slices.Contains(p.LegalMoves(nil), m)
		}
	}
	return false
}

// arbiterActsUnasked reports whether both kings are in check, so that the arbiter acts without a
// claim even where illegal moves have to be claimed (2005:B6, 2009:A4c).
func (ref *Referee) arbiterActsUnasked(t *turn, m rules.Move) bool {
	after := t.pos.After(m)
	return ref.laws.unasked[ref.timing.rate.Mode] == actsAtOnce && areBothInCheck(&after)
}

// areBothInCheck reports whether both kings are attacked; no legal move leads to that.
func areBothInCheck(p *rules.Position) bool {
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if p.King(c) == rules.NoSquare || p.Attackers(p.King(c), c.Other()) == 0 {
			return false
		}
	}
	return true
}

// proposeDrawIfStillIllegal proposes a draw when both kings are in check, or a pawn stands on the
// last rank, and one more completed move has not put that right (2014:A.4b, 2018:A.4.4).
func (ref *Referee) proposeDrawIfStillIllegal(t *turn) {
	if !ref.fast().claim || ref.laws.unasked[ref.timing.rate.Mode] != drawsAfterNext {
		return
	}
	prev := ref.turnOf(t.ply - 1)
	if prev == nil || prev.made == nil {
		return
	}
	kings := t.made.Illegal && prev.made.Illegal && areBothInCheck(&t.made.After) && areBothInCheck(&prev.made.After)
	if kings || ref.isPawnStillLeft(prev, t) {
		ref.propose(ResultKnown{Result: rules.Drawn.String(), Reason: IllegalPosition})
	}
}

// isPawnStillLeft reports whether a pawn was reported left on the last rank by the move of
// turn t, and still stands there after the reply.
func (ref *Referee) isPawnStillLeft(t, reply *turn) bool {
	ill := ref.offences.illegal
	if ill == nil || ill.ply != t.ply || ill.reason != Unpromoted || ill.status != lapsed || ill.mended {
		return false
	}
	to := t.made.Move.To()
	return reply.made.After.At(to) == t.made.After.At(to)
}

// pawnLeft handles a press with a pawn left standing on the last rank.
func (ref *Referee) pawnLeft(t *turn, d *duty, j *judging) {
	ill := &illegal{by: j.by, ply: t.ply, pressed: j.pressed, reason: Unpromoted, unasked: ref.laws.unasked[ref.timing.rate.Mode] == actsAtOnce}
	if !ref.laws.pawnBecomesQueen {
		ref.void(j.by, j.pressed)
	}
	switch {
	case ref.laws.completeAtRelease:
		ref.pressWithoutMove(t, j, RemarkWithoutMove)
		return
	case ref.laws.pawnBecomesQueen:
		ref.countIllegal(t, ill)
		if ref.result.text == "" {
			ref.dropHold()
			ref.order(Order{Do: Promote, Kind: rules.Queen})
			ref.order(Order{Do: Resume})
		}
		return
	case ref.laws.releaseBindsAgain:
		t.bound = d
	default:
		t.voided = j.pressed
	}
	ref.countAndRestore(t, ill)
}

// fast returns how illegal moves are handled in this game.
func (ref *Referee) fast() fast {
	if !IsLoose(ref.header.Laws, ref.timing.rate) {
		return fast{}
	}
	return ref.laws.loose[ref.timing.rate.Mode]
}

// countIllegal raises the player's count, or records that the illegal move may be claimed. Nothing on the board
// has to be put back.
func (ref *Referee) countIllegal(t *turn, ill *illegal) {
	if !ref.waitsForClaim(ill) {
		ref.punish(t, ill)
	}
}

// countAndRestore does what countIllegal does, and has the players restore the position before the move if it counts.
func (ref *Referee) countAndRestore(t *turn, ill *illegal) {
	if !ref.waitsForClaim(ill) {
		ill.restore = true
		ref.punish(t, ill)
	}
}

// waitsForClaim records an illegal move that was found, and reports whether it counts only when it is claimed.
func (ref *Referee) waitsForClaim(ill *illegal) bool {
	ref.offences.found(ill)
	ref.dirty = true
	if !ref.fast().claim || ill.unasked {
		return false
	}
	ill.status = claimable
	ref.notify(IllegalMove{By: ill.by, Reason: ill.reason})
	return true
}

// punish counts an illegal move and reports its penalty.
func (ref *Referee) punish(t *turn, ill *illegal) {
	ref.offences.counts[ill.by]++
	ill.count, ill.counted = ref.offences.counts[ill.by], true
	restore := ""
	if ill.restore {
		restore = t.pos.FEN()
	}
	var proof *Proof
	switch {
	case (ill.status == upheld || ill.ruled) && ref.fast().loses:
		text, why := ref.lossOrDraw(ill.by, &t.pos)
		ill.penalty, proof = &Penalty{Result: text}, why
	case ref.laws.loseAt > 0 && ill.count >= ref.laws.loseAt:
		text, why := ref.loses(ill.by, &t.pos, ref.laws.drawIfNoMate)
		ill.penalty, proof = &Penalty{Result: text}, why
	case ref.laws.seconds[ref.timing.rate.Mode] > 0:
		ill.penalty = &Penalty{OpponentTimeS: ref.laws.seconds[ref.timing.rate.Mode]}
	}
	ref.notify(IllegalMove{By: ill.by, Number: ill.count, Restore: restore, Reason: ill.reason})
	if ill.penalty != nil && ill.penalty.Result != "" {
		// The arbiter declares it. The board is still read, since the arbiter may decide otherwise.
		ref.result = result{text: ill.penalty.Result, reason: rules.IllegalMoves.String(), proposed: true, from: ref.record.ply(), proof: proof}
	}
}

// illegalMove finds which illegal move was made: a piece moved to a wrong square, illegal castling,
// or an illegal capture en passant. It returns NoMove for anything else. The numbers are those that
// rules.Move documents.
func (t *turn) illegalMove(r *reading) rules.Move {
	const castlingFlag, passantFlag, queenFlag = 1 << 12, 2 << 12, 8<<12 | rules.Move(rules.Queen)<<12
	var own []release
	for _, rel := range r.releases {
		if rel.until == 0 && rel.piece.Color() == t.mover() {
			own = append(own, rel)
		}
	}
	var missing rules.Squares
	for _, h := range r.hand {
		missing = missing.With(h.from)
	}
	plain := func(from, to rules.Square) rules.Move { return rules.Move(from) | rules.Move(to)<<6 }
	switch len(own) {
	case 1:
		from, to := own[0].from, own[0].sq
		m := plain(from, to)
		pawn := own[0].piece.Kind() == rules.Pawn
		missing = missing.Without(to)
		if pawn && missing == rules.SquaresOf(to^8) && from.File() != to.File() {
			return m | passantFlag
		}
		if missing != 0 || t.pos.At(to).Kind() == rules.King {
			return rules.NoMove
		}
		if pawn && (to.Rank() == 0 || to.Rank() == 7) {
			return m | queenFlag
		}
		return m
	case 2:
		if missing != 0 {
			return rules.NoMove
		}
		for _, pair := range [2][2]release{{own[0], own[1]}, {own[1], own[0]}} {
			king, rook := pair[0], pair[1]
			if king.piece.Kind() != rules.King || rook.piece.Kind() != rules.Rook || king.from.Rank() != rook.from.Rank() {
				continue
			}
			m := plain(king.from, rook.from) | castlingFlag
			if kingTo, rookTo := t.pos.CastlingTargets(m); king.sq == kingTo && rook.sq == rookTo {
				return m
			}
		}
	}
	return rules.NoMove
}

// withdrawCount withdraws a count when the move turns out to have been a legal one made before the
// press; later are the acts after its release. Only the arbiter can withdraw what the arbiter has
// confirmed.
func (ref *Referee) withdrawCount(t *turn, later []act) {
	ill := ref.offences.illegal
	if ill == nil || !ill.counted || ill.confirmed || ill.reason == NotPromoted || !ill.onBoard && !ill.idle || ill.ply != t.ply || t.made.Illegal || t.made.Released > ill.pressed || t.isPutRight(later, ill.pressed) || ref.isUnexplained(t, ill, later) || t.wasOffAt(later, ill.pressed+ref.opt.Press) || ill.onBoard && t.landsBeforeLeaving(t.made.Move, ref.opt.Press) {
		return
	}
	ref.offences.counts[ill.by]--
	ref.offences.withdraw(ill)
	t.bound, t.voided = nil, 0
	ref.notify(IllegalMove{By: ill.by, Reason: WasLegalMove})
}

// isUnexplained reports whether the turn's move, which the sensors have not shown whole, leaves open why a
// piece of the illegal move left its square or stood elsewhere, or is castling with a rook that nobody has
// lifted, or that still stands elsewhere. Who saw that counts the illegal move; a square whose sensor is not
// believed proves nothing.
func (ref *Referee) isUnexplained(t *turn, ill *illegal, later []act) bool {
	board := ref.shows()
	if m := t.made.Move; m.IsCastling() {
		_, rookTo := t.pos.CastlingTargets(m)
		if rookTo == m.To() {
			return false // Chess960: the rook stays where it is
		}
		if ill.onBoard && board.mask.Has(rookTo) && !board.full.Has(rookTo) {
			return true
		}
		rook := func(a act) bool { return a.kind == lifted && a.sq == m.To() }
		return board.mask.Has(m.To()) && board.full.Has(m.To()) && !slices.ContainsFunc(t.acts, rook) && !slices.ContainsFunc(later, rook)
	}
	if !t.made.Inferred {
		return false
	}
	return ill.seen&^footprint(&t.pos, t.made.Move)&board.mask != 0
}

// landsBeforeLeaving reports whether something stood on the target of a move well before its piece left: it
// was another piece, as when the rook of castling is put down on the king's square.
func (t *turn) landsBeforeLeaving(m rules.Move, lag time.Duration) bool {
	up := slices.IndexFunc(t.acts, func(a act) bool { return a.kind == lifted && a.sq == m.From() })
	down := slices.IndexFunc(t.acts, func(a act) bool { return a.kind == placed && a.sq == m.To() })
	again := slices.ContainsFunc(t.acts, func(a act) bool { return a.kind == lifted && a.sq == m.To() })
	return !m.IsCastling() && m.Promotion() == rules.NoKind && down >= 0 && up > down && !again && t.acts[up].at > t.acts[down].at+lag
}

// wasOffAt reports whether at this time nothing stood on the target of the turn's move: its pawn had
// been taken off again, and the new piece was not yet there.
func (t *turn) wasOffAt(later []act, at time.Duration) bool {
	if t.made.Move.Promotion() == rules.NoKind {
		return false
	}
	off := false
	for _, a := range append(slices.Clone(t.acts), later...) {
		if a.kind <= placed && a.sq == t.made.Move.To() && a.at <= at {
			off = a.kind == lifted
		}
	}
	return off
}

// isPutRight reports whether after this time one of these acts set a piece of the mover's, other
// than the moved one, down on its square again: the move is what is left of an illegal one.
func (t *turn) isPutRight(acts []act, since time.Duration) bool {
	prints := footprint(&t.pos, t.made.Move)
	return slices.ContainsFunc(acts, func(a act) bool {
		p := t.pos.At(a.sq)
		return a.kind == placed && a.at > since && !prints.Has(a.sq) && p != rules.NoPiece && p.Color() == t.mover()
	})
}

// lapseIllegal ends the right to claim an illegal move when the opponent has made a move.
func (ref *Referee) lapseIllegal(t *turn) {
	if ill := ref.offences.illegal; ill != nil && ill.status == claimable && t.ply > ill.ply {
		ill.status = lapsed
	}
}

// pressWithoutMove reports a press for which no move was made, unless the press completes the
// player's last move.
func (ref *Referee) pressWithoutMove(t *turn, j *judging, name string) {
	if ref.isPressedLate(t, j.pressed) {
		return
	}
	t.accounted++
	ref.clock.uncertain = true
	ref.remark(name, j.by)
	ref.void(j.by, j.pressed)
	if !ref.laws.pressCounts || j.landed || name == RemarkPieceInHand && len(ref.noted.ambiguous) > 0 {
		return
	}
	if old := ref.offences.illegal; old != nil && old.idle && old.ply == t.ply && !t.hasHandled(old.pressed) && !ref.hasPressedBetween(j.by.Other(), old.pressed, j.pressed) {
		return // a second press for the same position
	}
	ill := &illegal{by: j.by, ply: t.ply, pressed: j.pressed, reason: IllegalReason(name), idle: true}
	ref.countIllegal(t, ill)
}
