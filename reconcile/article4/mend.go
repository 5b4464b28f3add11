package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// boardChanged checks whether a changed reading ends a hold or belongs to a press that is being
// judged.
func (ref *Referee) boardChanged(sq rules.Square, at time.Duration) {
	if j := ref.waiting.judging; j != nil {
		t := ref.current()
		full := ref.debouncer.full.Has(sq)
		switch p := t.pos.At(sq); {
		case !full && p != rules.NoPiece && p.Color() != j.by && !ref.hasLiftedBefore(t, sq):
			j.replyLifts = j.replyLifts.With(sq)
			if j.at == j.pressed+lawfulAfter || (j.fitted || j.has(doubtIllegal) && !t.takes(sq)) && j.at > at {
				j.at = at // the opponent treats the move as finished
			}
		case full && j.replyLifts != 0:
			j.replyLands = j.replyLands.With(sq)
		case full && at > j.pressed && at <= j.pressed+ref.opt.Press:
			j.landed = true
		}
	}
	if ref.hold == nil {
		return
	}
	ref.now = at
	switch ref.hold.why {
	case holdIllegal, holdMending:
		ref.checkMended()
	case holdReopening:
		ref.checkReopened()
	case holdFrozen:
		ref.checkFrozen()
	case holdPawn:
		board := ref.shows()
		t := ref.current()
		if off := board.differs(&t.pos); off == 0 || off.Count() >= sweep || ref.hasMovedElsewhere(off) {
			ref.resume()
		}
	}
}

// takes reports whether a legal move takes what stands on this square.
func (t *turn) takes(sq rules.Square) bool {
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool { return t.pos.Captured(m) == sq })
}

// hasLiftedBefore reports whether a piece of the opponent had been lifted in this turn before the
// press: then it is a captured piece and not the start of a reply.
func (ref *Referee) hasLiftedBefore(t *turn, sq rules.Square) bool {
	for _, a := range t.acts {
		if a.kind == lifted && a.sq == sq {
			return true
		}
	}
	return false
}

// checkNothingToMend ends a hold when the board already shows the position: sensors do not
// distinguish promoted pieces.
func (ref *Referee) checkNothingToMend() {
	if !ref.isMending() || ref.hold.ply != ref.current().ply {
		return
	}
	board := ref.shows()
	if board.differs(&ref.current().pos) == 0 {
		ref.resume()
	}
}

// checkMended ends a hold when the board shows the position again, or when nobody is playing any more.
func (ref *Referee) checkMended() {
	off := ref.offHold()
	if ref.hasMovedElsewhere(off) && ref.letStand() {
		return
	}
	if ref.isHoldOver(off) {
		ref.endHold(off)
	}
}

// checkMendedAtRest is checkMended once acts have become sure: the hold also ends when the board shows a legal
// move from the position, other than the one taken back, with the hands at rest.
func (ref *Referee) checkMendedAtRest() {
	off := ref.offHold()
	if ref.hasMovedElsewhere(off) && ref.letStand() {
		return
	}
	if ref.isHoldOver(off) || ref.showsOtherMove() {
		ref.endHold(off)
	}
}

// offHold returns the squares on which the board differs from the position that the hold awaits.
func (ref *Referee) offHold() rules.Squares {
	board := ref.shows()
	off := board.differs(&ref.current().pos)
	if ref.hold.off == 0 {
		ref.hold.off = off // how the board shows the move that was taken back
	}
	return off
}

func (ref *Referee) isHoldOver(off rules.Squares) bool {
	return off == 0 || off.Count() > sweep+ref.hold.off.Count() || ref.hasMovedElsewhere(off)
}

// showsOtherMove reports whether hands rest, and the board shows a legal move other than the one taken back.
func (ref *Referee) showsOtherMove() bool {
	if !ref.debouncer.isQuiet() {
		return false
	}
	board, t, undone := ref.shows(), ref.current(), ref.hold.undone
	return slices.ContainsFunc(board.fits(t), func(m rules.Move) bool {
		if ref.isUnseenCapture(t, m, ref.hold.began) || ref.isLeftOver(m) {
			return false // the piece is in a hand, on its way back, or still to be put back
		}
		return undone == rules.NoMove || m.From() != undone.From() || m.To() != undone.To()
	})
}

