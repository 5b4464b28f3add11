package main

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// released is how long a piece must stay where it was let go before that counts as a release,
// if it is moved on (docs/laws.md, what is seen).
const released = time.Second

// touched is a piece that the player to move touched on purpose.
type touched struct {
	sq  rules.Square
	own bool
	man *man // after a word of adjusting: it counts only if the piece is then moved
}

// stay is a piece of the player to move that was released away from its first square.
type stay struct {
	man   *man
	sq    rules.Square
	from  time.Duration
	until time.Duration // 0: it is still there
}

// turn is a turn as a reader of the Laws derives it from the acts.
type turn struct {
	text
	pos     rules.Position
	legal   []rules.Move
	board   board
	air     []*man
	touches []touched
	stays   []stay
	chosen  []rules.Kind // kinds entered for a promotion, in order
	left    bool         // a pawn was reported as left on the last rank
}

// read derives a turn from its acts.
func read(t text, p rules.Position, acts []act) *turn {
	turn := &turn{text: t, pos: p, legal: p.LegalMoves(nil), board: setUp(p)}
	announced := false
	for i := 0; i < len(acts); i++ {
		a := acts[i]
		switch a.do {
		case adjusts:
			announced = announced || a.by == p.Turn() && !(a.idle && t.ownTime != "")
		case feels:
			if a.by == p.Turn() && !announced {
				turn.touch(a.sq)
			}
		case names:
			turn.left = a.kind == rules.NoKind
			if a.kind != rules.NoKind {
				turn.chosen = append(turn.chosen, a.kind)
			}
		case lifts:
			j := i
			for j < len(acts) && acts[j].do == lifts && acts[j].at == a.at {
				j++
			}
			turn.lift(acts[i:j], announced)
			i = j - 1
		case puts:
			turn.put(a)
		case lays:
			turn.air = without(turn.air, a.man)
		}
	}
	turn.touchMoved()
	return turn
}

// touchMoved keeps, of what was lifted after a word of adjusting, the last lift of what stands on another
// square now: pieces are adjusted on their squares (4.2).
func (t *turn) touchMoved() {
	var kept []touched
	for i, o := range t.touches {
		moved := func(s stay) bool { return s.man == o.man && s.until == 0 }
		again := func(n touched) bool { return n.man == o.man }
		if o.man == nil || slices.ContainsFunc(t.stays, moved) && !slices.ContainsFunc(t.touches[i+1:], again) {
			kept = append(kept, o)
		}
	}
	t.touches = kept
}

func without(list []*man, m *man) []*man {
	return slices.DeleteFunc(list, func(o *man) bool { return o == m })
}

