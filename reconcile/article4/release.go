package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// part reports what a release was part of: nothing, a whole legal move, or a move that only a further
// act completes.
type part uint8

const (
	noPart   part = iota
	wholeOne      // a plain legal move
	ofCastling
	ofPromotion
	ofPassant
)

// promotedBeside returns the squares of the last rank on which a piece was set down from beside the
// board while the pawn that could promote there was left where it stood: a promotion not carried
// out (2005:7.4a).
func (t *turn) promotedBeside(r *reading) rules.Squares {
	var set rules.Squares
	for _, m := range t.legalMoves() {
		if m.Promotion() == rules.Queen && r.extra.Has(m.To()) && r.model[m.From()] == t.pos.At(m.From()) {
			set = set.With(m.To())
		}
	}
	return set
}

// isPromotedWrongly reports whether a piece of the opponent's colour was set down, from beside the board,
// where a pawn promotes, and the pawn is off its square: a promotion not carried out (2005:7.4a). Only
// sensors that distinguish colours show it.
func (t *turn) isPromotedWrongly(r *reading) bool {
	for _, m := range t.legalMoves() {
		if m.Promotion() != rules.Queen || t.pos.At(m.To()) != rules.NoPiece || !r.extra.Has(m.To()) || r.model[m.From()] != rules.NoPiece {
			continue
		}
		for _, a := range slices.Backward(t.acts) {
			if a.kind == placed && a.sq == m.To() {
				return a.color == ownerOf(t.mover().Other())
			}
		}
	}
	return false
}

// partOf finds the legal move that a release was, or was a part of. For a promotion it is any of
// the four.
func (t *turn) partOf(from, sq rules.Square) (part, rules.Move) {
	castled := rules.NoMove
	for _, m := range t.legalMoves() {
		if m.From() != from {
			continue
		}
		if m.IsCastling() {
			if kingTo, _ := t.pos.CastlingTargets(m); kingTo == sq && kingTo != from {
				castled = m
			}
			continue
		}
		if m.To() != sq {
			continue
		}
		switch {
		case m.Promotion() != rules.NoKind:
			return ofPromotion, m
		case m.IsEnPassant():
			return ofPassant, m
		}
		return wholeOne, m
	}
	if castled != rules.NoMove {
		return ofCastling, castled
	}
	return noPart, rules.NoMove
}

// released returns the duty that arises from a piece set down when only a further act completes its
// move; nil when there is none.
func (e *edition) released(t *turn, r *reading, o *Options) *duty {
	if r.restored {
		return nil
	}
	if d := t.promotion(r); d != nil {
		if n := r.entered; n > 0 && !r.none && r.stood[n-1].sq == d.squares[1] && r.stood[n-1].until == 0 {
			d.allowed = slices.DeleteFunc(d.allowed, func(m rules.Move) bool { return m.Promotion() != r.kinds[1] })
		}
		return d
	}
	var last *duty
	for i := range r.releases {
		rel := &r.releases[i]
		if rel.piece.Color() != t.mover() || rel.knocked || rel.until != 0 && rel.until-rel.at < o.Slide {
			continue
		}
		switch p, m := t.partOf(rel.from, rel.sq); p {
		case ofCastling:
			if e.isBarred(t, r, m) {
				continue
			}
			return t.castleDuty(m)
		case ofPassant:
			if victim := t.pos.Captured(m); rel.until == 0 && r.model[victim] != rules.NoPiece {
				last = &duty{kind: finish, squares: []rules.Square{rel.from, rel.sq}, allowed: []rules.Move{m}}
			}
		}
	}
	return last
}

// binding returns the reading without the releases that bind no longer, because the illegal move of
// which they were part was taken back. In editions that apply the whole of Article 4 to the move
// replacing it, a piece that had been released before and moved on is still bound by that (2009:7.4a).
func (e *edition) binding(t *turn, r *reading) *reading {
	if t.voided == 0 {
		return r
	}
	out := *r
	out.releases = slices.DeleteFunc(slices.Clone(r.releases), func(rel release) bool {
		return rel.at <= t.voided && (!e.releaseBindsAgain || rel.until == 0 || rel.until > t.voided)
	})
	return &out
}

// isBarred reports whether touches of the rook before the king forbid this castling (4.4b; 1953:6, 8:
// castling is a king's move, and the rook was touched first): the king set down on its target was no
// part of a move.
func (e *edition) isBarred(t *turn, r *reading, m rules.Move) bool {
	_, barred, _ := t.castlingTouches(r)
	return slices.Contains(barred, m)
}

func (t *turn) castleDuty(m rules.Move) *duty {
	kingTo, _ := t.pos.CastlingTargets(m)
	return &duty{kind: castle, squares: []rules.Square{m.From(), kingTo}, allowed: []rules.Move{m}}
}

// promotion returns the duty to promote after a pawn, or a piece for it, was set down on the last
// rank.
func (t *turn) promotion(r *reading) *duty {
	from, to := rules.NoSquare, rules.NoSquare
	for _, rel := range r.releases {
		if rel.piece.Kind() == rules.Pawn && rel.piece.Color() == t.mover() {
			if p, _ := t.partOf(rel.from, rel.sq); p == ofPromotion && r.model[rel.from] == rules.NoPiece {
				from, to = rel.from, rel.sq
			}
		}
	}
	if from == rules.NoSquare {
		// The new piece was set down first, then the pawn was taken off the board.
		for _, h := range r.hand {
			if h.piece.Kind() != rules.Pawn || h.piece.Color() != t.mover() {
				continue
			}
			for sq := range r.extra.All() {
				if p, _ := t.partOf(h.from, sq); p == ofPromotion {
					from, to = h.from, sq
				}
			}
		}
	}
	if from == rules.NoSquare {
		return nil
	}
	return t.promoteDuty(from, to)
}

func (t *turn) promoteDuty(from, to rules.Square) *duty {
	d := &duty{kind: promote, squares: []rules.Square{from, to}}
	for _, m := range t.legalMoves() {
		if m.From() == from && m.To() == to && m.Promotion() != rules.NoKind {
			d.allowed = append(d.allowed, m)
		}
	}
	if d.allowed == nil {
		return nil
	}
	return d
}

// hasRestedFirst reports whether the first piece named for the pawn was released on the last rank
// before another one replaced it.
func (r *reading) hasRestedFirst(slide time.Duration) bool {
	if r.first == 0 {
		return false
	}
	first := r.stood[r.first-1]
	return first.until != 0 && first.until-first.at >= slide
}

// hasRested reports whether a piece was set down long enough to count as released there, and was
// then moved on.
func (rel *release) hasRested(slide time.Duration) bool {
	return rel.until != 0 && rel.until-rel.at >= slide
}

// end returns when the piece was lifted again, and the end of time if it was not.
func (rel *release) end() time.Duration {
	if rel.until == 0 {
		return 1<<63 - 1
	}
	return rel.until
}

// chosenOn returns the duty to promote that remains from a pawn released on the last rank. If the
// new piece was named there, the choice is final: from 2005 when the piece has touched the square,
// before that when it has rested there (2005:4.4d, 1997:4.7).
func (e *edition) chosenOn(t *turn, r *reading, rel *release, o *Options) *duty {
	d := t.promoteDuty(rel.from, rel.sq)
	if d == nil || r.first == 0 || r.stood[r.first-1].sq != rel.sq || !e.promotionFinal && !r.hasRestedFirst(o.Slide) {
		return d
	}
	d.allowed = slices.DeleteFunc(d.allowed, func(m rules.Move) bool { return m.Promotion() != r.kinds[0] })
	return d
}
