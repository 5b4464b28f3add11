package article4

import (
	"touchmove/rules"
)

// rule is a rule of Article 4 that a legal move can break.
type rule uint8

// In the order in which one of several is named: what a release decided comes
// before what a touch decided.
const (
	promotionChoice  rule = iota // another piece than the first on the square (2005:4.4d)
	promotionRelease             // a pawn taken back from the last rank
	castlingRelease              // a king taken back after its two squares
	releasedPiece                // a piece taken on from where its release was a legal move
	rookFirst                    // castled with a rook touched before the king (4.4b)
	castlingTouch                // not castled although 4.4a asked for it
	touchedPiece                 // any other duty of 4.3 and 4.4
)

func (r rule) String() string {
	return [...]string{"promotion_choice", "promotion_release", "castling_release", "released_piece",
		"rook_first", "castling_touch", "touched_piece"}[r]
}

// ofRelease says whether the rule is one about releases: 4.6 in 2009, the
// release rule 4.7 of 1997 and 2001.
func (r rule) ofRelease() bool {
	return r >= promotionRelease && r <= releasedPiece
}

// breach is a rule broken by a legal move.
type breach struct {
	rule     rule
	restores rules.Move // the move that stands if the claim succeeds; NoMove: the position before
	duty     *duty      // what was owed; nil with restores
}

// judge says which rule the turn's move broke, nil when none.
func (e *edition) judge(t *turn, r *reading, o *Options) *breach {
	m := t.made.move
	if t.made.illegal {
		return nil
	}
	if k := m.Promotion(); e.promotionFinal && k != rules.NoKind && r.kinds[0] != rules.NoKind && r.kinds[0] != k && r.kinds[1] == k {
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
	if b := t.releaseBroken(r, o); b != nil && !t.void {
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

// releaseBroken looks for a piece released and then taken on.
func (t *turn) releaseBroken(r *reading, o *Options) *breach {
	var found *breach
	for i := range r.releases {
		rel := &r.releases[i]
		if rel.piece.Color() != t.mover() || !rel.rested(o.Slide) {
			continue
		}
		p, was := t.partOf(rel.from, rel.sq)
		if p == noPart || was.From() == t.made.move.From() && was.To() == t.made.move.To() && was.IsCastling() == t.made.move.IsCastling() {
			continue
		}
		b := &breach{}
		switch p {
		case ofPromotion:
			b.rule, b.duty = promotionRelease, t.promoteDuty(rel.from, rel.sq)
		case ofCastling:
			b.rule, b.duty = castlingRelease, t.castleDuty(was)
		case ofPassant:
			b.rule = releasedPiece
			b.duty = &duty{kind: finish, squares: []rules.Square{rel.from, rel.sq}, allowed: []rules.Move{was}}
		default:
			b.rule, b.restores = releasedPiece, was
		}
		if found == nil || b.rule < found.rule {
			found = b
		}
	}
	return found
}

// touchBroken compares the move with what the touches asked for.
func (e *edition) touchBroken(t *turn, r *reading) *breach {
	m := t.made.move
	judged := *r
	judged.touches = r.back(t.pos.Captured(m))
	out := e.touched(t, &judged)
	if m.IsCastling() && !e.firstTouchOnly {
		s := side(m.From(), m.To())
		for _, f := range out.forbidden {
			if f == s {
				return &breach{rule: rookFirst, duty: out.duty}
			}
		}
	}
	if out.duty == nil || out.duty.allows(m) {
		return nil
	}
	if out.forced != 0 {
		return &breach{rule: castlingTouch, duty: out.duty}
	}
	return &breach{rule: touchedPiece, duty: out.duty}
}

// back returns the touches but for those of pieces that have not come back yet,
// other than the one taken.
// Nobody makes a move and keeps another piece in the hand: such a square has more
// likely lost its sensor, and if it was a hand, its piece will show it.
func (r *reading) back(taken rules.Square) []touch {
	up := rules.Squares(0)
	for _, h := range r.hand {
		if h.touch > 0 && h.from != taken && h.from == r.touches[h.touch-1].sq {
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
