package sim

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// illegal makes an illegal move with one of the mover's pieces, perhaps presses the
// clock, and puts everything back some seconds later (2009: 7.4).
func (h *hands) illegal() {
	c := h.pos.Turn()
	bad, why := h.illegalMove()
	if bad[0] == rules.NoSquare {
		return
	}
	from, to := bad[0], bad[1]
	taken := h.pos.Occupied().Has(to)
	d := &motion{by: c, style: IncidentIllegal}
	if taken {
		h.capture(d, "own-first", rulesMove{from, to}, c)
	} else {
		h.liftPlace(d, 0, from, to, c)
	}
	d.done = d.contact + h.dice.pick(h.pace.Release)
	start := h.fit(d, h.now+min(h.dice.pick(h.pace.Think), 15000000))
	pressed := h.clock && h.dice.chance(h.style.IllegalPressed)
	if pressed {
		h.now = max(h.now, h.press(d.done+h.dice.pick(h.pace.Press), c))
	}
	back := &motion{by: c, style: IncidentIllegal}
	h.liftPlace(back, 0, to, from, c)
	if taken {
		back.on(back.contact+h.hurry(knockEach), to, c.Other())
	}
	back.done = back.contact + h.dice.pick(h.pace.Release)
	noticed := d.done + h.hurry(illegalStands)
	if h.commands && pressed && h.dice.chance(600) {
		h.say(noticed-h.dice.within(500000, 2500000), trace.Command{Do: trace.DoClaim, By: c.Other().String(), What: trace.ClaimIllegal})
	}
	h.fit(back, noticed)
	back.touches = append(d.touches, back.touches...)
	n := Incident{
		Kind: IncidentIllegal, By: c.String(), AtUS: start, UntilUS: back.done, Squares: names(bad[:]),
		UCI: from.String() + to.String(), Why: why, Pressed: &pressed,
	}
	h.after(start, back, n)
	h.restored = true
}

// rulesMove is a move that may be illegal.
type rulesMove struct{ from, to rules.Square }

// From returns the square left.
func (m rulesMove) From() rules.Square { return m.from }

// To returns the square reached.
func (m rulesMove) To() rules.Square { return m.to }

// illegalMove picks a piece of the player to move and a square to which it may not
// go. It returns NoSquare if it found none by chance.
func (h *hands) illegalMove() (bad [2]rules.Square, why string) {
	c := h.pos.Turn()
	own := h.pieces(h.pos.Of(c).Has)
	for range 40 {
		from := one(h.dice, own)
		legal := h.targets(h.pos, from)
		to := rules.Square(h.dice.within(0, 63))
		if to == from || legal.Has(to) || h.pos.Of(c).Has(to) || distance(from, to) > 4 || h.pos.King(c.Other()) == to {
			continue
		}
		if h.pos.Occupied().Has(to) != h.dice.chance(h.style.IllegalCapture) {
			continue
		}
		if !h.pos.Occupied().Has(to) && canReach(h.pos.At(from), from, to, h.pos.Occupied()) {
			return [2]rules.Square{from, to}, "king-in-check"
		}
		return [2]rules.Square{from, to}, "not-a-move-of-the-piece"
	}
	return [2]rules.Square{rules.NoSquare, rules.NoSquare}, ""
}

// unnoticed makes an illegal move to which nobody objects, presses the clock, and
// plays on from there. The rest of the game is invented, since the real game did
// not contain this move.
func (h *hands) unnoticed(g *TruthGame) {
	for range 50 {
		bad, why := h.illegalMove()
		if bad[0] == rules.NoSquare {
			continue
		}
		next, err := afterIllegal(h.pos, bad[0], bad[1])
		if err != nil || !next.HasLegalMove() {
			continue
		}
		c := h.pos.Turn()
		d := &motion{by: c, style: "lift-place", flags: []string{FlagIllegal}}
		if h.pos.Occupied().Has(bad[1]) {
			d.style = "own-first"
			h.capture(d, d.style, rulesMove{bad[0], bad[1]}, c)
		} else {
			h.liftPlace(d, 0, bad[0], bad[1], c)
		}
		ply := h.carryOut(d, bad[0].String()+bad[1].String(), next, len(g.Plies))
		g.Moves, g.Plies = append(g.Moves, ply.UCI), append(g.Plies, ply)
		pressed := ply.ClockUS > 0
		h.incident(Incident{
			Kind: IncidentIllegal, By: c.String(), AtUS: ply.StartUS, UntilUS: ply.DoneUS, Squares: names(bad[:]),
			UCI: ply.UCI, Why: why, Pressed: &pressed, Stands: true,
		})
		break
	}
	line := h.invent(int(h.dice.within(8, 40)))
	for i, m := range line {
		h.play(g, len(g.Plies), m, line[i+1:])
	}
}

// afterIllegal returns the position after a piece went where it may not go. The
// error is that of NewPosition: no game could continue from there.
func afterIllegal(p rules.Position, from, to rules.Square) (rules.Position, error) {
	s := p.Setup()
	piece := s.Board[from]
	s.Castling = s.Castling.Without(from).Without(to)
	if piece.Kind() == rules.King {
		s.Castling &^= p.Of(p.Turn())
	}
	s.HalfmoveClock++
	if piece.Kind() == rules.Pawn || s.Board[to] != rules.NoPiece {
		s.HalfmoveClock = 0
	}
	s.Board[to], s.Board[from] = piece, rules.NoPiece
	s.EnPassant = rules.NoSquare
	if s.Turn == rules.Black {
		s.FullmoveNumber++
	}
	s.Turn = s.Turn.Other()
	return rules.NewPosition(s, p.Variant())
}

// invent makes up legal moves that do not end the game, with some captures.
func (h *hands) invent(plies int) (line []rules.Move) {
	p := h.pos
	for range plies {
		moves := p.LegalMoves(nil)
		m := rules.NoMove
		for range 30 {
			try := one(h.dice, moves)
			if try == rules.NoMove || !p.After(try).HasLegalMove() {
				continue
			}
			m = try
			if p.Captured(try) != rules.NoSquare || h.dice.chance(300) {
				break
			}
		}
		if m == rules.NoMove {
			break
		}
		line = append(line, m)
		p = p.After(m)
	}
	return line
}
