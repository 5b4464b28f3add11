package main

import (
	"math/rand/v2"
	"slices"
	"time"

	"touchmove/rules"
)

// how says what is unusual in a tale, as a part of a row's name.
type how string

const (
	midway  how = ", midway"          // the clock is pressed before the move is finished
	onward  how = ", midway, at once" // and the hands go on before that press can be judged
	replied how = ", second turn"     // the opponent's turn after a legal move
	amended how = ", put right"       // the position is set up again after an illegal move, and another move made
	ignored how = ", replied to"      // the opponent replies to an illegal move
)

// part is what one player does in a tale, from a position of the game.
type part struct {
	pos   rules.Position
	acts  []act
	tries string
	how   how
	bound bool // it replaces an illegal move
}

// tale is a case of more than one turn, or with presses before the move is finished.
type tale struct {
	seed   uint64
	parts  []part
	answer []act // to an illegal move
	cut    int   // number of acts of the last part after which the duty is compared
}

// acts returns all acts of the parts before this one, and so many of its own.
func (s *tale) acts(n, of int) (list []act) {
	for _, p := range s.parts[:n] {
		list = append(list, p.acts...)
	}
	return append(list, s.parts[n].acts[:of]...)
}

// all returns all acts.
func (s *tale) all() []act {
	last := len(s.parts) - 1
	return append(s.acts(last, len(s.parts[last].acts)), s.answer...)
}

// taleOf makes the tale of a seed. Equal seeds make equal tales.
func taleOf(seed uint64) tale {
	r := rand.New(rand.NewPCG(seed, 21))
	for {
		s := tale{seed: seed}
		h := perform(r)
		first := part{pos: h.pos, acts: h.acts, tries: h.tries}
		if h.chance(2) {
			h.interrupt(&first)
		}
		s.parts = append(s.parts, first)
		s.goOn(h)
		if first.how == "" && len(s.parts) == 1 && s.answer == nil {
			continue
		}
		last := s.parts[len(s.parts)-1]
		c := scene{pos: last.pos, acts: last.acts, cut: r.IntN(1 + firstPress(last.acts))}
		for c.cut < len(c.acts) && c.isSplit() {
			c.cut++
		}
		s.cut = c.cut
		s.markIdle()
		return s
	}
}

// markIdle marks announcements of a player whose clock does not run, since the player has pressed and
// the opponent has not.
func (s *tale) markIdle() {
	running := s.parts[0].pos.Turn()
	for _, p := range s.parts {
		for i := range p.acts {
			switch a := &p.acts[i]; a.do {
			case presses:
				running = a.by.Other()
			case adjusts:
				a.idle = a.by != running
			}
		}
	}
}

func firstPress(acts []act) int {
	if i := slices.IndexFunc(acts, func(a act) bool { return a.do == presses }); i >= 0 {
		return i
	}
	return len(acts)
}

