package sim

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// before does what else happens before a ply: touches, brushes and accidents.
func (h *hands) before(game, n int, pos rules.Position, m rules.Move) {
	s := h.style
	mover := pos.Turn()
	h.straighten()
	if h.dice.chance(s.Adjust) {
		h.adjust(one(h.dice, []rules.Color{mover, mover, mover.Other()}))
	}
	if h.dice.chance(s.Wiggle) {
		h.brush(mover, m)
	}
	if h.dice.chance(s.OpponentTouches) {
		h.touchOne(IncidentTouch, mover.Other(), h.anyPiece(mover.Other(), 700))
	}
	if h.dice.chance(s.Sleeve) {
		h.sleeve()
	}
	if h.clock && h.dice.chance(s.StrayPress) {
		h.strayPress()
	}
	if h.dice.chance(s.KnockOver * (1000 - s.KnockDuring) / 1000) {
		h.knockOver(h.now+h.hurry(betweenActions), nil)
	}
	if h.dice.chance(s.TakeBack) {
		h.takeBack(game, n, m)
	}
	if h.dice.chance(s.Illegal) {
		h.illegal()
	}
	if h.dice.chance(s.TouchBroken) {
		if sq := h.otherPiece(m); sq != rules.NoSquare {
			h.touchOne(IncidentTouchBroken, mover, sq)
			h.broken = true
		}
	}
}

// Durations of incidents, in milliseconds of rapid play.
var (
	straightened   = Spread{180, 250, 450, 900, 1500}
	betweenActions = Spread{300, 400, 900, 2500, 5000}
	adjustEach     = Spread{150, 250, 900, 1500, 2200}
	adjustPause    = Spread{250, 300, 700, 1300, 2000}
	adjustSpoken   = Spread{300, 330, 650, 1200, 1800} // from the announcement to the first touch
	touchHeld      = Spread{150, 155, 420, 1600, 2400}
	brushOut       = Spread{8, 12, 25, 60, 110}
	brushPause     = Spread{10, 15, 30, 60, 90}
	illegalStands  = Spread{4500, 5000, 9500, 15000, 22000}
	knockNoticed   = Spread{1800, 2100, 3800, 6000, 9000}
	knockEach      = Spread{350, 450, 900, 1400, 2200}
	sleeveOut      = Spread{3, 6, 25, 70, 140}
)

// adjust straightens one to five pieces, with or without an announcement (2009:
// 4.2).
func (h *hands) adjust(by rules.Color) {
	d := &motion{by: by, style: IncidentAdjust}
	said := h.commands && h.dice.chance(h.style.Announced)
	count := int(one(h.dice, []int64{1, 1, 1, 2, 2, 3, 3, 4, 5}))
	pieces := h.pieces(func(s rules.Square) bool { return true })
	shuffle(h.dice, pieces)
	pieces = pieces[:min(count, len(pieces))]
	at := int64(0)
	for _, s := range pieces {
		out := h.hurry(adjustEach)
		if h.dice.chance(250) {
			out = h.hurry(brushOut) // turned on its square
		}
		d.lifted(at, out, s, h.pos.At(s).Color())
		at += out + h.hurry(adjustPause)
	}
	d.done = at
	spoken := h.hurry(adjustSpoken)
	start := h.fit(d, h.now+h.hurry(betweenActions)+spoken)
	n := Incident{Kind: IncidentAdjust, By: by.String(), AtUS: start, UntilUS: d.done, Squares: names(pieces), Announced: &said}
	if said {
		n.AtUS = start - spoken
		h.say(n.AtUS, trace.Command{Do: trace.DoAdjust, By: by.String()})
	}
	h.after(start, d, n)
}

// after records an incident. The next ply begins after it, and cannot overlap the
// last one.
func (h *hands) after(start int64, d *motion, n Incident) {
	h.mark(start, d, true)
	h.prev = nil
	h.incident(n)
}

