package sim

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// takeBack plays some plies that are not part of the game and takes them back, the
// last one first, so that the game remains. The first of them is a move other than
// not, and none of them ends the game.
func (h *hands) takeBack(game, after int, not rules.Move) {
	var line []rules.Move
	positions := []rules.Position{h.pos}
	var taken []Ply
	var at int64
	for k := h.dice.within(1, int64(h.style.TakeBackMost)); k > 0; k-- {
		m := h.wrongMove(not)
		if m == rules.NoMove {
			break
		}
		d := h.moving(m, nil)
		ply := h.carryOut(d, m.UCI(h.pos.Variant()), h.pos.After(m), after+len(line))
		if len(line) == 0 {
			at = ply.StartUS
		}
		line, positions, taken = append(line, m), append(positions, h.pos), append(taken, ply)
		not = rules.NoMove
	}
	if len(line) == 0 {
		return
	}
	said := h.commands && h.dice.chance(500)
	pause := h.hurry(illegalStands) / 2
	if said {
		h.say(h.now+pause/2, trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: len(line)})
	}
	squares := rules.Squares(0)
	for k := len(line) - 1; k >= 0; k-- {
		d := h.undo(positions[k], line[k])
		start := h.fit(d, h.now+pause)
		pause = h.hurry(knockEach)
		h.pos = positions[k]
		h.mark(start, d, true)
		for _, t := range d.touches {
			squares = squares.With(t.square)
		}
	}
	h.prev = nil
	h.hand = [2]int64{max(h.hand[0], h.now), max(h.hand[1], h.now)}
	var touched []rules.Square
	for s := range squares.All() {
		touched = append(touched, s)
	}
	h.incident(Incident{
		Kind: IncidentTakeBack, AtUS: at, UntilUS: h.now, Squares: names(touched), Game: game, After: after, Taken: taken,
	})
}

// wrongMove returns a legal move other than not after which the game continues, or
// NoMove if it found none.
func (h *hands) wrongMove(not rules.Move) rules.Move {
	moves := h.pos.LegalMoves(nil)
	for range 20 {
		if m := one(h.dice, moves); m != not && m.Promotion() == rules.NoKind && h.pos.After(m).HasLegalMove() {
			return m
		}
	}
	return rules.NoMove
}

// undo takes a move back by hand: the piece returns, and what it captured is put
// back, in either order.
func (h *hands) undo(pos rules.Position, m rules.Move) *motion {
	c := pos.Turn()
	d := &motion{by: c, style: IncidentTakeBack}
	if m.IsCastling() {
		kingTo, rookTo := pos.CastlingTargets(m)
		d.comes(m.From(), kingTo)
		d.comes(m.To(), rookTo)
		h.together(d, h.dice.within(0, 200000), h.hurry(bothLifted), travel{kingTo, m.From()}, travel{rookTo, m.To()})
		d.done = d.contact
		return d
	}
	victim := pos.Captured(m)
	if victim != rules.NoSquare && victim != m.To() && h.dice.chance(400) {
		d.on(0, victim, c.Other())
		h.liftPlace(d, h.hurry(knockEach), m.To(), m.From(), c)
	} else {
		h.liftPlace(d, 0, m.To(), m.From(), c)
		if victim != rules.NoSquare {
			d.on(h.hurry(knockEach), victim, c.Other())
		}
	}
	d.done = d.contact + h.dice.pick(h.pace.Release)
	return d
}
