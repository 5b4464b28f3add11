package sim

import "touchmove/rules"

// quiet carries out a move to an empty square. The functions for the different ways
// add the touches of one piece that goes from one square to another and stays
// there.
func (h *hands) quiet(d *motion, way string, pos rules.Position, m rules.Move) {
	from, to, c := m.From(), m.To(), pos.At(m.From()).Color()
	switch way {
	case "slide":
		h.slide(d, 0, from, to, c)
	case "overshoot":
		h.overshoot(d, from, to, c)
	case "slide-overshoot":
		h.slideOvershoot(d, from, to, c)
	case "wiggle":
		h.liftPlace(d, 0, from, to, c)
		h.settle(d, to, c)
	case "between":
		h.between(d, from, to, c)
	case "hesitate-legal", "hesitate-illegal":
		h.hesitate(d, from, h.restingPlace(way, pos, m), to, c)
	case "hesitate-origin":
		h.hesitateOrigin(d, from, to, c)
	case "wave":
		h.hover(d, from, to, c)
	case "held":
		// Lifted, kept in the hand while the player thinks, and put down.
		d.off(0, from, c)
		d.on(h.hurry(heldInHand), to, c)
	case "slide-rest", "slide-turn", "moved-on", "adjusted-after":
		h.resting(d, way, pos, m)
	default:
		h.liftPlace(d, 0, from, to, c)
	}
}

// canQuiet reports whether this way of moving to an empty square is possible for
// the move.
func (h *hands) canQuiet(way string, pos rules.Position, m rules.Move) bool {
	switch way {
	case "slide":
		_, _, _, line := step(m.From(), m.To())
		return line
	case "overshoot", "slide-overshoot":
		_, _, _, line := step(m.From(), m.To())
		past := beyond(m.From(), m.To())
		return past != rules.NoSquare && !pos.Occupied().Has(past) && (line || way == "overshoot")
	case "hesitate-legal", "hesitate-illegal":
		return len(h.restingPlaces(way, pos, m)) > 0
	case "slide-rest":
		return len(path(m.From(), m.To())) > 0
	case "slide-turn":
		return len(h.turningPlaces(pos, m)) > 0
	case "moved-on":
		return len(h.standingPlaces(pos, m)) > 0
	}
	return true
}

// air returns how long a piece is in the air; it is longer for a greater distance.
func (h *hands) air(from, to rules.Square) int64 {
	return h.dice.pick(h.pace.Air) * int64(86+7*distance(from, to)) / 100
}

// liftPlace lifts a piece and puts it down. It returns the time of landing.
func (h *hands) liftPlace(d *motion, at int64, from, to rules.Square, c rules.Color) int64 {
	land := at + h.air(from, to)
	d.off(at, from, c)
	d.on(land, to, c)
	return land
}

// slide pushes a piece over the squares between without lifting it. Each of them
// feels its magnet for part of the time; sometimes two feel it at once, sometimes
// none. slide returns the time of arrival.
func (h *hands) slide(d *motion, at int64, from, to rules.Square, c rules.Color) int64 {
	d.off(at, from, c)
	between := path(from, to)
	each := h.dice.pick(h.pace.Step)
	for _, s := range between {
		at += each
		d.as(slid, func() { d.over(at-h.dice.percent(each, 0, 30), h.dice.percent(each, 25, 110), s, c) })
	}
	at += max(each, h.dice.pick(slidLanding))
	d.as(slid, func() { d.on(at, to, c) })
	return at
}

// overshoot puts a piece down one square too far and draws it back.
func (h *hands) overshoot(d *motion, from, to rules.Square, c rules.Color) {
	land := h.air(from, to)
	d.off(0, from, c)
	past := beyond(from, to)
	if h.dice.chance(400) {
		d.as(low, func() { d.over(land-h.dice.within(10000, 30000), h.dice.within(10000, 40000), to, c) })
	}
	back := land + h.hurry(overshootRest)
	d.over(land, back-land, past, c)
	d.as(slid, func() { d.on(back+h.dice.within(3000, 45000), to, c) })
}

// slideOvershoot slides a piece past its target and back.
func (h *hands) slideOvershoot(d *motion, from, to rules.Square, c rules.Color) {
	d.off(0, from, c)
	at := int64(0)
	each := h.dice.pick(h.pace.Step)
	for _, s := range append(path(from, to), to) {
		at += each
		d.as(slid, func() { d.over(at-h.dice.percent(each, 0, 30), h.dice.percent(each, 25, 110), s, c) })
	}
	at += each
	rest := h.hurry(slidePastRest)
	d.as(slid, func() {
		d.over(at, rest, beyond(from, to), c)
		d.on(at+rest+h.dice.within(2000, 30000), to, c)
	})
}

