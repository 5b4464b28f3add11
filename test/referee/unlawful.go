package main

import "touchmove/rules"

// unlawfulWays are ways of playing what is not legal. Each returns false, and has done
// nothing, if the position has no such move.
var unlawfulWays = []struct {
	tries string
	do    func(*hands) bool
}{
	{"a piece where it cannot go", (*hands).astray},
	{"a piece where it cannot go", (*hands).astray},
	{"capture where it cannot go", (*hands).astrayCapture},
	{"king left in check", (*hands).exposed},
	{"king left in check", (*hands).exposed},
	{"king taken", (*hands).kingTaken},
	{"own piece taken", (*hands).ownTaken},
	{"castling not allowed", (*hands).wrongCastling},
	{"castling half done", (*hands).halfCastling},
	{"castling, rook astray", (*hands).rookAstray},
	{"passing too late", (*hands).latePassing},
	{"passing, pawn not removed", (*hands).halfPassing},
	{"two pieces moved", (*hands).twoMoved},
	{"enemy piece moved", (*hands).enemyMoved},
	{"capture, victim put elsewhere", (*hands).victimElsewhere},
	{"pawn left on the last rank", (*hands).pawnLeft},
	{"pawn left on the seventh", (*hands).pawnKept},
	{"two pieces exchanged", (*hands).exchanged},
}

// unlawful plays something that is not a legal move.
func (h *hands) unlawful() bool {
	w := pick(h, unlawfulWays)
	h.tries = w.tries
	return w.do(h)
}

// step is a piece of the player to move and a square.
type step struct{ from, to rules.Square }

func (h *hands) steps(to rules.Squares, ok func(s step) bool) (list []step) {
	for from := range h.own().All() {
		for sq := range to.All() {
			if s := (step{from, sq}); from != sq && ok(s) {
				list = append(list, s)
			}
		}
	}
	return list
}

func (h *hands) astray() bool {
	list := h.steps(h.free(), func(s step) bool { return !h.goes(s.from, s.to) })
	if len(list) == 0 {
		return false
	}
	s := pick(h, list)
	if p := h.pos.At(s.from); p.Kind() == rules.Pawn && (s.to.Rank() == 0 || s.to.Rank() == 7) {
		return false // a pawn there is another matter
	}
	h.put(h.lift(s.from), s.to)
	return true
}

// takes captures, in one of several orders.
func (h *hands) takes(s step) {
	if h.chance(2) {
		h.off(s.to)
		h.put(h.lift(s.from), s.to)
		return
	}
	man := h.lift(s.from)
	h.off(s.to)
	h.put(man, s.to)
}

func (h *hands) astrayCapture() bool {
	list := h.steps(h.enemy(), func(s step) bool {
		return !h.goes(s.from, s.to) && h.pos.At(s.to).Kind() != rules.King && (h.pos.At(s.from).Kind() != rules.Pawn || s.to.Rank()%7 != 0)
	})
	if len(list) == 0 {
		return false
	}
	h.takes(pick(h, list))
	return true
}

func (h *hands) exposed() bool {
	list := h.steps(^h.own(), func(s step) bool {
		piece := h.pos.At(s.from)
		if h.goes(s.from, s.to) || h.pos.At(s.to).Kind() == rules.King {
			return false
		}
		if piece.Kind() == rules.Pawn {
			ahead := 1
			if piece.Color() == rules.Black {
				ahead = -1
			}
			if s.to.Rank()%7 == 0 {
				return false
			}
			if h.pos.At(s.to) == rules.NoPiece {
				return s.to.File() == s.from.File() && s.to.Rank() == s.from.Rank()+ahead
			}
		}
		return h.pos.Attackers(s.to, h.mover()).Has(s.from)
	})
	if len(list) == 0 {
		return false
	}
	s := pick(h, list)
	if h.pos.At(s.to) != rules.NoPiece {
		h.takes(s)
	} else {
		h.put(h.lift(s.from), s.to)
	}
	return true
}

func (h *hands) kingTaken() bool {
	king := h.pos.King(h.mover().Other())
	if king.Rank()%7 == 0 {
		list := h.steps(rules.SquaresOf(king), func(s step) bool { return h.pos.At(s.from).Kind() != rules.Pawn })
		h.takes(pick(h, list))
		return true
	}
	h.takes(pick(h, h.steps(rules.SquaresOf(king), func(step) bool { return true })))
	return true
}

func (h *hands) ownTaken() bool {
	list := h.steps(h.own(), func(s step) bool { return h.pos.At(s.from).Kind() != rules.Pawn })
	if len(list) == 0 {
		return false
	}
	h.takes(pick(h, list))
	return true
}

