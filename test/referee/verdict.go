package main

import (
	"slices"
	"strings"

	"touchmove/rules"
	"touchmove/sensors"
)

// verdict is what follows from the Laws at the end of a turn.
type verdict struct {
	move    rules.Move // the legal move made, or NoMove
	open    bool       // a promotion whose kind nobody said
	breach  string     // the rule that the move broke; empty if none
	press   string     // the remark for the press of the player to move, if it completed no move
	illegal bool       // the press makes it an illegal move
	reason  string     // the kind of illegal move
	strays  bool       // the move was made, and another piece was displaced
	owed    *owed      // the duty after it
	seen    seen
}

// Reasons of illegal moves, as in events (broadcast/contract/schemas/event.json).
const (
	notLegal   = "illegal move"
	unpromoted = "pawn left on the last rank"
	halfDone   = "promotion not carried out"
)

// seen is what sensors show after an illegal move or with a piece in the hand.
type seen uint8

const (
	plainly     seen = iota // no legal move leaves the board like this
	likeLegal               // a legal move leaves the board like this
	likeNothing             // the board looks as if nothing had been moved
	likeHeld                // the board looks as if one piece of the player's were in a hand
)

// String returns the suffix of a row's name.
func (s seen) String() string {
	return [...]string{"", ", looks legal", ", looks untouched", ", looks held"}[s]
}

// judge evaluates a whole turn. pressed: the player to move pressed the clock.
func (t *turn) judge(pressed bool, sensing sensors.Sensing) verdict {
	var v verdict
	v.seen = t.looks(sensing)
	v.move = t.made()
	if v.move != rules.NoMove {
		v.open = v.move.Promotion() != rules.NoKind && len(t.chosen) == 0
		v.breach = t.breach(v.move)
		return v
	}
	if v.move = t.strays(); v.move == rules.NoMove && t.atRelease != "" {
		v.move = t.completed()
	}
	if v.move == rules.NoMove {
		v.move = t.promotedAndLifted()
	}
	if v.move != rules.NoMove {
		v.strays = true
		return v
	}
	v.owed = t.owes()
	if !pressed {
		return v
	}
	switch half := t.owesByRelease(); {
	case t.holds():
		v.press, v.illegal = "clock_with_piece_in_hand", t.pressIsIllegal != ""
	case t.isUntouched():
		v.press, v.illegal = "clock_without_move", t.pressIsIllegal != ""
	case half != nil && t.halfIsNoMove != "":
		v.press = "clock_without_move"
	case half != nil && half.kind == "promote" && t.left && t.pawnIsQueen != "":
		v.illegal, v.reason = true, unpromoted
		v.owed = nil
		for _, m := range half.allowed {
			if m.Promotion() == rules.Queen {
				v.move, v.breach = m, t.breach(m)
			}
		}
	default:
		v.illegal, v.reason = true, notLegal
		switch {
		case half != nil && half.kind == "promote":
			v.reason = unpromoted
		case t.hasBrought():
			v.reason = halfDone
		}
		if t.releaseBinds == "" {
			v.owed = t.owesByTouch()
		}
	}
	return v
}

// looks says how the board, as its sensors read it, differs from what is legal.
func (t *turn) looks(sensing sensors.Sensing) seen {
	is := t.board.feel(sensing)
	if before := setUp(t.pos); before.feel(sensing) == is {
		return likeNothing
	}
	for _, m := range t.legal {
		after := setUp(t.pos.After(m))
		if after.feel(sensing) == is {
			return likeLegal
		}
	}
	for sq := range t.pos.Of(t.pos.Turn()).All() {
		without := setUp(t.pos)
		without[sq] = nil
		for taken := range t.pos.Of(t.pos.Turn().Other()).All() {
			if t.board[taken] == nil {
				without[taken] = nil
			}
		}
		if without.feel(sensing) == is {
			return likeHeld
		}
	}
	return plainly
}

// breach returns the rule of Article 4 that a legal move broke, or the first of several:
// what was decided by a release comes before what was decided by a touch.
func (t *turn) breach(m rules.Move) string {
	if n := len(t.chosen); n > 1 && t.chosen[0] != t.chosen[n-1] {
		return "promotion_choice" // each of them was there for long
	}
	first := ""
	rank := map[string]int{"": 9, "promotion_release": 0, "castling_release": 1, "released_piece": 2}
	for _, s := range t.stays {
		if broke := t.leaves(s, m); rank[broke] < rank[first] {
			first = broke
		}
	}
	if first != "" {
		return first
	}
	return t.breaksTouch(m)
}

// leaves returns the rule that was broken by releasing a piece on a square and then making
// the move m.
func (t *turn) leaves(s stay, m rules.Move) string {
	moved := s.until != 0 && s.until-s.from >= released
	for _, was := range t.legal {
		if was.From() != s.man.home {
			continue
		}
		if was.IsCastling() {
			if kingTo, _ := t.pos.CastlingTargets(was); moved && kingTo == s.sq && was != m {
				return "castling_release"
			}
			continue
		}
		if was.To() != s.sq || was.From() == m.From() && was.To() == m.To() && !m.IsCastling() {
			continue
		}
		switch {
		case moved && was.Promotion() != rules.NoKind:
			return "promotion_release"
		case moved:
			return "released_piece"
		case m.IsCastling() && s.until == 0 && t.restedAlone(s):
			return "released_piece" // the rook was moved
		}
	}
	return ""
}

// restedAlone reports whether a rook was released before the king was touched. If the king
// was touched first, what the rook does is a part of castling (4.4a).
func (t *turn) restedAlone(s stay) bool {
	rook := slices.IndexFunc(t.touches, func(x touched) bool { return x.sq == s.man.home })
	if k := t.kingTouched(); k >= 0 && (rook < 0 || k < rook) {
		return false
	}
	for _, other := range t.stays {
		if other.man != s.man && other.from-s.from > released+800e6 {
			return true
		}
	}
	return false
}

// breaksTouch returns the rule on touching that m broke.
func (t *turn) breaksTouch(m rules.Move) string {
	if m.IsCastling() && t.firstAlone == "" {
		for _, b := range t.barred() {
			if b == m {
				return "rook_first"
			}
		}
	}
	o := t.owesByTouch()
	switch {
	case o.allows(m):
		return ""
	case o.side:
		return "castling_touch"
	}
	return "touched_piece"
}

// isPlain reports whether a row of illegal moves is of those that no legal move can explain. A
// board on which the hands go on at once is not left in a position, and a captured piece may be put where one was moved on.
func isPlain(name string) bool {
	return !strings.Contains(name, string(onward)) && !strings.Contains(name, string(broken)) && !strings.Contains(name, string(offending)) && !strings.Contains(name, string(onto)) && !strings.HasPrefix(name, "clock_") && !strings.Contains(name, likeLegal.String()) && !strings.Contains(name, likeNothing.String())
}