// endHold lets play go on from the board as it is; off are the squares on which it differs from the position.
func (ref *Referee) endHold(off rules.Squares) {
	mending := ref.isMending()
	if mending {
		ref.debouncer.accept()
	}
	ref.resume()
	if mending && off == 0 {
		ref.current().add(act{kind: restores, at: ref.now, sq: rules.NoSquare}) // what hands did until now put the board right
	}
}

// isLeftOver reports whether the board shows this move only because a part of the illegal move that
// is being put right still stands: its piece left and was set down before the hold began. A pawn taken
// off later, beside its new piece, completes the move.
func (ref *Referee) isLeftOver(m rules.Move) bool {
	since, began := &ref.debouncer.since, ref.hold.began
	return ref.hold.why == holdIllegal && ref.hold.off.Has(m.To()) && since[m.From()] < began && since[m.To()] < began
}

// checkPutBack takes back an illegal move that stood until claimed, once the board shows the
// position before it again: the players have put it right, since no reply leads to that position.
func (ref *Referee) checkPutBack() {
	ill, prev := ref.offences.illegal, ref.previous()
	if ill == nil || ill.status != claimable || !ill.onBoard || prev == nil || prev.ply != ill.ply || !prev.made.Illegal || ref.hold != nil || !ref.debouncer.isQuiet() {
		return
	}
	if board := ref.shows(); board.differs(&prev.pos) == 0 {
		ref.voidMoves(ill.ply)
		ref.order(Order{Do: TakeBack, Plies: 1})
	}
}

// hasMovedElsewhere reports whether a piece has moved between squares that the hold is not about,
// so that play goes on.
func (ref *Referee) hasMovedElsewhere(off rules.Squares) bool {
	return ref.debouncer.isQuiet() && (off&^ref.hold.off).Count() >= 2
}

// letStand publishes an illegal move that stands because the opponent has replied to it instead of
// having it put right, and reports whether it did.
func (ref *Referee) letStand() bool {
	next := ref.mayStand()
	if next == nil {
		return false
	}
	board := ref.shows()
	if board.differs(&next.pos) == 0 || len(board.fits(next)) == 0 {
		return false
	}
	ref.imposeIllegal(ref.current(), ref.offences.illegal.move)
	return true
}

// letStandAtPress is letStand at the opponent's press: whoever presses has made the reply, even an illegal one.
func (ref *Referee) letStandAtPress() bool {
	next := ref.mayStand()
	if next == nil {
		return false
	}
	board := ref.shows()
	board.full |= ref.debouncer.leaving()
	if board.differs(&next.pos) == 0 || len(board.fits(next)) == 0 && !board.showsDisplaced(next) {
		return false
	}
	ref.imposeIllegal(ref.current(), ref.offences.illegal.move)
	return true
}

// mayStand returns the turn after the illegal move on the board that a reply would let stand; nil if there is none.
func (ref *Referee) mayStand() *turn {
	ill, t := ref.offences.illegal, ref.current()
	if ill == nil || !ill.onBoard || ill.status != "" || ill.move == rules.NoMove || ill.ply != t.ply || ref.isMending() {
		return nil
	}
	return &turn{ply: t.ply + 1, pos: t.pos.After(ill.move)}
}

// showsDisplaced reports whether the board shows the position before the turn except for one piece
// of the mover, which has gone elsewhere or captured another.
func (s *shown) showsDisplaced(t *turn) bool {
	off := s.differs(&t.pos)
	gone := off & t.pos.Of(t.mover())
	return gone.Count() == 1 && (off&^gone).Count() <= 1 && off&^gone&t.pos.Occupied()&^s.full == 0
}

// checkReopened ends the hold of a reopened game once the board shows its position.
func (ref *Referee) checkReopened() {
	board := ref.shows()
	if board.differs(&ref.current().pos) == 0 {
		ref.debouncer.accept()
		ref.resume()
	}
}
