package sim

import "touchmove/rules"

// knockOver topples pieces that are close together; some roll onto squares nearby.
// They are put back one by one. The squares of the touches in not are left alone.
func (h *hands) knockOver(from int64, not []touch) {
	var spared rules.Squares
	for _, t := range not {
		spared = spared.With(t.square)
	}
	center := one(h.dice, h.pieces(func(s rules.Square) bool { return !spared.Has(s) }))
	pieces := h.pieces(func(s rules.Square) bool { return distance(s, center) <= 2 && !spared.Has(s) && s != center })
	shuffle(h.dice, pieces)
	most := h.dice.within(1, int64(h.style.KnockedMost))
	pieces = append([]rules.Square{center}, pieces[:min(int(most)-1, len(pieces))]...)

	d := &motion{anyone: true, style: IncidentKnock}
	rolled := map[rules.Square]rules.Square{}
	taken := h.pos.Occupied() | spared
	for _, s := range pieces {
		at, c := h.dice.within(0, 130000), h.pos.At(s).Color()
		d.off(at, s, c)
		if h.dice.chance(150) {
			d.over(at+h.dice.within(5000, 40000), h.dice.within(5000, 60000), s, c) // it rocks first
		}
		if !h.dice.chance(550) {
			continue
		}
		if to := one(h.dice, around(s)); !taken.Has(to) {
			d.as(toppled, func() { d.on(at+h.dice.within(20000, 90000), to, c) })
			rolled[s] = to
			taken = taken.With(to)
		}
	}
	shuffle(h.dice, pieces)
	at := h.hurry(knockNoticed)
	for _, s := range pieces {
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
	h.after(start, d, Incident{Kind: IncidentKnock, AtUS: start, UntilUS: d.done, Squares: names(pieces)})
}