// settle straightens a piece that has just been put down: its magnet leaves the
// sensor and comes back, one to three times.
func (h *hands) settle(d *motion, s rules.Square, c rules.Color) {
	at := d.contact
	for range h.dice.within(1, 3) {
		at += h.hurry(wigglePause)
		out := h.hurry(wiggleOut)
		d.lifted(at, out, s, c)
		at += out
	}
}

// between puts a piece down on the line between two squares, so that both feel it
// or for a moment neither does, until it is pushed onto its own square.
func (h *hands) between(d *motion, from, to rules.Square, c rules.Color) {
	land := h.air(from, to)
	d.off(0, from, c)
	set := h.hurry(betweenRest)
	side := h.neighbour(to, from)
	if side == rules.NoSquare || h.dice.chance(250) {
		// Neither feels it.
		d.as(astride, func() { d.over(land, h.dice.within(1000, 25000), to, c) })
		d.as(slid, func() { d.on(land+set, to, c) })
		return
	}
	d.as(astride, func() { d.over(land, set+h.dice.within(0, 60000), side, c) })
	at := land + h.dice.within(0, 15000)
	for range h.dice.within(0, 2) {
		feel := h.dice.within(8000, 60000)
		d.as(astride, func() { d.over(at, feel, to, c) })
		at += feel + h.dice.within(5000, 60000)
	}
	d.as(slid, func() { d.on(at, to, c) })
}

// hesitate puts a piece on another square before it goes to its target.
func (h *hands) hesitate(d *motion, from, rest, to rules.Square, c rules.Color) {
	land := h.liftPlace(d, 0, from, rest, c)
	h.liftPlace(d, land+h.hurry(h.style.restOr(hesitateRest)), rest, to, c)
}

// hesitateOrigin lifts a piece, puts it back, and moves it after a pause.
func (h *hands) hesitateOrigin(d *motion, from, to rules.Square, c rules.Color) {
	held := h.hurry(heldBeforeReturn)
	d.lifted(0, held, from, c)
	h.liftPlace(d, held+h.hurry(h.style.restOr(hesitateRest)), from, to, c)
}

// hover carries a piece low over squares near its way, which feel it for a moment.
func (h *hands) hover(d *motion, from, to rules.Square, c rules.Color) {
	d.off(0, from, c)
	at := h.air(from, to)
	over := append(path(from, to), around(to)...)
	shuffle(h.dice, over)
	for _, s := range over[:min(len(over), int(h.dice.within(1, 4)))] {
		dwell := h.hurry(hoverOver)
		d.as(low, func() { d.over(at, dwell, s, c) })
		at += dwell + h.dice.within(5000, 120000)
	}
	d.on(at, to, c)
}

// restingPlace picks a square for a hesitation: one on which the piece could
// legally stay, or one on which it could not, depending on the way.
func (h *hands) restingPlace(way string, pos rules.Position, m rules.Move) rules.Square {
	return one(h.dice, h.restingPlaces(way, pos, m))
}

func (h *hands) restingPlaces(way string, pos rules.Position, m rules.Move) (list []rules.Square) {
	legal := h.targets(pos, m.From())
	for s := rules.A1; s <= rules.H8; s++ {
		near := distance(s, m.To()) <= 3 || distance(s, m.From()) <= 2
		if s != m.To() && near && !pos.Occupied().Has(s) && legal.Has(s) == (way == "hesitate-legal") {
			list = append(list, s)
		}
	}
	return list
}

// targets returns the squares to which a piece may legally go.
func (h *hands) targets(pos rules.Position, from rules.Square) (set rules.Squares) {
	for _, m := range pos.LegalMoves(nil) {
		if m.From() == from && !m.IsCastling() {
			set = set.With(m.To())
		}
	}
	return set
}

// neighbour picks an empty square next to s, other than the square not.
func (h *hands) neighbour(s, not rules.Square) rules.Square {
	var list []rules.Square
	for _, t := range around(s) {
		if t != not && !h.pos.Occupied().Has(t) {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return rules.NoSquare
	}
	return one(h.dice, list)
}
