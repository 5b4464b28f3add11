package article4

import (
	"time"

	"touchmove/rules"
)

// takeBackUndone takes the published move back if its player has put pieces of it back before
// pressing for it: a press completes the move that the board shows, not one that was shown before
// (2009: 6.7a, 2018: 6.2.1). The press is then judged again, and takeBackUndone reports true.
func (ref *Referee) takeBackUndone(pressed time.Duration) bool {
	prev := ref.previous()
	if prev == nil || prev.made.Illegal || ref.hold != nil {
		return false
	}
	board, now := ref.shows(), &ref.current().pos
	undone := board.differs(now)
	back, missing := undone&board.full, undone&^board.full
	switch {
	case undone == 0 || undone&board.differs(&prev.pos) != 0:
		return false // the board shows the move, or something other than what was there before it
	case missing.Count() > back.Count():
		return false // a piece is still in a hand
	}
	if to := prev.made.Move.To(); prev.pos.Captured(prev.made.Move) == to {
		undone = undone.With(to) // otherwise something else was put where the capturing piece had stood
	}
	if !ref.haveChangedSince(undone, prev.made.Released, pressed) {
		return false
	}
	ref.takeBackForPress(prev, pressed)
	return true
}

// takeBackMovedOn takes back the published move if its piece was moved on, before the press, to a square
// to which no legal move leads: what was pressed for is an illegal move (2009:7.4a, 2018:7.5.1). It
// reports whether it did. It does not if the board shows another legal move of this player, or one of the
// opponent.
func (ref *Referee) takeBackMovedOn(pressed time.Duration) bool {
	prev := ref.previous()
	if prev == nil || prev.made.Illegal || ref.hold != nil || prev.made.Move.IsCastling() || prev.made.Move.Promotion() != rules.NoKind {
		return false
	}
	board, t := ref.showsSince(prev.made.Released), ref.current()
	to, off := prev.made.Move.To(), board.differs(&t.pos)
	on := off.Without(to)
	if !(off & board.leftBy(prev)).Has(to) || on.Count() != 1 || on&board.full != on || !ref.haveChangedSince(off, prev.made.Released, pressed) {
		return false
	}
	if len(board.fits(prev)) != 0 || len(board.fits(t)) != 0 {
		return false
	}
	ref.takeBackForPress(prev, pressed)
	return true
}

// takeBackForPress takes back a published move, after which its press is judged again.
func (ref *Referee) takeBackForPress(t *turn, pressed time.Duration) {
	ref.waiting.again = &judging{at: ref.now, pressed: pressed, by: t.mover(), ply: t.ply}
	ref.order(Order{Do: TakeBack, Plies: 1})
}

// judgeAgain judges the press for a move that has just been taken back because it was undone or moved on.
func (ref *Referee) judgeAgain() {
	j, t := ref.waiting.again, ref.current()
	ref.waiting.again = nil
	switch {
	case j == nil || j.ply != t.ply:
	case j.held:
		ref.pressWithoutMove(t, j, RemarkPieceInHand)
	default:
		ref.waiting.judging = j
	}
}
