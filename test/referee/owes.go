package main

import (
	"slices"

	"touchmove/rules"
)

// owed is what a player has to do.
type owed struct {
	kind    string
	squares []rules.Square
	allowed []rules.Move
	side    bool // castling required by touching king and rook
}

func (o *owed) allows(m rules.Move) bool { return o == nil || slices.Contains(o.allowed, m) }

// owes returns what the player to move has to do, after the releases and touches.
func (t *turn) owes() *owed {
	if o := t.owesByRelease(); o != nil {
		return o
	}
	return t.owesByTouch()
}

// owesByRelease returns the duty that follows from a released piece if only a further act
// makes it a move (1953: 7b-d, 1997: 4.7, 2005: 4.6, 2018: 4.7.2, 4.7.3).
func (t *turn) owesByRelease() *owed {
	var out *owed
	for _, s := range t.stays {
		if s.until != 0 && s.until-s.from < released && !t.isBeingExchanged(s) {
			continue
		}
		for _, m := range t.legal {
			if o := t.partOf(m, s); o != nil {
				out = o
			}
		}
	}
	if out == nil {
		out = t.owesForNewPiece()
	}
	return out
}

// isBeingExchanged reports whether a pawn that was on the last rank is off the board.
func (t *turn) isBeingExchanged(s stay) bool {
	return s.man.piece.Kind() == rules.Pawn && s.sq.Rank()%7 == 0 && !slices.Contains(t.board[:], s.man)
}

// partOf returns the duty that follows from a released piece, if that was a part of the move
// m.
func (t *turn) partOf(m rules.Move, s stay) *owed {
	if m.From() != s.man.home {
		return nil
	}
	switch {
	case m.IsCastling():
		if t.firstAlone == "" && slices.Contains(t.barred(), m) {
			return nil // 4.4b: the rook was touched first
		}
		if kingTo, _ := t.pos.CastlingTargets(m); kingTo == s.sq {
			return &owed{kind: "castle", squares: []rules.Square{m.From(), kingTo}, allowed: []rules.Move{m}}
		}
	case m.To() != s.sq:
	case m.IsEnPassant():
		if s.until == 0 && t.board[t.pos.Captured(m)] != nil {
			return &owed{kind: "finish", squares: []rules.Square{m.From(), m.To()}, allowed: []rules.Move{m}}
		}
	case m.Promotion() != rules.NoKind:
		return t.promotes(m.From(), m.To())
	}
	return nil
}

// owesForNewPiece returns the duty if the new piece is there before the pawn is off.
func (t *turn) owesForNewPiece() *owed {
	for _, s := range t.stays {
		if s.man.home != rules.NoSquare || s.until != 0 {
			continue
		}
		for _, m := range t.legal {
			if m.Promotion() != rules.NoKind && m.To() == s.sq && t.board[m.From()] == nil {
				return t.promotes(m.From(), m.To())
			}
		}
	}
	return nil
}

func (t *turn) promotes(from, to rules.Square) *owed {
	o := &owed{kind: "promote", squares: []rules.Square{from, to}}
	for _, m := range t.legal {
		if m.From() == from && m.To() == to {
			o.allowed = append(o.allowed, m)
		}
	}
	return o
}

// owesByTouch returns the duty that follows from the touched pieces (1953: 8; 4.3 to 4.5).
func (t *turn) owesByTouch() *owed {
	if len(t.touches) == 0 {
		return nil
	}
	if t.firstAlone != "" {
		return t.firstUsable(nil)
	}
	barred := t.barred()
	if o, decided := t.owesCastling(barred); decided {
		return o
	}
	if o := t.owesPair(); o != nil {
		return o
	}
	return t.firstUsable(barred)
}

// kingTouched returns the index of the first touch of the player's king, -1 if there is none.
func (t *turn) kingTouched() int {
	king := t.pos.King(t.pos.Turn())
	return slices.IndexFunc(t.touches, func(x touched) bool { return x.sq == king })
}

// rookTouched returns the square of the first castling rook among touches.
func (t *turn) rookTouched(list []touched) rules.Square {
	for _, x := range list {
		if x.own && t.pos.Castling().Has(x.sq) {
			return x.sq
		}
	}
	return rules.NoSquare
}

