package article4

import (
	"slices"

	"touchmove/rules"
)

// captureWith returns the duty to capture the piece on enemy with the piece on own, or nil when
// that is not legal.
func (t *turn) captureWith(own, enemy rules.Square) *duty {
	d := &duty{kind: captureWith, squares: []rules.Square{own, enemy}}
	for _, m := range t.legalMoves() {
		if m.From() == own && t.pos.Captured(m) == enemy {
			d.allowed = append(d.allowed, m)
		}
	}
	if d.allowed == nil {
		return nil
	}
	return d
}

// firstUsable returns the duty to move or capture the first touched piece for which that is
// possible; nil when there is none (4.5). Castling moves in barred do not count.
func (t *turn) firstUsable(touches []touch, barred []rules.Move) *duty {
	for _, touched := range touches {
		if d := t.usable(touched, barred); d != nil {
			return d
		}
	}
	return nil
}

func (t *turn) usable(touched touch, barred []rules.Move) *duty {
	d := &duty{kind: capture, squares: []rules.Square{touched.sq}}
	if touched.own {
		d.kind = moveIt
	}
	for _, m := range t.legalMoves() {
		if touched.own && (m.From() == touched.sq || t.isRookOnly(m, touched.sq)) && !slices.Contains(barred, m) ||
			!touched.own && t.pos.Captured(m) == touched.sq {
			d.allowed = append(d.allowed, m)
		}
	}
	if d.allowed == nil {
		return nil
	}
	return d
}

// isRookOnly reports whether m is castling in which only this rook moves: the king already stands
// on its target (Chess960, 2018:II.3).
func (t *turn) isRookOnly(m rules.Move, rook rules.Square) bool {
	if !m.IsCastling() || m.To() != rook {
		return false
	}
	kingTo, _ := t.pos.CastlingTargets(m)
	return kingTo == m.From()
}