// lift takes what was lifted at one moment. Of two pieces the king counts first, and own
// before enemy; three pieces were knocked over, which is not touching (7.3).
func (t *turn) lift(batch []act, announced bool) {
	order := slices.Clone(batch)
	rank := func(a act) int {
		switch {
		case a.man.piece.Color() != t.pos.Turn():
			return 2
		case a.man.piece.Kind() == rules.King:
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(a, b act) int { return cmp.Compare(rank(a), rank(b)) })
	for _, a := range order {
		t.board.carryOut(a)
		t.air = append(t.air, a.man)
		for i := range t.stays {
			if t.stays[i].man == a.man && t.stays[i].until == 0 {
				t.stays[i].until = a.at
			}
		}
		if a.man.home != a.sq || a.by != t.pos.Turn() || len(batch) >= 3 {
			continue
		}
		t.touch(a.sq)
		if announced {
			t.touches[len(t.touches)-1].man = a.man
		}
	}
}

func (t *turn) touch(sq rules.Square) {
	if piece := t.pos.At(sq); piece != rules.NoPiece {
		t.touches = append(t.touches, touched{sq: sq, own: piece.Color() == t.pos.Turn()})
	}
}

func (t *turn) put(a act) {
	t.board.carryOut(a)
	t.air = without(t.air, a.man)
	if a.man.piece.Color() == t.pos.Turn() && a.sq != a.man.home {
		t.stays = append(t.stays, stay{man: a.man, sq: a.sq, from: a.at})
	}
}

// holds reports whether a piece of the player to move is in a hand.
func (t *turn) holds() bool {
	return slices.ContainsFunc(t.air, func(m *man) bool { return m.piece.Color() == t.pos.Turn() })
}

// made returns the legal move that the board shows, if no piece of the player is in a hand.
func (t *turn) made() rules.Move {
	if t.holds() {
		return rules.NoMove
	}
	for _, m := range t.legal {
		if after := t.pos.After(m); t.board.shows(&after) {
			return m
		}
	}
	return rules.NoMove
}

// isUntouched reports whether all pieces of the player to move are where they were, and
// nothing came from beside the board.
func (t *turn) isUntouched() bool {
	for sq, m := range t.board {
		is := t.pos.At(rules.Square(sq))
		if is != rules.NoPiece && is.Color() == t.pos.Turn() && (m == nil || m.piece != is) {
			return false
		}
		if m != nil && m.home != rules.Square(sq) {
			return false
		}
	}
	return true
}

// strays returns the legal move that was made if another piece was displaced after it: one is
// missing, or the captured piece stands elsewhere (7.4, displaced pieces).
func (t *turn) strays() rules.Move {
	if t.holds() {
		return rules.NoMove
	}
	for _, m := range t.legal {
		if m.IsCastling() || m.IsEnPassant() || m.Promotion() != rules.NoKind {
			continue
		}
		moved := t.board[m.To()]
		if moved == nil || moved.home != m.From() {
			continue
		}
		after := t.pos.After(m)
		missing, added := 0, 0
		for sq, man := range t.board {
			switch is := after.At(rules.Square(sq)); {
			case man == nil && is != rules.NoPiece:
				missing++
			case man != nil && man.piece != is && (is != rules.NoPiece || man.home != t.pos.Captured(m)):
				missing += 2
			case man != nil && man.piece != is:
				added++
			}
		}
		if missing+added == 1 {
			return m
		}
	}
	return rules.NoMove
}

// hasMoved reports whether a piece stands where a legal move puts it.
func (t *turn) hasMoved() bool {
	for _, s := range t.stays {
		for _, m := range t.legal {
			if s.until == 0 && m.From() == s.man.home && m.To() == s.sq && !m.IsCastling() && !m.IsEnPassant() && m.Promotion() == rules.NoKind {
				return true
			}
		}
	}
	return false
}

// hasStrayed reports whether a piece of the player's has rested, on its way too, for as long as a release
// takes: what the board showed then may have been no position of the game.
func (t *turn) hasStrayed() bool {
	return slices.ContainsFunc(t.stays, func(s stay) bool { return s.until-s.from >= released })
}

// hasBrought reports whether a piece from beside the board is on it.
func (t *turn) hasBrought() bool {
	return slices.ContainsFunc(t.stays, func(s stay) bool { return s.man.home == rules.NoSquare && s.until == 0 })
}

// promotedAndLifted returns the promotion that was made when the new piece was released, although that
// piece has been lifted since (1953: 7c, 1997: 4.6c, 2009: 4.6c, 2018: 4.7.3): the piece is missing, but
// the press is for a move.
func (t *turn) promotedAndLifted() rules.Move {
	if len(t.stays) == 0 {
		return rules.NoMove
	}
	s := t.stays[len(t.stays)-1]
	if s.man.home != rules.NoSquare || s.until == 0 || s.until-s.from < released || t.board[s.sq] != nil {
		return rules.NoMove
	}
	t.board[s.sq] = s.man
	defer func() { t.board[s.sq] = nil }()
	for _, m := range t.legal {
		if after := t.pos.After(m); t.board.shows(&after) {
			return m
		}
	}
	return rules.NoMove
}

// completed returns the legal move that was complete before another piece of the player was
// moved.
func (t *turn) completed() rules.Move {
	if len(t.stays) < 2 || t.stays[0].until != 0 || t.holds() {
		return rules.NoMove
	}
	first := t.stays[0]
	for _, m := range t.legal {
		if m.From() == first.man.home && m.To() == first.sq && !m.IsCastling() && !m.IsEnPassant() && m.Promotion() == rules.NoKind {
			return m
		}
	}
	return rules.NoMove
}
