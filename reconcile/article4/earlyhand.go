package article4

import (
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// leaveEarlyHand moves acts of the opponent's early hand to rest, which is for the opponent's turn. A piece of
// theirs that was off its square when the move was released, and that the move does not take, is in their
// hand or stands where their reply puts it. What their reply has not left so on the board is the player's own.
func (ref *Referee) leaveEarlyHand(t *turn, m halfmove.HalfMove, rest []act) []act {
	r, prints := ref.read(t, 0), footprint(&t.pos, m.Move)
	for pieces := t.pos.Of(t.mover().Other()) &^ prints; pieces != 0; pieces &= pieces - 1 {
		sq := pieces.First()
		up, off := t.isOff(sq)
		if !off || t.pieceLifts().isKnocked(up.at) || r.wasTaken(sq) || ref.hasHeld(t, up, rest) {
			continue
		}
		reply := rules.Squares(0)
		if !m.Illegal {
			for _, next := range m.After.LegalMoves(nil) {
				if next.From() == sq {
					reply |= footprint(&m.After, next)
				}
			}
		}
		reply, since := t.leftBy(reply&^prints.With(sq)), max(up.at, t.leftAt(m.Move.From()))
		t.acts = slices.DeleteFunc(t.acts, func(a act) bool {
			leaves := a == up || a.kind <= placed && a.at >= since && reply.Has(a.sq)
			if leaves {
				rest = append(rest, a)
			}
			return leaves
		})
	}
	slices.SortStableFunc(rest, byTime)
	return rest
}

// leftBy returns those of the squares that a reply by the other player changes which it has left otherwise
// than they were: a piece came down where none had stood, or a piece of the mover's went and is not back.
func (t *turn) leftBy(reply rules.Squares) (left rules.Squares) {
	for _, a := range t.acts {
		if a.kind > placed || !reply.Has(a.sq) {
			continue
		}
		changed := a.kind == placed && (t.pos.At(a.sq) == rules.NoPiece || a.color == ownerOf(t.mover().Other()))
		if changed || a.kind == lifted && t.pos.Of(t.mover()).Has(a.sq) {
			left = left.With(a.sq)
		} else {
			left = left.Without(a.sq)
		}
	}
	return left
}

// leftAt returns when the piece on a square was last lifted in this turn, and 0 if that was not seen.
func (t *turn) leftAt(sq rules.Square) (at time.Duration) {
	for _, a := range t.acts {
		if a.kind == lifted && a.sq == sq {
			at = a.at
		}
	}
	return at
}

// isOff returns the lift after which a square's piece did not come back in this turn.
func (t *turn) isOff(sq rules.Square) (up act, off bool) {
	for _, a := range slices.Backward(t.acts) {
		if a.kind <= placed && a.sq == sq {
			return a, a.kind == lifted
		}
	}
	return act{}, false
}

// hasHeld reports whether the player of a turn, and not an early hand of the opponent, held the piece of the
// opponent that was lifted by this act while moving: before the moved piece, and put back before the press.
func (ref *Referee) hasHeld(t *turn, up act, later []act) bool {
	i := slices.IndexFunc(later, func(a act) bool { return a.sq == up.sq })
	return i >= 0 && later[i].kind == placed && later[i].at <= ref.finishUntil(t) && t.isLiftedBefore(up.at)
}

// leaveLate gives the open turn what a lift shows that became sure only after the move of the turn before it
// was published.
func (ref *Referee) leaveLate(t *turn, a act) {
	if open := ref.current(); a.kind == lifted && t.ply == open.ply-1 {
		open.acts = ref.leaveEarlyHand(t, t.made.HalfMove, open.acts)
	}
}
