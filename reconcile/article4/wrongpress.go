package article4

import "touchmove/rules"

// lookAtWrongPress schedules a look at the board after a press of the player having the move whose
// clock was not running, and tells the arbiter of a piece that the other player has moved on since their move was completed:
// a second press shows whose hand it was.
func (ref *Referee) lookAtWrongPress(t *turn, by rules.Color) {
	if gone, taken := ref.takenOn(ref.now); by != t.mover() && taken != rules.NoSquare {
		ref.attributeTaken(gone, taken)
		ref.tellStray(t.ply-1, by, gone)
	}
	if by == t.mover() && ref.waiting.judging == nil && ref.previous() != nil {
		ref.waiting.judging = &judging{at: ref.now + 4*ref.opt.Press, pressed: ref.now, by: by, ply: t.ply, wrong: true}
	}
}

// tellWrongPress tells the arbiter of an illegal move for which the player pressed although their
// clock was not running, as after a press that the opponent forgot. Whether it counts is for the
// arbiter to decide.
func (ref *Referee) tellWrongPress(t *turn, r *reading, board *shown, j *judging) {
	if ref.hold != nil || ref.header.Tactile || !ref.hasShownStart(t) || board.differs(&t.pos) == 0 || len(board.fits(t)) > 0 {
		return
	}
	own := board.differs(&t.pos) & t.pos.Of(t.mover())
	switch {
	case ref.isMisplaced(t, r, board, j):
	case own.Count() == 1 && t.mayHaveTakenOwn(r, board) && !ref.isExplained(board):
	default:
		return
	}
	ref.remark(RemarkIllegalOnBoard, j.by)
}
