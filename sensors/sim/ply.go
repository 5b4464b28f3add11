package sim

import (
	"slices"

	"touchmove/rules"
)

// play carries out one move of a game and presses the clock.
func (h *hands) play(g *TruthGame, n int, m rules.Move, rest []rules.Move) {
	d := h.moving(m, rest)
	if h.restored {
		d.flag(FlagAfterIllegal)
	}
	if h.broken {
		d.flag(FlagTouchBroken)
	}
	h.restored, h.broken = false, false
	ply := h.carryOut(d, m.UCI(h.pos.Variant()), h.pos.After(m), n)
	if s := h.style; h.dice.chance(s.KnockOver * s.KnockDuring / 1000) {
		h.knockOver(ply.StartUS+h.dice.within(0, ply.ContactUS-ply.StartUS), d.touches)
	}
	g.Moves = append(g.Moves, ply.UCI)
	g.Plies = append(g.Plies, ply)
}

// moving builds the motion of a move, with times that count from its own beginning.
func (h *hands) moving(m rules.Move, rest []rules.Move) *motion {
	pos, c := h.pos, h.pos.Turn()
	d := &motion{by: c}
	victim := pos.Captured(m)
	switch {
	case m.IsCastling():
		d.style = h.dice.choose(h.style.Castling, func(way string) bool { return canCastle(way, pos, m) })
		if d.style == "" {
			d.style = "both-lifted"
		}
		h.castle(d, d.style, pos, m)
	case m.Promotion() != rules.NoKind:
		d.style = h.promoStyle(victim != rules.NoSquare)
		h.promote(d, d.style, pos, m)
		h.announce(d, m)
		d.promo.Unknowable = !d.promo.Command && isUnknowable(pos, m, rest)
	case m.IsEnPassant():
		d.style = h.dice.choose(h.style.EnPassant, nil)
		h.enPassant(d, d.style, m, victim, c)
	case victim != rules.NoSquare:
		d.style = h.dice.choose(h.style.Captures, func(way string) bool { return h.canCapture(way, m) })
		h.capture(d, d.style, m, c)
		if h.isSilent(d, m.To()) && !h.style.Polarity && isAmbiguous(pos, m, rest) {
			*d = motion{by: c, style: "enemy-first", flags: []string{FlagSilentAvoided}}
			h.capture(d, d.style, m, c)
		} else if h.isSilent(d, m.To()) {
			d.flag(FlagSilent)
		}
	default:
		d.style = h.dice.choose(h.style.Quiet, func(way string) bool { return h.canQuiet(way, pos, m) })
		h.quiet(d, d.style, pos, m)
	}
	if h.dice.chance(h.style.Settle) && d.style != "wiggle" && !m.IsCastling() && !slices.Contains(d.flags, FlagSilent) {
		h.settle(d, m.To(), c)
		d.style += "+wiggle"
	}
	return d
}

// isSilent reports whether the target of a capture may never read empty, because
// the victim leaves after the capturing piece has come, or less than two scans
// before.
func (h *hands) isSilent(d *motion, to rules.Square) bool {
	var came, left int64
	for _, t := range d.touches {
		switch {
		case t.square == to && t.on && came == 0:
			came = t.at
		case t.square == to && !t.on && t.color != d.by:
			left = t.at
		}
	}
	return came-left < 2*h.period
}

func (h *hands) canCapture(way string, m rules.Move) bool {
	if way != "slide-capture" {
		return true
	}
	_, _, _, line := step(m.From(), m.To())
	return line
}

// carryOut fits a move into the game after a time for thinking, or even while the
// other player is still moving, and presses the clock. next is the position after
// the move.
func (h *hands) carryOut(d *motion, uci string, next rules.Position, n int) Ply {
	// The motion's time begins at its first touch.
	inOrder(d.touches)
	d.shift(-d.touches[0].at)
	d.done = d.contact + h.dice.pick(h.pace.Release)
	prev := h.prev
	start := h.fit(d, h.when(d, n))
	if prev != nil && start < prev.done {
		switch {
		case prev.reply != 0 && prev.style == "late":
			d.flag(FlagBeforeCastled)
		case prev.reply != 0:
			d.flag(FlagBeforePromo)
		default:
			d.flag(FlagOverlap)
		}
	}
	h.pos = next
	h.mark(start, d, true)
	h.prev = d
	ply := Ply{
		Ply: n + 1, UCI: uci, Style: d.style, StartUS: start, ContactUS: d.contact, DoneUS: d.done,
		Flags: d.flags, Promo: d.promo,
	}
	if h.carry != nil {
		h.carry.landed[landing{start, uci}] = landings(d)
	}
	if h.clock && h.pos.HasLegalMove() && !h.dice.chance(h.style.PressForgotten) {
		at := d.done + h.dice.pick(h.pace.Press)
		if d.reply != 0 {
			at = d.reply + h.dice.pick(h.pace.Press)
		} else if h.dice.chance(h.style.PressEarly) {
			at = start + h.dice.percent(d.done-start, 60, 100)
		}
		ply.ClockUS = h.press(at, d.by)
		h.hand[d.by] = max(h.hand[d.by], ply.ClockUS)
	}
	return ply
}

// landings returns the touches of a motion after which a piece stays on its square.
func landings(d *motion) (list []touch) {
	for i, t := range d.touches {
		stays := t.on
		for _, u := range d.touches[i+1:] {
			stays = stays && (u.on || u.square != t.square || u.color != t.color)
		}
		if stays {
			list = append(list, t)
		}
	}
	return list
}

// when decides when a player begins the next move.
func (h *hands) when(d *motion, n int) int64 {
	think := h.dice.pick(h.pace.Think)
	prev := h.prev
	if n == 0 {
		return h.now + min(think, 9000000)
	}
	if prev == nil {
		return h.now + min(think, 4000000)
	}
	began := prev.touches[0].at
	if prev.reply != 0 && h.dice.chance(800) {
		return prev.reply + think/4
	}
	if !h.dice.chance(h.style.Overlap) {
		return max(h.now, prev.done) + think
	}
	if h.dice.chance(h.style.LandsFirst) {
		return max(began+30000, prev.contact-d.contact-h.dice.within(5000, 80000))
	}
	if h.dice.chance(750) {
		return max(began+15000, prev.contact-h.dice.within(0, 160000))
	}
	return h.dice.within(prev.contact, prev.done)
}
