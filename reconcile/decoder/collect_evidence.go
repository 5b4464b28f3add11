package decoder

import (
	"math"

	"touchmove/reconcile/release"
	"touchmove/rules"
)

// evidence collects what is known about the move l, which has index i in w. s is the best
// hypothesis that has it, or the best of all if none has.
func (d *Decoder) evidence(w *masses, i int, l *link, s *hypothesis) (e Evidence) {
	m := &w.of[i]
	e[Always] = 1
	e.spread(odds(m.with, m.against), RivalsAgainst)
	e.spread(odds(m.with, m.without), NoneAgainst)
	least := w.least(i)
	e[BeforeAgainst], e[BeforeBehind] = min(least, 2), ramp(least, 2, 8)
	replies := d.replies(s, l)
	d.signs(&e, s, l, replies)
	d.manner(&e, l, replies)
	d.burden(&e, s, l)
	return e
}

// replies returns how many plies after l the latest move of s lies that has visibly stood on the
// board.
func (d *Decoder) replies(s *hypothesis, l *link) int {
	for next := s.tail; next.ply > l.ply; next = next.prev {
		if next.traits&silent == 0 && d.now-next.landed >= stood {
			return next.ply - l.ply
		}
	}
	return 0
}

// signs adds the signs that the move is over.
func (d *Decoder) signs(e *Evidence, s *hypothesis, l *link, replies int) {
	pressed := d.isPressedFor(l)
	switch {
	case replies > 0:
		e[RepliedOnce] = 1
		e[RepliedMore] = ramp(float64(replies), 1, 3)
		e[RepliedLong] = ramp(float64(replies), 3, 8)
		e[PressedAfter] = flag(pressed)
	case pressed:
		e[PressedAfter] = 1
	case s.tail == l && l.traits&silent == 0 && d.isTouchedByOpponent(s):
		e[TouchedAfter] = 1
	default:
		d.open(e.Hand(), l)
	}
}

// open adds what is known about the hand if no sign shows that it is done.
func (d *Decoder) open(x *release.Signs, l *link) {
	x[release.Open], x[release.Always] = 1, 1
	x[release.Quiet] = max(0, d.now-d.lastChange(l)).Seconds()
	x[release.Fast] = release.PaceOf(d.pub.median)
	x[release.Unsteady] = d.pub.hands.Unsteady()
	x[release.Due] = flag(d.board.clock)
	if l.traits&(capture|castling) != 0 {
		x[release.Fixed] = 1
		return
	}
	x[release.Pawn] = flag(l.pos.At(l.move.To()).Kind() == rules.Pawn)
	x[release.Slid] = flag(d.wasSlid(l))
	x[release.Tried] = float64(min(d.tried(l), 3))
	x.Go(d.onward(l), d.mayGoBack(l))
}

// manner adds how the move was detected.
func (d *Decoder) manner(e *Evidence, l *link, replies int) {
	has := func(t traits) float64 { return flag(l.traits&t != 0) }
	replied := flag(replies > 0)
	e[SilentCapture], e[SilentReplied] = has(silent), has(silent)*replied
	e[BlindEnd], e[BlindReplied] = has(blind), has(blind)*replied
	e[IllegalMove], e[BeforeBegin], e[Castled], e[Captured] = has(illegal), has(before), has(castling), has(capture)
	if l.traits&promotion != 0 && !d.isPromotionNamed(l) {
		e[PieceUnnamed], e[UnnamedReplied] = 1, replied
	}
	e[CornerRook] = flag(leavesCorner(l))
	e[CentreKing] = flag(isKingToCentre(l))
	if replies == 0 {
		e[WasKnocked] = flag(d.wasKnocked(l))
	}
}

// burden adds what the hypothesis has cost.
func (d *Decoder) burden(e *Evidence, s *hypothesis, l *link) {
	price := min(max(0, l.price-d.param[costMove]), burdenMost)
	e[PriceLow], e[PriceHigh] = ramp(price, 0, 2), ramp(price, 2, burdenMost)
	e[Strain], e[Ordeal], e[Saga] = math.Log1p(l.prev.strain), math.Log1p(l.prev.ordeal), math.Log1p(l.prev.saga)
	after := s.paid - l.paid - d.param[costMove]*float64(s.tail.ply-l.ply)
	e[Aftermath] = math.Log1p(min(max(0, after), burdenMost))
	e[OpenCost] = math.Log1p(max(0, s.total-s.paid))
	e[OpenSquare] = float64(min(4, (s.mismatch &^ s.distrust).Count()))
	e[Distrusts] = float64(min(3, s.distrust.Count()))
	e[Unreadable] = flag(d.board.blind != 0)
	e[Darkness] = math.Log1p(d.pub.dark)
	e[Dropped] = math.Log1p(d.pub.dropped)
	e[Redone] = flag(l.ply <= d.pub.redo)
	e[FastGame] = flag(!d.pub.slow)
}

// bestWith returns the best hypothesis that has the move l after the same moves, or the
// best of all if none has.
func (d *Decoder) bestWith(l *link) *hypothesis {
	for _, s := range d.beam {
		if on := s.tail.at(l.ply); on != nil && on.line == l.line {
			return s
		}
	}
	return d.beam[0]
}
