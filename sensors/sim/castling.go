package sim

import "touchmove/rules"

// castle carries out castling, in standard chess and Chess960. A square that is
// both left and reached is left first.
func (h *hands) castle(d *motion, way string, pos rules.Position, m rules.Move) {
	c := pos.Turn()
	king, rook := m.From(), m.To()
	kingTo, rookTo := pos.CastlingTargets(m)
	d.comes(kingTo, king)
	d.comes(rookTo, rook)
	switch way {
	case "rook-only":
		h.liftPlace(d, 0, rook, rookTo, c)
	case "king-only":
		h.liftPlace(d, 0, king, kingTo, c)
	case "rook-first":
		land := h.liftPlace(d, 0, rook, rookTo, c)
		h.liftPlace(d, land+h.hurry(secondPiece), king, kingTo, c)
	case "both-hands":
		air := h.hurry(bothHands)
		h.together(d, h.dice.within(0, 40000), air, travel{king, kingTo}, travel{rook, rookTo})
	case "both-lifted":
		all := h.hurry(bothLifted)
		h.together(d, h.dice.percent(all, 30, 45), h.dice.percent(all, 55, 75), travel{king, kingTo}, travel{rook, rookTo})
	case "king-slid":
		land := h.slide(d, 0, king, kingTo, c)
		h.liftPlace(d, land+h.hurry(secondPiece)/2, rook, rookTo, c)
	case "slow", "late":
		land := h.liftPlace(d, 0, king, kingTo, c)
		wait := h.hurry(slowRook)
		lift := h.dice.percent(wait, 5, 100)
		if way == "late" || h.dice.chance(300) {
			lift = wait
		}
		if way == "late" {
			d.reply = land
		}
		d.off(land+lift, rook, c)
		d.on(land+wait+h.air(rook, rookTo), rookTo, c)
	default: // king-first
		land := h.liftPlace(d, 0, king, kingTo, c)
		h.liftPlace(d, land+h.hurry(secondPiece), rook, rookTo, c)
	}
}

// travel is where a piece comes from and goes.
type travel struct{ from, to rules.Square }

// together moves king and rook so that both are in the air at the same time: the second of them leaves
// its square so long after the first, in µs, and the first lands so long after it was lifted.
func (h *hands) together(d *motion, second, land int64, king, rook travel) {
	land = max(land, second+30000)
	first, other := king, rook
	if h.dice.chance(400) {
		first, other = rook, king
	}
	d.off(0, first.from, d.by)
	d.off(second, other.from, d.by)
	d.on(land, first.to, d.by)
	later := h.hurry(secondLanding)
	if h.dice.chance(300) {
		d.touches[len(d.touches)-1].square = other.to
		other.to = first.to
	}
	d.on(land+later, other.to, d.by)
}

// canCastle reports whether castling in this way is possible with these squares.
func canCastle(way string, pos rules.Position, m rules.Move) bool {
	king, rook := m.From(), m.To()
	kingTo, rookTo := pos.CastlingTargets(m)
	kingStays, rookStays := king == kingTo, rook == rookTo
	switch way {
	case "rook-only":
		return kingStays && !rookStays
	case "king-only":
		return rookStays && !kingStays
	}
	if kingStays || rookStays {
		// A player may still take both pieces up.
		return way == "both-lifted"
	}
	switch way {
	case "rook-first":
		return rookTo != king
	case "king-slid":
		return kingTo != rook && distance(king, kingTo) == 2
	case "king-first", "slow", "late":
		return kingTo != rook
	}
	return true
}
