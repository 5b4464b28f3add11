package sim

import "touchmove/rules"

// Durations for which pieces rest on the way, in milliseconds of rapid play.
var (
	slideRest    = Spread{200, 350, 850, 1900, 3500}  // a piece slid part of the way, with the hand still on it
	letGoRest    = Spread{250, 400, 1100, 3200, 6000} // a piece put down and released, then taken again
	adjustedRest = Spread{200, 300, 700, 1800, 3000}  // before the piece is straightened
	adjustedOut  = Spread{60, 100, 280, 700, 1200}
)

// restingWays are the ways in which a piece rests where it could stay but does not, or is
// straightened when the move seems done. They belong to the levels of restless hands. Nobody has
// counted how often players do this. The weights are assumptions: one slide in six rests on the
// way, and one piece in a hundred is released and moved on within the same turn, sometimes over
// several squares.
var restingWays = []Way{{"slide-rest", 40}, {"slide-turn", 10}, {"moved-on", 10}, {"adjusted-after", 25}}

// resting carries out a move in one of the restingWays.
func (h *hands) resting(d *motion, way string, pos rules.Position, m rules.Move) {
	from, to, c := m.From(), m.To(), pos.At(m.From()).Color()
	switch way {
	case "slide-rest":
		h.slideRest(d, from, one(h.dice, path(from, to)), to, c)
	case "slide-turn":
		rest := one(h.dice, h.turningPlaces(pos, m))
		at := h.slideTo(d, from, rest, c) + h.hurry(slideRest)
		h.onward(d, at, rest, to, c)
	case "moved-on":
		places := h.standingPlaces(pos, m)
		shuffle(h.dice, places)
		at := int64(0)
		for i, rest := range places {
			at = h.liftPlace(d, at, from, rest, c) + h.hurry(letGoRest)
			from = rest
			if i == 3 || !h.dice.chance(400) {
				break
			}
		}
		h.onward(d, at, from, to, c)
	case "adjusted-after":
		at := h.liftPlace(d, 0, from, to, c) + h.hurry(adjustedRest)
		d.as(slid, func() { d.lifted(at, h.hurry(adjustedOut), to, c) })
	}
}

// slideRest pushes a piece towards its square and rests it on a square between.
func (h *hands) slideRest(d *motion, from, rest, to rules.Square, c rules.Color) {
	h.slide(d, h.slideTo(d, from, rest, c)+h.hurry(slideRest), rest, to, c)
}

// slideTo slides a piece to a square on which it rests. It returns the time of arrival.
func (h *hands) slideTo(d *motion, from, rest rules.Square, c rules.Color) int64 {
	at := h.slide(d, 0, from, rest, c)
	d.touches[len(d.touches)-1].how = halted
	return at
}

// onward moves a piece on from where it rested, by sliding or through the air.
func (h *hands) onward(d *motion, at int64, rest, to rules.Square, c rules.Color) {
	if _, _, _, line := step(rest, to); line && h.dice.chance(400) && h.isFree(rest, to, d) {
		h.slide(d, at, rest, to, c)
		return
	}
	h.liftPlace(d, at, rest, to, c)
}

// isFree reports whether nothing but the moving piece stands between two squares.
func (h *hands) isFree(from, to rules.Square, d *motion) bool {
	for _, s := range path(from, to) {
		if h.pos.Occupied().Has(s) && s != d.touches[0].square {
			return false
		}
	}
	return true
}

// turningPlaces returns the squares to which a piece may be slid before it goes elsewhere.
func (h *hands) turningPlaces(pos rules.Position, m rules.Move) (list []rules.Square) {
	for _, s := range h.standingPlaces(pos, m) {
		if _, _, _, line := step(m.From(), s); line {
			list = append(list, s)
		}
	}
	return list
}

// standingPlaces returns the empty squares on which the piece of a move could also have stayed
// without being lost, because players consider moves that make sense.
func (h *hands) standingPlaces(pos rules.Position, m rules.Move) (list []rules.Square) {
	for _, l := range pos.LegalMovesFrom(rules.SquaresOf(m.From()), nil) {
		if l.To() != m.To() && !l.IsCastling() && l.Promotion() == rules.NoKind && !pos.Occupied().Has(l.To()) && pos.Exchange(l) >= 0 {
			list = append(list, l.To())
		}
	}
	return list
}
