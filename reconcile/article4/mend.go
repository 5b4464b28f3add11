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
		ref.checkMended(false)
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

// checkMended ends a hold when the board shows the position again, when it shows a legal move from
// it, other than the one taken back, with the hands at rest, or when nobody is playing any more.
func (ref *Referee) checkMended(resting bool) {
	board := ref.shows()
	t := ref.current()
	off := board.differs(&t.pos)
	if ref.hold.off == 0 {
		ref.hold.off = off // how the board shows the move that was taken back
	}
	if ref.hasMovedElsewhere(off) && ref.letStand(false) {
		return
	}
	done := off == 0 || off.Count() > sweep+ref.hold.off.Count() || ref.hasMovedElsewhere(off)
	if !done && resting && ref.debouncer.isQuiet() {
		for _, m := range board.fits(t) {
			if ref.isUnseenCapture(t, m, ref.hold.began) || ref.isLeftOver(m) {
				continue // the piece is in a hand, on its way back, or still to be put back
			}
			if m.From() != ref.hold.undone.From() || m.To() != ref.hold.undone.To() || ref.hold.undone == rules.NoMove {
				done = true
			}
		}
	}
	if !done {
		return
	}
	mending := ref.isMending()
	if mending {
		ref.debouncer.accept()
	}
	ref.resume()
	if mending && off == 0 {
		t.add(act{kind: restores, at: ref.now, sq: rules.NoSquare}) // what hands did until now put the board right
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
// having it put right, and reports whether it did. After the opponent's press, an illegal move
// counts as a reply too.
func (ref *Referee) letStand(pressed bool) bool {
	ill, t := ref.offences.illegal, ref.current()
	if ill == nil || !ill.onBoard || ill.status != "" || ill.move == rules.NoMove || ill.ply != t.ply || ref.isMending() {
		return false
	}
	board := ref.shows()
	if pressed {
		board.full |= ref.debouncer.leaving() // whoever presses has made the reply
	}
	next := turn{ply: t.ply + 1, pos: t.pos.After(ill.move)}
	if board.differs(&next.pos) == 0 || len(board.fits(&next)) == 0 && !(pressed && board.showsDisplaced(&next)) {
		return false
	}
	ref.imposeIllegal(t, ill.move)
	return true
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