// brush moves a piece near the next move in passing.
func (h *hands) brush(by rules.Color, m rules.Move) {
	near := h.pieces(func(s rules.Square) bool { return distance(s, m.From()) <= 2 || distance(s, m.To()) <= 2 })
	if len(near) == 0 {
		return
	}
	s := one(h.dice, near)
	d := &motion{by: by, style: IncidentWiggle}
	at := int64(0)
	for range h.dice.within(1, 3) {
		out := h.hurry(brushOut)
		d.as(pushed, func() { d.lifted(at, out, s, h.pos.At(s).Color()) })
		at += out + h.hurry(brushPause)
	}
	start := h.fit(d, h.now+h.hurry(betweenActions)/4)
	h.after(start, d, Incident{Kind: IncidentWiggle, By: by.String(), AtUS: start, UntilUS: d.done, Squares: names([]rules.Square{s})})
}

// touchOne lifts a piece and puts it back.
func (h *hands) touchOne(kind string, by rules.Color, s rules.Square) {
	d := &motion{by: by, style: kind}
	held := h.hurry(touchHeld)
	d.lifted(0, held, s, h.pos.At(s).Color())
	d.done = held + h.dice.pick(h.pace.Release)
	start := h.fit(d, h.now+h.hurry(betweenActions))
	h.after(start, d, Incident{Kind: kind, By: by.String(), AtUS: start, UntilUS: d.done, Squares: names([]rules.Square{s})})
}

// sleeve brushes two to six pieces of a row in one sweep. If there are not at least
// two, nothing happens.
func (h *hands) sleeve() {
	from := one(h.dice, h.pieces(func(rules.Square) bool { return true }))
	df, dr := 1, 0
	if h.dice.chance(500) {
		df, dr = 0, 1
	}
	d := &motion{anyone: true, style: IncidentSleeve}
	var row []rules.Square
	at, most := int64(0), int(h.dice.within(2, 6))
	for s := from; s != rules.NoSquare && len(row) < most; s = beside(s, df, dr) {
		if h.pos.Occupied().Has(s) {
			d.as(pushed, func() { d.lifted(at, h.dice.pick(sleeveOut), s, h.pos.At(s).Color()) })
			row = append(row, s)
		}
		at += h.dice.within(8000, 45000)
	}
	if len(row) < 2 {
		return
	}
	start := h.fit(d, h.now+h.hurry(betweenActions)/4)
	h.after(start, d, Incident{Kind: IncidentSleeve, AtUS: start, UntilUS: d.done, Squares: names(row)})
}

// strayPress presses the clock without a move, out of turn or twice.
func (h *hands) strayPress() {
	by := one(h.dice, []rules.Color{rules.White, rules.Black})
	at := h.press(h.now+h.hurry(betweenActions), by)
	if at == 0 {
		return
	}
	h.now = max(h.now, at)
	h.prev = nil
	h.incident(Incident{Kind: IncidentStrayPress, By: by.String(), AtUS: at, UntilUS: at, Squares: []string{}})
}

// pieces lists the squares of pieces for which a condition holds.
func (h *hands) pieces(keep func(rules.Square) bool) (list []rules.Square) {
	for s := range h.pos.Occupied().All() {
		if keep(s) {
			list = append(list, s)
		}
	}
	return list
}

// anyPiece returns the square of a piece: of the player's own with this chance in
// thousandths, otherwise of any piece.
func (h *hands) anyPiece(c rules.Color, own int) rules.Square {
	of := h.pos.Of(c)
	if !h.dice.chance(own) {
		of = h.pos.Occupied()
	}
	return one(h.dice, h.pieces(of.Has))
}

// otherPiece returns the square of a piece that the player to move could legally
// move, other than the one that will move: touching it breaks the touch-move rule.
// It returns NoSquare if there is none.
func (h *hands) otherPiece(m rules.Move) rules.Square {
	var could rules.Squares
	for _, l := range h.pos.LegalMoves(nil) {
		could = could.With(l.From())
	}
	could = could.Without(m.From())
	if m.IsCastling() {
		could = could.Without(m.To())
	}
	if could == 0 {
		return rules.NoSquare
	}
	return one(h.dice, h.pieces(could.Has))
}
