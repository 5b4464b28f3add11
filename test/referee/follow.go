package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
)

// demand is what the Laws demand for one press that completed no legal move.
type demand struct {
	by     rules.Color
	remark string // clock_without_move, clock_with_piece_in_hand
	count  bool   // an illegal move
	reason string
	name   string // of its row
	seen   seen
	plain  bool // nothing looks like anything else
	idle   bool // the player's clock did not run
}

// story is what follows from the Laws for a whole tale.
type story struct {
	moves   []rules.Move
	demands []demand
	breach  string
	open    bool // what the record has to be is open
	last    verdict
}

// follow reads a tale, press by press.
func (s *tale) follow(t text, sensing sensors.Sensing) story {
	var out story
	var bound *owed
	running, sure := s.parts[0].pos.Turn(), true // whose clock runs, and whether nobody has set it since the last press
	for _, p := range s.parts {
		if out.open {
			return out
		}
		mover := p.pos.Turn()
		done, judged := false, -1
		for i, a := range p.acts {
			if a.do != presses {
				continue
			}
			idle := sure && a.by != running
			running, sure = a.by.Other(), true
			if a.by != mover || done {
				continue
			}
			now := read(t, p.pos, p.acts[:i])
			v := now.judge(true, sensing)
			if now.holdsAnother() {
				out.open = true // the Laws do not say what that press is
				return out
			}
			if p.isSettled(judged, i) {
				continue // the same position, pressed for again
			}
			judged = i
			if v.strays {
				out.open = true
				return out
			}
			if v.press != "" && idle {
				// No move was made, and the player's clock did not run: the press does nothing.
				out.demands = append(out.demands, demand{by: mover, remark: wrongSide, name: wrongSide + string(p.as()), plain: v.seen == plainly || v.seen == likeHeld || v.seen == likeNothing})
				continue
			}
			if v.press != "" || v.illegal {
				sure = false
				d := p.demand(v, mover)
				d.idle = idle
				out.demands = append(out.demands, d)
				bound = v.owed
			}
			done = v.move != rules.NoMove
		}
		v := read(t, p.pos, p.acts).judge(p.isPressed(), sensing)
		if out.open = p.isOpen(v, done, t, sensing); out.open {
			return out
		}
		out.last = v
		if v.move == rules.NoMove {
			continue
		}
		out.moves = append(out.moves, v.move)
		out.breach, out.open = v.breach, v.open
		if p.bound {
			out.breach = bound.breach(v)
			if t.releaseBinds != "" && out.breach == "" {
				out.breach = s.parts[0].leftBehind(t, v.move)
			}
		}
	}
	return out
}

// leftBehind returns the rule that a move breaks which replaces the illegal move of a part, if a piece had been released as a
// legal move before that and was moved on: articles 4.6 or 4.7 apply to the move too (2009: 7.4a, 2018: 7.5.1).
func (p *part) leftBehind(t text, m rules.Move) string {
	i := slices.IndexFunc(p.acts, func(a act) bool { return a.do == presses })
	turn := read(t, p.pos, p.acts[:i])
	for _, s := range turn.stays {
		if broke := turn.leaves(s, m); broke == "released_piece" {
			return broke
		}
	}
	return ""
}

// isPressed reports whether the player having the move has pressed the clock.
func (p *part) isPressed() bool {
	return slices.ContainsFunc(p.acts, func(a act) bool { return a.do == presses && a.by == p.pos.Turn() })
}

// endsWithOther reports whether the last press was the opponent's.
func (p *part) endsWithOther() bool {
	for _, a := range slices.Backward(p.acts) {
		if a.do == presses {
			return a.by != p.pos.Turn()
		}
	}
	return false
}

// waits reports whether the move, which nobody has pressed for, may be made and the board does not
// show it yet: a capture of which the sensors see no end, or a release after which another piece was
// moved.
func (p *part) waits(v verdict, t text, sensing sensors.Sensing) bool {
	if v.move == rules.NoMove {
		return read(t, p.pos, p.acts).hasMoved()
	}
	return sensing == sensors.Occupancy && p.pos.Captured(v.move) != rules.NoSquare
}

// holdsAnother reports whether a piece is in the hand although a legal move was made with
// another one: that one rested where it was released.
func (t *turn) holdsAnother() bool {
	return t.holds() && t.hasMoved()
}

func (p *part) demand(v verdict, by rules.Color) demand {
	d := demand{by: by, remark: v.press, count: v.illegal, reason: v.reason, name: p.tries, seen: v.seen, plain: v.seen == plainly || v.seen == likeHeld && v.press != ""}
	if v.press != "" {
		d.name = v.press
	}
	d.name += string(p.as())
	if v.press == "" || v.seen != likeHeld {
		d.name += v.seen.String()
	}
	return d
}