// interrupt presses the clock at any moment of the part: before the piece is released, between
// two pieces, or after touching. Sometimes the opponent presses back, and sometimes only the
// opponent presses. A press that completes a move ends the part.
func (h *hands) interrupt(p *part) {
	var at []int
	for i := 1; i < firstPress(p.acts); i++ {
		c := scene{pos: p.pos, acts: p.acts, cut: i}
		if !c.isSplit() && p.acts[i].do != lays && p.acts[i].do != attributes {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	i := pick(h, at)
	p.how = midway
	now := p.acts[i-1].at + 400*time.Millisecond
	in := []act{{at: now, by: p.pos.Turn(), do: presses}}
	pause := 900*time.Millisecond + time.Duration(h.r.IntN(1500))*time.Millisecond
	switch h.r.IntN(6) {
	case 0:
		in[0].by = p.pos.Turn().Other()
	case 1:
		in = append(in, act{at: now + pause, by: p.pos.Turn().Other(), do: presses})
	case 2:
		p.how, pause = onward, 300*time.Millisecond
	}
	v := read(texts[0], p.pos, p.acts[:i]).judge(true, boards[0])
	if in[0].by == p.pos.Turn() && v.move != rules.NoMove {
		p.acts, p.how = append(slices.Clone(p.acts[:i]), in[0]), replied
		h.at = now
		return
	}
	by := in[len(in)-1].at + pause - p.acts[i].at
	rest := slices.Clone(p.acts[i:])
	for k := range rest {
		rest[k].at += by
	}
	p.acts = slices.Concat(p.acts[:i], in, rest)
	h.at = p.acts[len(p.acts)-1].at
}

// goOn adds what follows the first part: the opponent's turn, or after an illegal move either a
// reply all the same, or another move in its place.
func (s *tale) goOn(h *hands) {
	first := &s.parts[0]
	pressed := slices.ContainsFunc(first.acts, func(a act) bool { return a.do == presses && a.by == first.pos.Turn() })
	turn := read(texts[0], first.pos, first.acts)
	v := turn.judge(pressed, boards[0])
	switch {
	case v.move != rules.NoMove && !v.open && !v.strays:
		after := first.pos.After(v.move)
		if !after.HasLegalMove() || after.InsufficientMaterial() {
			return
		}
		next := newHands(h.r, after)
		s.add(next, h.at, replied)
	case pressed && v.move == rules.NoMove && !turn.holds() && !turn.isUntouched() && len(turn.air) == 0 && first.how == "":
		if h.chance(2) {
			s.reply(h, turn)
			return
		}
		next := newHands(h.r, first.pos)
		next.at, next.board = h.at, turn.board
		if next.setUpAgain(first.pos) {
			next.board = setUp(first.pos)
			back := next.acts
			next.acts = nil
			s.add(next, next.at, amended)
			last := &s.parts[len(s.parts)-1]
			s.parts[0].acts = append(s.parts[0].acts, back...)
			last.bound = true
		}
	}
}

// add adds the turn of hands, which begin some time after at.
func (s *tale) add(next *hands, at time.Duration, as how) {
	next.at = at
	next.wait(2*time.Second, 4*time.Second)
	if as == replied && next.chance(2) {
		next.touch()
	}
	if as == amended || next.chance(2) || !next.unlawful() {
		next.lawful()
	}
	next.clock()
	s.parts = append(s.parts, part{pos: next.pos, acts: next.acts, tries: next.tries, how: as})
}

// reply makes the opponent move a piece although the move before was illegal.
func (s *tale) reply(h *hands, was *turn) {
	set := rules.Setup{Turn: h.pos.Turn().Other(), EnPassant: rules.NoSquare, FullmoveNumber: 30}
	for sq, m := range was.board {
		if m != nil {
			set.Board[sq] = m.piece
		}
	}
	p, err := rules.NewPosition(set, rules.Standard)
	if err != nil || !p.HasLegalMove() {
		return
	}
	next := newHands(h.r, p)
	next.at = h.at
	next.wait(2*time.Second, 4*time.Second)
	m, ok := next.quietMove()
	if !ok {
		return
	}
	next.board = was.board
	next.put(next.lift(m.From()), m.To())
	next.wait(400*time.Millisecond, 1500*time.Millisecond)
	next.press(p.Turn())
	s.answer = next.acts
}

// setUpAgain puts every piece back, as after an illegal move, once the arbiter has given the time
// back. It reports whether it could.
func (h *hands) setUpAgain(p rules.Position) bool {
	h.wait(2*time.Second, 4*time.Second)
	h.press(p.Turn().Other())
	var up []*man
	want := setUp(p)
	for sq, m := range h.board {
		if m != nil && (want[sq] == nil || want[sq].piece != m.piece || m.home != rules.Square(sq)) {
			up = append(up, h.lift(rules.Square(sq)))
		}
	}
	for sq, m := range want {
		if m == nil || h.board[sq] != nil {
			continue
		}
		i := slices.IndexFunc(up, func(u *man) bool { return u.home == rules.Square(sq) })
		if i < 0 {
			i = slices.IndexFunc(up, func(u *man) bool { return u.piece == m.piece })
		}
		back := &man{m.piece, rules.Square(sq)}
		if i >= 0 {
			back = up[i]
			up = slices.Delete(up, i, i+1)
		}
		h.put(back, rules.Square(sq))
	}
	for _, m := range up {
		h.lay(m)
	}
	return h.board.shows(&p)
}
