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
		h.together(d, 0, h.dice.within(0, 40000), air, king, kingTo, rook, rookTo, c)
	case "both-lifted":
		all := h.hurry(bothLifted)
		h.together(d, 0, h.dice.percent(all, 30, 45), h.dice.percent(all, 55, 75), king, kingTo, rook, rookTo, c)
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

// together moves king and rook so that both are in the air at the same time.
func (h *hands) together(d *motion, at, second, land int64, king, kingTo, rook, rookTo rules.Square, c rules.Color) {
	land = max(land, second+30000)
	first, firstTo, other, otherTo := king, kingTo, rook, rookTo
	if h.dice.chance(400) {
		first, firstTo, other, otherTo = rook, rookTo, king, kingTo
	}
	d.off(at, first, c)
	d.off(at+second, other, c)
	d.on(at+land, firstTo, c)
	later := h.hurry(secondLanding)
	if h.dice.chance(300) {
		d.touches[len(d.touches)-1].square = otherTo
		otherTo = firstTo
	}
	d.on(at+land+later, otherTo, c)
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
