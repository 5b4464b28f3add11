package main

import (
	"math/rand/v2"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// performMovedOn writes a case in which a piece is released with a legal move and then moved on, by hands of any pace.
func performMovedOn(r *rand.Rand) *hands {
	for {
		h := newHands(r, position(r))
		if h.chance(4) {
			h.touch()
		}
		if !h.movedOn() {
			continue
		}
		h.wait(400*time.Millisecond, 1500*time.Millisecond)
		h.press(h.mover())
		h.slowDown()
		return h
	}
}

// movedOn releases a piece with a legal move, free or a capture, and then moves it on as it could go if it were its
// player's turn again. It returns false, and has done nothing, if the position has no such pair of moves.
func (h *hands) movedOn() bool {
	takesFirst, takesThen := h.chance(2), !h.chance(4)
	var first []rules.Move
	for _, m := range h.legal {
		if !m.IsCastling() && !m.IsEnPassant() && m.Promotion() == rules.NoKind && (h.pos.At(m.To()) != rules.NoPiece) == takesFirst && len(h.onward(m, takesThen)) > 0 {
			first = append(first, m)
		}
	}
	if len(first) == 0 {
		return false
	}
	m := pick(h, first)
	to := pick(h, h.onward(m, takesThen))
	h.tries = map[bool]string{false: "free", true: "capture"}[takesFirst] + ", then " + map[bool]string{false: "free", true: "capture"}[takesThen]
	victim := h.board[m.To()]
	man := h.lift(m.From())
	if victim != nil {
		h.lift(m.To())
	}
	h.put(man, m.To())
	back := victim != nil && h.chance(3) // the first victim is put back
	if victim != nil && !back {
		h.lay(victim)
	}
	h.wait(released+100*time.Millisecond, 5*time.Second)
	switch {
	case !takesThen:
		h.liftNow(m.To())
	case h.chance(2):
		h.lay(h.liftNow(to))
		h.lift(m.To())
	default:
		h.liftNow(m.To())
		h.off(to)
	}
	h.put(man, to)
	if back {
		h.put(victim, m.To())
	}
	return true
}

// onward returns where a piece could go from where a move has put it: the squares of the opponent's pieces, or free ones.
// Its first square, and what a pawn becomes another piece on, are none.
func (h *hands) onward(m rules.Move, takes bool) []rules.Square {
	after := h.pos.After(m)
	man := after.At(m.To())
	return squares(^after.Of(h.mover()), func(sq rules.Square) bool {
		free := after.At(sq) == rules.NoPiece
		switch {
		case free == takes, sq == m.From(), after.At(sq).Kind() == rules.King:
			return false
		case man.Kind() != rules.Pawn:
			return after.Attackers(sq, h.mover()).Has(m.To())
		case sq.Rank()%7 == 0:
			return false
		case free:
			return sq.File() == m.To().File() && sq.Rank()-m.To().Rank() == ahead(h.mover())
		}
		return after.Attackers(sq, h.mover()).Has(m.To())
	})
}

// ahead is one rank further for a pawn of this colour.
func ahead(c rules.Color) int {
	if c == rules.Black {
		return -1
	}
	return 1
}

// slowDown makes the hands slower, up to six times.
func (h *hands) slowDown() {
	by := 1 + 5*h.r.Float64()
	if h.chance(3) {
		by = 1
	}
	start := h.acts[0].at
	for i := range h.acts {
		h.acts[i].at = start + time.Duration(float64(h.acts[i].at-start)*by).Round(time.Millisecond)
	}
	h.at = h.acts[len(h.acts)-1].at
}

// storyOf makes a tale of such a case: the opponent's turn, or a reply all the same, or another move in its place.
func storyOf(seed uint64, h *hands) tale {
	s := tale{seed: seed, parts: []part{{pos: h.pos, acts: h.acts, tries: h.tries}}}
	s.goOn(h)
	s.markIdle()
	return s
}

// playMovedOn judges a piece that was moved on, and what follows.
func (s *trial) playMovedOn(t text, sensing sensors.Sensing, take func(finding)) error {
	scene := s.scene
	if scene.looksOtherwise(t, sensing) {
		scene.tries += likeLegal.String()
	}
	if err := scene.play(t, sensing, take); err != nil || len(s.again.parts) == 1 && s.again.answer == nil {
		return err
	}
	return s.again.play(t, sensing, func(f finding) {
		f.name += string(s.as)
		f.seed = s.seed
		take(f)
	})
}

// looksOtherwise reports whether the board shows a legal move that was made, and another one too.
func (s *scene) looksOtherwise(t text, sensing sensors.Sensing) bool {
	turn := read(t, s.pos, s.acts)
	made, n := turn.made(), 0
	for _, m := range turn.legal {
		after := setUp(s.pos.After(m))
		if after.feel(sensing) == turn.board.feel(sensing) {
			n++
		}
	}
	return made != rules.NoMove && n > 1
}

// compareOther compares what is said against the player who has done nothing.
func compareOther(note noter, name string, by rules.Color, got said) {
	switch v, d := got.state.Violation, got.state.Obligation; {
	case v != nil && v.By == by.String():
		note(breaches, "of the other player"+name, invented, "none", v.Rule)
	case d != nil && d.By == by.String():
		note(duties, "of the other player"+name, invented, "none", duty(d))
	default:
		note.found(breaches, "of the other player"+name)
	}
}
