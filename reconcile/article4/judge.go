package article4

import (
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// decide judges a press as soon as no reading is unsettled.
func (ref *Referee) decide() {
	j := ref.waiting.judging
	t := ref.current()
	if t.ply != j.ply || t.made != nil || ref.result.text != "" {
		ref.waiting.judging = nil
		return
	}
	if !ref.debouncer.isQuiet() && ref.now < j.pressed+4*ref.opt.Press {
		j.at = ref.now + 20*time.Millisecond
		return
	}
	ref.waiting.judging = nil
	if ref.now < j.at || ref.isMending() {
		return
	}
	board := ref.shows()
	board.mask &^= j.replyLifts
	t.reply = reply{j.replyLifts | j.replyLands, j.pressed}
	defer func() { t.reply = reply{} }()
	replied := board
	replied.mask &^= j.replyLands
	r := ref.readPressed(t, &replied)
	if j.wrong {
		ref.tellWrongPress(t, r, &board, j)
		return
	}
	if j.isLagging() && board.differs(&t.pos)&t.pos.Of(j.by) != 0 && !ref.cameAtOnce(t, j.pressed) {
		ref.tellWithoutMove(t, j) // the move was begun after the press
		return
	}
	if j.has(doubtIllegal) {
		switch {
		case ref.standsIllegally(t, r, &board, j):
			ref.illegalMove(t, r, j)
		case j.seen != nil && ref.now < j.pressed+handMost:
			ref.postpone(j, j.pressed+handMost, doubtIllegal) // its piece is in the hand, and may be put back
		}
		return
	}
	if ref.header.Tactile && ref.judgeAnnounced(t, &board) {
		return
	}
	if d := t.promotion(r); d != nil && r.none && !r.restored {
		ref.pawnLeft(t, d, j)
		return
	}
	ref.judgeBoard(t, r, &board, replied.fits(t), j)
}

// postpone has a press judged once more at a later time.
func (ref *Referee) postpone(j *judging, at time.Duration, why doubt) {
	j.at, j.doubts, ref.waiting.judging = at, j.doubts|why, j
}

// judgeBoard judges a press by what the board shows now; all are the moves after which it would
// look like that, apart from the reply.
func (ref *Referee) judgeBoard(t *turn, r *reading, board *shown, all []rules.Move, j *judging) {
	fits := ref.consistent(t, r, all)
	unchanged := board.differs(&t.pos) == 0
	switch {
	case len(fits) == 1 && unchanged:
		// King and rook have changed places, or one was already on the other's target.
		ref.impose(t, fits[0])
	case unchanged && !j.has(doubtNoMove) && ref.hadTooMany(t, j.pressed):
		// Whatever was taken off since may have been the moved piece, on its way from a stuck sensor or captured.
	case unchanged && !j.has(doubtNoMove):
		ref.postpone(j, j.pressed+lagMost, doubtNoMove)
	case unchanged:
		ref.tellWithoutMove(t, j)
	case len(fits) > 1:
		ref.askWhichMove(t, r, board, fits, j)
	case len(fits) == 0 && areCaptures(t, all), len(fits) == 1 && ref.mayHaveTakenElsewhere(t, r, board, fits[0]):
		ref.ask(all, j)
	case len(fits) == 1:
		ref.judgeFit(t, r, fits[0], len(all) > 1, j)
	default:
		ref.judgeMisfit(t, r, board, j)
	}
}

// judgeFit handles a press with exactly one fitting move. The decoder will publish that move. But
// where only the order of lifts and placings distinguishes castling from other moves of king and
// rook, castling is published here. A press also shows that the move is over: if nothing before it
// is in doubt, it is published too.
func (ref *Referee) judgeFit(t *turn, r *reading, m rules.Move, othersLookAlike bool, j *judging) {
	seen, settles := t.wasSeen(r, m, j.pressed+ref.opt.Press), j.pressed+4*ref.opt.Press
	switch {
	case othersLookAlike && m.IsCastling():
		ref.impose(t, m)
	case j.has(doubtLegal) && ref.decoder.IsOnlyMove(m) && (m.Promotion() == rules.NoKind || r.isTakenOn(m.From())):
		ref.impose(t, t.named(m, r))
	case !j.has(doubtLegal) && j.replyLifts == 0, ref.now < settles && !seen:
		j.fitted = seen
		ref.postpone(j, settles, doubtLegal)
	case ref.maySettle(j):
	case seen && (!othersLookAlike || ref.isOwed(t, r, m)):
		ref.impose(t, t.named(m, r))
	}
}

// maySettle schedules another judgement of a press while later readings may still decide between
// moves that look alike. It reports whether they may, which is no longer so when the opponent has
// touched a piece.
func (ref *Referee) maySettle(j *judging) bool {
	if ref.now >= j.pressed+lawfulAfter || j.replyLifts != 0 {
		return false
	}
	ref.postpone(j, j.pressed+lawfulAfter, doubtAlike)
	return true
}

// wasSeen reports whether, before this moment, the piece was seen to leave and something was seen to be
// set down on the move's target. Castling has other acts, and a promotion needs its piece.
func (t *turn) wasSeen(r *reading, m rules.Move, before time.Duration) bool {
	last := func(what actKind, sq rules.Square) int {
		for i := len(t.acts) - 1; i >= 0; i-- {
			if t.acts[i].kind == what && t.acts[i].sq == sq && !t.reply.has(t.acts[i]) {
				return i
			}
		}
		return -1
	}
	up, down := last(lifted, m.From()), last(placed, m.To())
	return up >= 0 && down >= up && t.acts[down].at <= before && (m.Promotion() == rules.NoKind || r.kinds[1] != rules.NoKind) && !m.IsCastling()
}

// isOwed reports whether the move fulfils the duty of the touches. Of several moves that look alike, the
// one that breaks no rule is taken as played.
func (ref *Referee) isOwed(t *turn, r *reading, m rules.Move) bool {
	d := ref.laws.obligationOf(t, r, &ref.opt).duty
	return d != nil && d.allows(t.named(m, r))
}

// askWhichMove handles a press with several fitting moves. It asks a person, unless the readings
// may still decide or only one of the moves breaks no rule: then that one was played.
func (ref *Referee) askWhichMove(t *turn, r *reading, board *shown, fits []rules.Move, j *judging) {
	obligation := ref.laws.obligationOf(t, r, &ref.opt)
	var good []rules.Move
	for i, m := range fits {
		m = t.named(m, r)
		fits[i] = m
		if obligation.duty == nil || obligation.duty.allows(m) {
			good = append(good, m)
		}
	}
	_, ahead := ref.decoder.PendingMove()
	switch {
	case ahead && !isNothingSeen(r, fits):
	case len(good) != 1 || ref.mayHaveTakenElsewhere(t, r, board, good[0]):
		ref.ask(fits, j)
	case ref.maySettle(j):
	default:
		ref.impose(t, good[0])
	}
}

// ask leaves it to a person, or to what follows, which of these moves a press was for.
func (ref *Referee) ask(moves []rules.Move, j *judging) {
	ref.noted.ambiguous, ref.waiting.asked, ref.dirty = moves, j, true
}

// isNothingSeen reports whether no sensor has shown where the piece went: it stands nowhere where it was set down.
func isNothingSeen(r *reading, fits []rules.Move) bool {
	for _, m := range fits {
		for _, rel := range r.releases {
			if rel.from == m.From() && rel.until == 0 {
				return false
			}
		}
	}
	return true
}

// judgeMisfit handles a press with a board that shows no legal move.
func (ref *Referee) judgeMisfit(t *turn, r *reading, board *shown, j *judging) {
	mover := t.mover()
	if !ref.hasShownStart(t) || ref.isRecordBehind(t, j.by, j.pressed) {
		return
	}
	inHand, knocked := r.ownHeld(mover)
	if knocked > 0 && inHand == knocked && slices.ContainsFunc(r.releases, func(rel release) bool {
		return rel.until == 0 && !rel.knocked && t.canGo(rel.from, rel.sq)
	}) {
		return // a move was made, and others lie beside their squares (7.3, 2018: 7.4)
	}
	switch {
	case t.isPromotedWrongly(r):
		ref.illegalMove(t, r, j)
	case inHand > 0 && j.replyLifts != 0 && !j.has(doubtInHand):
		// The opponent treats the move as finished, and may be taking the piece that seems to be in the hand.
		ref.postpone(j, j.pressed+4*ref.opt.Press, doubtInHand)
	case inHand > 0:
		if !ref.wasShownAhead(board, j.pressed) {
			if !t.mayHaveTakenOwn(r, board) && !t.isPawnOff(r, board) || ref.mayAllBeLegal() {
				ref.awaitLanding(r, j)
				return
			}
			ref.pressWithoutMove(t, j, RemarkPieceInHand)
			ref.remark(RemarkIllegalOnBoard, j.by)
		}
	case t.displaced(r) == 0:
		if own := board.differs(&t.pos) & t.pos.Of(mover); own == 0 && board.differs(&t.pos)&^t.pos.Occupied() == 0 {
			ref.pressWithoutMove(t, j, RemarkWithoutMove)
		}
	case !ref.standsIllegally(t, r, board, j):
	case t.boundCapture(r, board, &ref.opt) != rules.NoMove:
		ref.ask([]rules.Move{t.boundCapture(r, board, &ref.opt)}, j)
	case ref.laws.completeAtRelease && ref.laws.released(t, r, &ref.opt) != nil:
		ref.pressWithoutMove(t, j, RemarkWithoutMove) // half executed; the player has to finish it (1953:7)
	default:
		// A hand may still be on its way. If the board still shows this later, the move is illegal.
		ref.postpone(j, j.pressed+4*ref.opt.Press, doubtIllegal)
	}
}

// wasShownAhead reports whether the decoder believes in a move that is not yet published, and its
// pieces stood on the board at the press: then the missing one was in no hand.
func (ref *Referee) wasShownAhead(board *shown, pressed time.Duration) bool {
	if _, ahead := ref.decoder.PendingMove(); !ahead {
		return false
	}
	p, ok := ref.decoder.PendingLine()
	if !ok {
		return true
	}
	for missing := board.differs(&p) & p.Occupied() &^ board.full; missing != 0; missing &= missing - 1 {
		if ref.debouncer.since[missing.First()] <= pressed {
			return false
		}
	}
	return true
}

// judgeBeforeMending judges a press for an illegal move that is put right before the time to look
// again has come: a piece comes back to the square it had left. If the piece is moved on to another
// square instead, it was still on its way. It reports whether the press has been judged.
func (ref *Referee) judgeBeforeMending(sq rules.Square, is sensors.State, at time.Duration) (judged bool) {
	j, t := ref.waiting.judging, ref.current()
	if t.ply != j.ply || t.made != nil || ref.result.text != "" || ref.isMending() {
		return false
	}
	ref.now = at
	if j.seen == nil {
		board, leaving := ref.shows(), ref.debouncer.leaving()
		board.full |= leaving // not sure to have left, as long as none of them was part of the move
		r := ref.readPressed(t, &board)
		prints := t.displaced(r)
		if ref.debouncer.unsettled != leaving || leaving&prints != 0 || !prints.Has(sq) || !ref.standsIllegally(t, r, &board, j) {
			return false
		}
		j.seen = r
	}
	if is == sensors.Empty || ref.debouncer.stable.Has(sq) && !t.displaced(j.seen).Has(sq) {
		return false // or a contact has only blinked
	}
	if p := t.pos.At(sq); p == rules.NoPiece || p.Color() != j.by || !t.displaced(j.seen).Has(sq) {
		j.seen = nil
		return false
	}
	ref.waiting.judging = nil
	ref.illegalMove(t, j.seen, j)
	return true
}
