package sim

import "touchmove/rules"

// fromTo is a move, or an illegal one that is carried out like a move.
type fromTo interface {
	From() rules.Square
	To() rules.Square
}

// capture carries out a capture of a piece on the target square (not en passant).
func (h *hands) capture(d *motion, way string, m fromTo, c rules.Color) {
	from, to, enemy := m.From(), m.To(), c.Other()
	switch way {
	case "enemy-first":
		all := h.hurry(enemyFirst)
		d.off(0, to, enemy)
		d.off(h.dice.percent(all, 35, 80), from, c)
		d.on(all, to, c)
	case "flick":
		// The victim is picked up with the same hand that sets the capturing piece
		// down.
		land := h.hurry(flick)
		d.off(0, from, c)
		d.off(land-h.dice.pick(flickGap), to, enemy)
		d.on(land, to, c)
	case "wave":
		h.wave(d, from, to, c)
	case "push-out":
		all := h.hurry(pushOut)
		d.off(0, from, c)
		d.on(all-h.dice.percent(all, 10, 35), to, c)
		d.off(all, to, enemy)
	case "late":
		// The capturing piece is set down beside the victim, which is removed
		// later.
		all := h.hurry(lateRemoval)
		d.off(0, from, c)
		d.on(min(h.air(from, to), all/2), to, c)
		d.off(all, to, enemy)
		if h.dice.chance(400) {
			d.lifted(all-h.dice.within(1000, 15000), h.dice.within(15000, 50000), to, c)
		}
	case "drag":
		h.drag(d, from, to, c)
	case "slide-capture":
		h.slide(d, 0, from, to, c)
		d.off(d.contact+h.dice.within(5000, 45000), to, enemy)
	default: // own-first
		all := h.hurry(ownFirst)
		d.off(0, from, c)
		d.off(h.dice.percent(all, 25, 62), to, enemy)
		d.on(all, to, c)
	}
}

// wave carries the victim away low over neighbouring squares.
func (h *hands) wave(d *motion, from, to rules.Square, c rules.Color) {
	all := h.hurry(waveAll)
	out := h.dice.percent(all, 25, 45)
	d.off(0, from, c)
	d.off(out, to, c.Other())
	at := out + h.dice.within(15000, 60000)
	for _, s := range h.dice.offBoard(to, int(h.dice.within(1, 3))) {
		dwell := h.hurry(waveOver)
		d.as(low, func() { d.over(at, dwell, s, c.Other()) })
		at += dwell + h.dice.within(5000, 70000)
	}
	d.on(max(all, out+30000), to, c)
}

// drag pulls the victim away over neighbouring squares while the capturing piece
// lands.
func (h *hands) drag(d *motion, from, to rules.Square, c rules.Color) {
	all := h.hurry(dragAll)
	leave := h.dice.percent(all, 45, 60)
	d.off(0, from, c)
	if h.dice.chance(500) {
		d.on(leave-h.dice.within(1000, 25000), to, c)
		d.off(leave, to, c.Other())
	} else {
		d.off(leave, to, c.Other())
		d.on(leave+h.dice.within(5000, 70000), to, c)
	}
	at := leave - h.dice.within(0, 15000)
	each := (all - leave) / 2
	for _, s := range h.dice.offBoard(to, 2) {
		d.as(slid, func() { d.over(max(at, leave), h.dice.percent(each, 70, 160), s, c.Other()) })
		at += each
	}
}

// enPassant carries out a capture en passant: the victim is removed last, or
// between the lift and the landing, or first.
func (h *hands) enPassant(d *motion, way string, m rules.Move, victim rules.Square, c rules.Color) {
	from, to := m.From(), m.To()
	all := h.hurry(ownFirst)
	switch way {
	case "ep-between":
		d.off(0, from, c)
		d.off(h.dice.percent(all, 30, 60), victim, c.Other())
		d.on(all, to, c)
	case "ep-before":
		d.off(0, victim, c.Other())
		d.off(h.dice.percent(all, 35, 70), from, c)
		d.on(all, to, c)
	default: // ep-after
		land := h.liftPlace(d, 0, from, to, c)
		d.off(land+h.hurry(epRemoval), victim, c.Other())
	}
}