// atHome returns the squares of castling for a king and a rook at home.
func (h *hands) atHome() (king, rook, kingTo, rookTo rules.Square, ok bool) {
	rank := 0
	if h.mover() == rules.Black {
		rank = 7
	}
	king = rules.SquareAt(4, rank)
	if h.pos.At(king) != rules.PieceOf(h.mover(), rules.King) {
		return king, king, king, king, false
	}
	for _, side := range [][3]int{{7, 6, 5}, {0, 2, 3}} {
		rook, kingTo, rookTo = rules.SquareAt(side[0], rank), rules.SquareAt(side[1], rank), rules.SquareAt(side[2], rank)
		if h.pos.At(rook) == rules.PieceOf(h.mover(), rules.Rook) && h.pos.At(kingTo) == rules.NoPiece && h.pos.At(rookTo) == rules.NoPiece && h.chance(2) {
			return king, rook, kingTo, rookTo, true
		}
	}
	return king, king, king, king, false
}

func (h *hands) wrongCastling() bool {
	king, rook, kingTo, rookTo, ok := h.atHome()
	if !ok || h.goes(king, kingTo) {
		return false
	}
	h.put(h.lift(king), kingTo)
	h.put(h.lift(rook), rookTo)
	return true
}

func (h *hands) halfCastling() bool {
	king, _, kingTo, _, ok := h.atHome()
	if !ok || !h.goes(king, kingTo) {
		return false
	}
	h.put(h.lift(king), kingTo)
	return true
}

func (h *hands) rookAstray() bool {
	king, rook, kingTo, rookTo, ok := h.atHome()
	if !ok || !h.goes(king, kingTo) {
		return false
	}
	free := squares(h.free().Without(kingTo).Without(rookTo), nil)
	h.put(h.lift(king), kingTo)
	h.put(h.lift(rook), pick(h, free))
	return true
}

func (h *hands) latePassing() bool {
	ahead := 1
	if h.mover() == rules.Black {
		ahead = -1
	}
	list := h.steps(h.free(), func(s step) bool {
		if h.pos.At(s.from).Kind() != rules.Pawn || s.to.Rank() != s.from.Rank()+ahead || s.to.Rank()%7 == 0 {
			return false
		}
		d := s.to.File() - s.from.File()
		beside := rules.SquareAt(s.to.File(), s.from.Rank())
		return (d == 1 || d == -1) && s.to != h.pos.EnPassant() && h.pos.At(beside) == rules.PieceOf(h.mover().Other(), rules.Pawn)
	})
	if len(list) == 0 {
		return false
	}
	s := pick(h, list)
	h.put(h.lift(s.from), s.to)
	h.off(rules.SquareAt(s.to.File(), s.from.Rank()))
	return true
}

func (h *hands) halfPassing() bool {
	for _, m := range h.legal {
		if m.IsEnPassant() {
			h.put(h.lift(m.From()), m.To())
			return true
		}
	}
	return false
}

// quietMove returns a random legal move without a capture or promotion.
func (h *hands) quietMove() (rules.Move, bool) {
	var list []rules.Move
	for _, m := range h.legal {
		if !m.IsCastling() && m.Promotion() == rules.NoKind && h.pos.Captured(m) == rules.NoSquare {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return rules.NoMove, false
	}
	return pick(h, list), true
}

func (h *hands) twoMoved() bool {
	a, ok := h.quietMove()
	b, _ := h.quietMove()
	if !ok || a.From() == b.From() || a.To() == b.To() || b.To() == a.From() || a.To() == b.From() {
		return false
	}
	h.put(h.lift(a.From()), a.To())
	h.put(h.lift(b.From()), b.To())
	return true
}

func (h *hands) enemyMoved() bool {
	from := pick(h, squares(h.enemy(), nil))
	h.put(h.lift(from), pick(h, squares(h.free(), nil)))
	return true
}

func (h *hands) victimElsewhere() bool {
	for _, m := range h.legal {
		if victim := h.pos.Captured(m); victim != rules.NoSquare && m.Promotion() == rules.NoKind {
			man := h.lift(m.From())
			taken := h.lift(victim)
			h.put(man, m.To())
			h.put(taken, pick(h, squares(h.free().Without(m.To()), nil)))
			return true
		}
	}
	return false
}

// promotion returns a random legal promotion without a capture.
func (h *hands) promotion() (rules.Move, bool) {
	for _, m := range h.legal {
		if m.Promotion() != rules.NoKind && h.pos.Captured(m) == rules.NoSquare {
			return m, true
		}
	}
	return rules.NoMove, false
}

func (h *hands) pawnLeft() bool {
	m, ok := h.promotion()
	if !ok {
		return false
	}
	h.put(h.lift(m.From()), m.To())
	h.say(names, h.mover(), rules.NoSquare, rules.NoKind)
	return true
}

func (h *hands) pawnKept() bool {
	m, ok := h.promotion()
	if !ok {
		return false
	}
	h.put(h.lift(m.From()), m.From())
	h.bring(rules.PieceOf(h.mover(), rules.Queen), m.To())
	return true
}

func (h *hands) exchanged() bool {
	a, b := pick(h, squares(h.own(), nil)), pick(h, squares(h.own(), nil))
	if h.pos.At(a) == h.pos.At(b) {
		return false
	}
	first, second := h.lift(a), h.lift(b)
	h.put(first, b)
	h.put(second, a)
	return true
}