// breach returns the rule that a move broke which replaces an illegal one. What was touched for that one came
// first, and binds.
func (o *owed) breach(v verdict) string {
	switch {
	case v.breach == "" && !o.allows(v.move):
		return "after an illegal move"
	case o != nil && o.allows(v.move) && slices.Contains([]string{"touched_piece", "rook_first", "castling_touch"}, v.breach):
		return ""
	}
	return v.breach
}

// isSettled reports whether nothing has been lifted or put down since the press that was judged last, -1 if
// there was none.
func (p *part) isSettled(judged, now int) bool {
	return judged >= 0 && !slices.ContainsFunc(p.acts[judged:now], func(a act) bool { return a.do <= lays })
}

// isOpen reports whether it is open what the record has to be after the part: who had pressed too early has
// moved, and the opponent gives the time back, or the board does not show the move yet.
func (p *part) isOpen(v verdict, done bool, t text, sensing sensors.Sensing) bool {
	if v.strays || !p.isPressed() && p.waits(v, t, sensing) {
		return true
	}
	return v.move != rules.NoMove && !done && p.isPressed() && p.endsWithOther()
}

// wrongSide is the remark for a press of the player whose clock does not run.
const wrongSide = "clock_wrong_side"

// as says what is unusual in a part, as a part of the name of a row about its presses.
func (p *part) as() how {
	if p.how == amended || p.how == ignored {
		return ""
	}
	return p.how
}

// play judges a tale in one place, and passes every comparison to take.
func (s *tale) play(t text, sensing sensors.Sensing, take func(finding)) error {
	note := noter(func(g group, name string, o outcome, want, got string) {
		take(finding{row{g, name}, place{t.laws, sensing}, o, s.seed + tales, want, got})
	})
	got, err := ask(t.laws, s.parts[0].pos, s.all(), sensing, terms{})
	if err != nil {
		return err
	}
	want := s.follow(t, sensing)
	last := &s.parts[len(s.parts)-1]
	if t.turnByPress != "" && last.how == replied && !s.parts[0].isPressed() {
		return nil // what was touched before the turn had passed does not bind
	}
	if last.tries == "enemy piece moved" && !s.parts[0].isPressed() {
		return nil // nobody can see which player moved it
	}
	as := last.how
	if s.answer != nil {
		as = ignored
	}
	s.comparePresses(note, want, got)
	if s.answer != nil {
		compareOther(note, string(ignored), last.pos.Turn().Other(), got)
	}
	if as == "" || want.open || s.answer != nil {
		return nil
	}
	s.compareRecord(note, string(as)+want.otherwise(), want, got)
	if last.how == replied && len(want.demands) == 0 {
		return s.compareSecondDuty(note, t, sensing, want)
	}
	return nil
}

// heard is what the referee said about presses, without what has been compared already.
type heard struct {
	said
	events  [2][]reconcile.IllegalMove
	remarks map[string]int
}

func listen(got said) heard {
	h := heard{said: got, remarks: maps.Clone(got.remarks)}
	for _, e := range got.illegal {
		if e.Number > 0 {
			h.events[e.By] = append(h.events[e.By], e)
		} else if n := len(h.events[e.By]); n > 0 {
			h.events[e.By] = h.events[e.By][:n-1] // withdrawn
		}
	}
	return h
}

// comparePresses compares the illegal moves of each player with what was demanded, and the
// remarks.
func (s *tale) comparePresses(note noter, want story, got said) {
	h := listen(got)
	for _, d := range want.demands {
		if d.remark != "" {
			h.compareRemark(note, d)
		}
		if d.count {
			name := d.name
			if s.answer != nil {
				name += string(ignored)
			}
			h.compareCount(note, name, d)
		}
	}
	if want.open {
		return
	}
	as := s.parts[len(s.parts)-1].how
	if s.answer != nil {
		as = ignored
	}
	for _, list := range h.events {
		for _, e := range list {
			note(illegals, "none"+string(as)+want.otherwise(), invented, "none", fmt.Sprint(e.By, " ", e.Reason))
		}
	}
	for _, name := range []string{"clock_without_move", "clock_with_piece_in_hand"} {
		if h.remarks[name] > 0 && !slices.ContainsFunc(want.demands, func(d demand) bool { return d.remark == name }) {
			note(press, "none"+string(as)+want.otherwise(), invented, "none", name)
		}
	}
}

