package article4

import (
	"time"

	"touchmove/rules"
)

// judge returns the rule that the turn's move broke, nil when it broke none.
func (e *edition) judge(t *turn, r *reading, o *Options) *breach {
	m := t.made.Move
	if t.made.Illegal {
		return nil
	}
	if k := m.Promotion(); (e.promotionFinal || r.hasRestedFirst(o.Slide)) && k != rules.NoKind && r.kinds[0] != rules.NoKind && r.kinds[0] != k && r.kinds[1] == k {
		for _, first := range t.legalMoves() {
			if first.From() == m.From() && first.To() == m.To() && first.Promotion() == r.kinds[0] {
				return &breach{rule: promotionChoice, restores: first}
			}
		}
	}
	if t.bound != nil {
		if t.bound.allows(m) {
			return nil
		}
		return &breach{rule: boundRule(t.bound.kind), duty: t.bound}
	}
	if b := e.releaseBroken(t, e.binding(t, r), o); b != nil {
		return b
	}
	return e.touchBroken(t, r)
}

func boundRule(k kind) rule {
	switch k {
	case promote:
		return promotionRelease
	case castle:
		return castlingRelease
	case finish:
		return releasedPiece
	}
	return touchedPiece
}

// releaseBroken looks for a piece that was released and then moved on.
func (e *edition) releaseBroken(t *turn, r *reading, o *Options) *breach {
	found := t.rookMoved(r, o)
	for i := range r.releases {
		rel := &r.releases[i]
		if rel.piece.Color() != t.mover() || !rel.hasRested(o.Slide) || rel.knocked {
			continue
		}
		p, was := t.partOf(rel.from, rel.sq)
		if p == noPart || p == ofCastling && e.isBarred(t, r, was) || p == wholeOne && rel.castles {
			continue
		}
		if was.From() == t.made.Move.From() && was.To() == t.made.Move.To() && was.IsCastling() == t.made.Move.IsCastling() {
			if found == nil {
				return nil // the first release decided, and it was kept in the end
			}
			continue
		}
		b := &breach{}
		switch p {
		case ofPromotion:
			b.rule, b.duty = promotionRelease, e.chosenOn(t, r, rel, o)
		case ofCastling:
			b.rule = castlingRelease
			if t.hasCastled(r, was, o.Slide) {
				b.restores = was
				break
			}
			b.duty = t.castleDuty(was)
		case ofPassant:
			b.rule, b.captures = releasedPiece, true
			if t.wasTakenInPassing(was, rel, o.Slide) {
				b.restores = was
				break
			}
			b.duty = &duty{kind: finish, squares: []rules.Square{rel.from, rel.sq}, allowed: []rules.Move{was}}
		default:
			b.rule, b.restores, b.captures = releasedPiece, was, t.pos.Captured(was) != rules.NoSquare
		}
		if found == nil || b.rule < found.rule {
			found = b
		}
	}
	return found
}

// hasCastled reports whether king and rook were both released on their targets of this castling and
// rested there: then it was made (2018:4.7.2).
func (t *turn) hasCastled(r *reading, m rules.Move, slide time.Duration) bool {
	kingTo, rookTo := t.pos.CastlingTargets(m)
	for _, king := range r.releases {
		if king.from != m.From() || king.sq != kingTo {
			continue
		}
		for _, rook := range r.releases {
			if rook.from == m.To() && rook.sq == rookTo && min(king.end(), rook.end())-max(king.at, rook.at) >= slide {
				return true
			}
		}
	}
	return false
}

// wasTakenInPassing reports whether the pawn that a release takes in passing was off the board while
// the piece rested there: then the capture was made (2018:4.7.1).
func (t *turn) wasTakenInPassing(m rules.Move, rel *release, slide time.Duration) bool {
	victim, off := t.pos.Captured(m), time.Duration(-1)
	for _, a := range t.acts {
		if a.sq != victim || a.at > rel.until {
			continue
		}
		switch a.kind {
		case lifted:
			off = a.at
		case placed:
			if off >= 0 && a.at-max(off, rel.at) >= slide {
				return true
			}
			off = -1
		}
	}
	return off >= 0 && rel.until-max(off, rel.at) >= slide
}

// rookMoved looks for castling after a rook move: the rook was released on its castling square as a
// legal move of its own, and rested there, before the king was touched.
func (t *turn) rookMoved(r *reading, o *Options) *breach {
	m := t.made.Move
	if !m.IsCastling() {
		return nil
	}
	for _, touched := range r.touches {
		if touched.sq == m.To() {
			break
		}
		if touched.sq == m.From() {
			return nil // the king was touched first: the rook had to castle
		}
	}
	_, rookTo := t.pos.CastlingTargets(m)
	for _, rel := range r.releases {
		if rel.from != m.To() || rel.sq != rookTo || rel.castles {
			continue
		}
		p, alone := t.partOf(rel.from, rel.sq)
		for _, a := range t.acts {
			if a.kind == lifted && a.sq == m.From() && a.at > rel.at {
				if p == wholeOne && a.at-rel.at >= o.Slide {
					return &breach{rule: releasedPiece, restores: alone}
				}
				break
			}
		}
	}
	return nil
}

// touchBroken compares the move with what the touches oblige to.
func (e *edition) touchBroken(t *turn, r *reading) *breach {
	m := t.made.Move
	judged := *r
	judged.touches = r.back(rules.SquaresOf(m.From(), t.pos.Captured(m)))
	out := e.touched(t, &judged)
	if m.IsCastling() && !e.firstTouchOnly {
		s := side(m.From(), m.To())
		for _, f := range out.forbidden {
			if f == s {
				return &breach{rule: rookFirst, duty: out.duty, sides: out}
			}
		}
	}
	if out.duty == nil || out.duty.allows(m) {
		return nil
	}
	if out.forced != 0 {
		return &breach{rule: castlingTouch, duty: out.duty, sides: out}
	}
	return &breach{rule: touchedPiece, duty: out.duty}
}

// back returns the touches without those of pieces that are still in a hand, other than the moved
// or captured piece. Nobody moves while holding another piece, so the sensor of such a square has
// more likely failed. If it was a hand after all, the piece will return and show it.
func (r *reading) back(own rules.Squares) []touch {
	up := rules.Squares(0)
	for _, h := range r.hand {
		if h.touch > 0 && !own.Has(h.from) && h.from == r.touches[h.touch-1].sq {
			up = up.With(h.from)
		}
	}
	if up == 0 {
		return r.touches
	}
	var out []touch
	for _, t := range r.touches {
		if !up.Has(t.sq) {
			out = append(out, t)
		}
	}
	return out
}