// barred lists the castlings that are forbidden because the rook was touched before the king
// (4.4b).
func (t *turn) barred() (out []rules.Move) {
	k := t.kingTouched()
	if k < 0 {
		return nil
	}
	for _, m := range t.legal {
		if m.IsCastling() && slices.ContainsFunc(t.touches[:k], func(x touched) bool { return x.sq == m.To() }) {
			out = append(out, m)
		}
	}
	return out
}

// owesCastling returns the duty that follows from touching the king and then a rook (4.4a,
// 4.4c). It returns false if these clauses do not apply.
func (t *turn) owesCastling(barred []rules.Move) (*owed, bool) {
	k := t.kingTouched()
	if k < 0 {
		return nil, false
	}
	for _, x := range t.touches[:k] {
		if x.own && t.usable(x, barred) != nil {
			return nil, false // that piece was touched before, and must be moved
		}
	}
	var after []touched
	for _, x := range t.touches[k:] {
		if !slices.ContainsFunc(t.touches[:k], func(y touched) bool { return y.sq == x.sq }) {
			after = append(after, x)
		}
	}
	rook := t.rookTouched(after)
	if rook == rules.NoSquare {
		return nil, false
	}
	for _, m := range t.legal {
		if m.IsCastling() && m.To() == rook {
			kingTo, _ := t.pos.CastlingTargets(m)
			return &owed{kind: "castle", squares: []rules.Square{m.From(), kingTo}, allowed: []rules.Move{m}, side: true}, true
		}
	}
	if o := t.usable(t.touches[k], barred); o != nil {
		return o, true
	}
	// The player is free, until a piece is touched again (4.3).
	last := slices.IndexFunc(t.touches, func(x touched) bool { return x.sq == rook })
	for _, x := range t.touches[max(k, last)+1:] {
		if o := t.usable(x, barred); o != nil && !t.pos.Castling().Has(x.sq) {
			return o, true
		}
	}
	return nil, true
}

// kingStays reports whether only the rook moves with this castling, as in some games of Chess960:
// touching the rook is then the beginning of castling.
func (t *turn) kingStays(m rules.Move) bool {
	kingTo, _ := t.pos.CastlingTargets(m)
	return m.IsCastling() && kingTo == m.From()
}

// owesPair returns the duty to capture the touched enemy piece with the touched own piece
// (4.3c). If the text speaks of one of each, the first two touched pieces are the pair.
func (t *turn) owesPair() *owed {
	own, enemy := rules.NoSquare, rules.NoSquare
	seen := rules.Squares(0)
	for _, x := range t.touches {
		if t.severalPairs == "" && seen.Count() == 2 && !seen.Has(x.sq) {
			break
		}
		seen = seen.With(x.sq)
		if x.own && own == rules.NoSquare {
			own = x.sq
		}
		if !x.own && enemy == rules.NoSquare {
			enemy = x.sq
		}
	}
	o := &owed{kind: "capture_with", squares: []rules.Square{own, enemy}}
	for _, m := range t.legal {
		if own != rules.NoSquare && enemy != rules.NoSquare && m.From() == own && t.pos.Captured(m) == enemy {
			o.allowed = append(o.allowed, m)
		}
	}
	if o.allowed == nil {
		return nil
	}
	return o
}

// firstUsable returns the duty of the first touched piece that can be moved or captured
// (4.3a, b).
func (t *turn) firstUsable(barred []rules.Move) *owed {
	for _, x := range t.touches {
		if o := t.usable(x, barred); o != nil {
			return o
		}
	}
	return nil
}

func (t *turn) usable(x touched, barred []rules.Move) *owed {
	o := &owed{kind: "capture", squares: []rules.Square{x.sq}}
	if x.own {
		o.kind = "move"
	}
	for _, m := range t.legal {
		if slices.Contains(barred, m) {
			continue
		}
		if x.own && (m.From() == x.sq || t.kingStays(m) && m.To() == x.sq) || !x.own && t.pos.Captured(m) == x.sq {
			o.allowed = append(o.allowed, m)
		}
	}
	if o.allowed == nil {
		return nil
	}
	return o
}