// otherwise distinguishes, as a part of a row's name, tales in which sensors cannot show what one of
// the presses was for.
func (w *story) otherwise() string {
	if slices.ContainsFunc(w.demands, func(d demand) bool { return !d.plain }) {
		return doubtful
	}
	return ""
}

const doubtful = ", a press looks otherwise"

func (h *heard) compareRemark(note noter, d demand) {
	switch {
	case h.remarks[d.remark] > 0:
		h.remarks[d.remark]--
		note.found(press, d.name)
	case h.asks(), h.queried:
		note(press, d.name, asked, d.remark, "asks")
	default:
		note(press, d.name, missed, d.remark, fmt.Sprint(h.said.remarks))
	}
}

// compareCount compares an illegal move with what was counted, or told to the arbiter.
func (h *heard) compareCount(note noter, name string, d demand) {
	list := h.events[d.by]
	if d.seen == likeNothing && d.remark == "" && h.remarks["clock_without_move"] > 0 {
		defer func() { h.remarks["clock_without_move"]-- }() // it is told as what it looks like
	}
	switch {
	case len(list) > 0 && d.reason != "" && d.plain && string(list[0].Reason) != d.reason:
		note(illegals, name, wrong, d.reason, string(list[0].Reason))
	case len(list) > 0:
		note.found(illegals, name)
	case h.remarks[illegalOnBoard] > 0 && d.remark == "":
		note.found(illegals, name) // the arbiter is told of the board
	case d.seen == likeNothing && d.idle && h.remarks[wrongSide] > 0:
		note(illegals, name, asked, d.reason, wrongSide)
	case d.seen == likeNothing && d.remark == "" && h.remarks["clock_without_move"] > 0:
		note(illegals, name, asked, d.reason, "clock_without_move")
	case h.asks(), h.queried:
		note(illegals, name, asked, d.reason, "asks")
	default:
		note(illegals, name, missed, d.reason, fmt.Sprint(h.said.remarks))
	}
	if len(list) > 0 {
		h.events[d.by] = list[1:]
	}
}

// illegalOnBoard is the remark that no legal move leads to what the board shows.
const illegalOnBoard = "illegal_position_on_board"

func uci(moves []rules.Move) string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = m.UCI(rules.Standard)
	}
	return strings.Join(list, " ")
}

// compareRecord compares the moves and the last breach.
func (s *tale) compareRecord(note noter, as string, want story, got said) {
	moved, is := uci(want.moves), strings.Join(got.state.Moves, " ")
	name := "record" + as
	if got.state.Result != nil && len(want.demands) > 1 {
		return // lost by illegal moves
	}
	switch {
	case moved == is:
		note.found(moves, name)
	case got.asks() && strings.HasPrefix(moved, is):
		note(moves, name, asked, moved, is)
	case len(is) < len(moved):
		note(moves, name, missed, moved, is)
	default:
		note(moves, name, wrong, moved, is)
	}
	if moved != is || moved == "" || want.last.move == rules.NoMove {
		return
	}
	broke := ""
	if got.state.Violation != nil && got.state.Violation.Status == "claimable" {
		broke = got.state.Violation.Rule
	}
	name = want.breach + as
	switch {
	case want.breach == "" && broke == "":
		note.found(breaches, "none"+as)
	case want.breach == "":
		note(breaches, broke+as, invented, "none", broke)
	case want.breach == broke, want.breach == "after an illegal move" && broke != "":
		note.found(breaches, name)
	case broke == "":
		note(breaches, name, missed, want.breach, "none")
	default:
		note(breaches, name, wrong, want.breach, broke)
	}
}

// compareSecondDuty compares the duty in the middle of the second turn.
func (s *tale) compareSecondDuty(note noter, t text, sensing sensors.Sensing, want story) error {
	n := len(s.parts) - 1
	last := scene{pos: s.parts[n].pos, acts: s.parts[n].acts, cut: s.cut}
	if n == 0 || last.hasPassed() {
		return nil
	}
	half := last.acts[:s.cut]
	turn := read(t, last.pos, half)
	if turn.made() != rules.NoMove || turn.strays() != rules.NoMove {
		return nil
	}
	now, err := ask(t.laws, s.parts[0].pos, s.acts(n, s.cut), sensing, terms{})
	if err != nil {
		return err
	}
	if strings.Join(now.state.Moves, " ") != uci(want.moves[:min(n, len(want.moves))]) {
		return nil // compared as the record
	}
	compareDuty(note, last.pos.Variant(), string(replied), turn.owes(), now.state.Obligation)
	return nil
}
