package sim

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// illegal makes an illegal move with one of the mover's men, perhaps presses
// the clock, and puts everything back some seconds later (2009: 7.4).
func (h *Hands) illegal(m rules.Move) {
	c := h.pos.Turn()
	bad, why := h.illegalMove()
	if bad[0] == rules.NoSquare {
		return
	}
	from, to := bad[0], bad[1]
	taken := h.pos.Occupied().Has(to)
	d := &deed{by: c, style: IncidentIllegal}
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
	back := &deed{by: c, style: IncidentIllegal}
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

// rulesMove is a move that need not be one.
type rulesMove struct{ from, to rules.Square }

// From is the square left.
func (m rulesMove) From() rules.Square { return m.from }

// To is the square reached.
func (m rulesMove) To() rules.Square { return m.to }

// illegalMove finds a man of the player to move and a square it may not go to;
// NoSquare when chance found none.
func (h *Hands) illegalMove() (bad [2]rules.Square, why string) {
	c := h.pos.Turn()
	own := h.men(h.pos.Of(c).Has)
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
		if !h.pos.Occupied().Has(to) && reaches(h.pos.At(from), from, to, h.pos.Occupied()) {
			return [2]rules.Square{from, to}, "king-in-check"
		}
		return [2]rules.Square{from, to}, "not-a-move-of-the-piece"
	}
	return [2]rules.Square{rules.NoSquare, rules.NoSquare}, ""
}

// knockOver topples men that stand close together; some roll onto squares
// nearby. They are put back one by one. Squares in not are left alone.
func (h *Hands) knockOver(from int64, not []touch) {
	var spared rules.Squares
	for _, t := range not {
		spared = spared.With(t.square)
	}
	center := one(h.dice, h.men(func(s rules.Square) bool { return !spared.Has(s) }))
	men := h.men(func(s rules.Square) bool { return distance(s, center) <= 2 && !spared.Has(s) && s != center })
	shuffle(h.dice, men)
	most := h.dice.within(1, int64(h.style.KnockedMost))
	men = append([]rules.Square{center}, men[:min(int(most)-1, len(men))]...)

	d := &deed{anyone: true, style: IncidentKnock}
	rolled := map[rules.Square]rules.Square{}
	taken := h.pos.Occupied() | spared
	for _, s := range men {
		at, c := h.dice.within(0, 130000), h.pos.At(s).Color()
		d.off(at, s, c)
		if h.dice.chance(150) {
			d.over(at+h.dice.within(5000, 40000), h.dice.within(5000, 60000), s, c) // it rocks first
		}
		if !h.dice.chance(550) {
			continue
		}
		if to := one(h.dice, around(s)); !taken.Has(to) {
			d.on(at+h.dice.within(20000, 90000), to, c)
			rolled[s] = to
			taken = taken.With(to)
		}
	}
	shuffle(h.dice, men)
	at := h.hurry(knockNoticed)
	for _, s := range men {
		c := h.pos.At(s).Color()
		if to, ok := rolled[s]; ok {
			d.off(at, to, c)
			at += h.hurry(secondPiece) / 2
		}
		if wrong := one(h.dice, around(s)); h.style.KnockDuring > 0 && h.dice.chance(100) && !taken.Has(wrong) {
			rest := h.hurry(hesitateRest)
			d.over(at, rest, wrong, c)
			at += rest + h.hurry(secondPiece)/2
		}
		d.on(at, s, c)
		at += h.hurry(knockEach)
	}
	d.done = at
	start := h.fit(d, from)
	h.hand = [2]int64{max(h.hand[0], d.done), max(h.hand[1], d.done)}
	h.after(start, d, Incident{Kind: IncidentKnock, AtUS: start, UntilUS: d.done, Squares: names(men)})
}
