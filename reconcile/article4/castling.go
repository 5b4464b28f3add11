package article4

import (
	"slices"

	"touchmove/rules"
)

// side returns the file of the king's target, g or c, when castling with this rook.
func side(king, rook rules.Square) byte {
	if rook > king {
		return 'g'
	}
	return 'c'
}

// castling returns the legal castling with this rook, or NoMove.
func (t *turn) castling(rook rules.Square) rules.Move {
	for _, m := range t.legalMoves() {
		if m.IsCastling() && m.To() == rook {
			return m
		}
	}
	return rules.NoMove
}

// toCastle is the order in which the king and the rooks with which it may still castle were
// touched.
type toCastle struct {
	king          int            // index of the king's first touch; -1: none
	last          int            // index of the last touch of king or rook; -1: none
	before, after []rules.Square // rooks touched before and after the king
}

// orderToCastle returns the order in which king and rooks were touched.
func (t *turn) orderToCastle(r *reading) toCastle {
	king := t.pos.King(t.mover())
	rooks := t.pos.Castling() & t.pos.Of(t.mover())
	out := toCastle{king: -1, last: -1}
	for i, touched := range r.touches {
		switch {
		case touched.sq == king:
			out.last = i
			if out.king < 0 {
				out.king = i
			}
		case !rooks.Has(touched.sq):
		case t.isTooLate(r, touched) || slices.Contains(out.before, touched.sq) || slices.Contains(out.after, touched.sq):
			out.last = i
		case out.king < 0:
			out.last, out.before = i, append(out.before, touched.sq)
		default:
			out.last, out.after = i, append(out.after, touched.sq)
		}
	}
	return out
}

// castlingTouches applies 4.4a to 4.4c to touches of king and rook. done means that these clauses
// decide; otherwise barred lists the castlings that 4.4b forbids.
func (t *turn) castlingTouches(r *reading) (out obligation, barred []rules.Move, done bool) {
	king := t.pos.King(t.mover())
	order := t.orderToCastle(r)
	kingAt, last, before, after := order.king, order.last, order.before, order.after
	if kingAt < 0 {
		return out, nil, false
	}
	for _, rook := range before {
		// 4.4b: a rook, then the king.
		out.forbidden = append(out.forbidden, side(king, rook))
		if m := t.castling(rook); m != rules.NoMove {
			barred = append(barred, m)
		}
	}
	// Another usable piece of the player's own that was touched earlier takes precedence.
	for _, touched := range r.touches[:kingAt] {
		if touched.own && t.usable(touched, barred) != nil {
			return out, barred, false
		}
	}
	if len(after) == 0 && !r.castle || len(before) > 0 && len(after) == 0 {
		return out, barred, false
	}
	rook := rules.NoSquare
	if len(after) > 0 {
		rook = after[0]
		if m := t.castling(rook); m != rules.NoMove {
			// 4.4a: king, then rook.
			kingTo, _ := t.pos.CastlingTargets(m)
			out.forced = side(king, rook)
			out.duty = &duty{kind: castle, squares: []rules.Square{king, kingTo}, allowed: []rules.Move{m}}
			return out, barred, true
		}
	} else if t.canCastle() {
		// Only the king was touched, and castling was announced: the side is still open, 4.3a
		// decides.
		return out, barred, false
	}
	// 4.4c: the player meant to castle but cannot. He must make another king move, or is free if
	// there is none.
	if rook != rules.NoSquare {
		out.forbidden = append(out.forbidden, side(king, rook))
	}
	if out.duty = t.usable(touch{sq: king, own: true}, barred); out.duty == nil {
		out.duty = t.firstUsable(r.touches[last+1:], barred) // free of king and rook, not of what was touched after them
	}
	return out, barred, true
}

// isTooLate reports whether a rook was touched when the king already stood on its target of castling
// with the other one: that was decided by its release (2009:4.6b), and king and rook were not touched
// to castle here.
func (t *turn) isTooLate(r *reading, rook touch) bool {
	for _, rel := range r.releases {
		if rel.until == 0 && rel.at < rook.at {
			if p, m := t.partOf(rel.from, rel.sq); p == ofCastling && m.To() != rook.sq {
				return true
			}
		}
	}
	return false
}

func (t *turn) canCastle() bool {
	for _, m := range t.legalMoves() {
		if m.IsCastling() {
			return true
		}
	}
	return false
}
