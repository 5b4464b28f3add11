package sim

import (
	"strings"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// promote carries out a promotion. style is that of Ply.Style, such as
// promo-slow-pawn-then-piece-enemy-first. It says "direct" (the new piece is put
// down when the pawn is taken away), "pawn-then-piece" or "piece-first"; "slow" if
// the piece has to be fetched; and, for a capture, whether the victim or the
// player's own pawn is taken up first.
func (h *hands) promote(d *motion, style string, pos rules.Position, m rules.Move) {
	from, to, c := m.From(), m.To(), pos.Turn()
	rest, slow := strings.CutPrefix(strings.TrimPrefix(style, "promo-"), "slow-")
	fetch := h.hurry(promoFetch)
	if slow {
		fetch = h.dice.pick(promoSlow)
	}
	d.fresh = d.fresh.With(to)
	at, lifted := int64(0), false
	way, enemyFirst := strings.CutSuffix(rest, "-enemy-first")
	way, ownFirst := strings.CutSuffix(way, "-own-first")
	if enemyFirst {
		d.off(0, to, c.Other())
		at = h.hurry(promoVictim)
	} else if ownFirst {
		d.off(0, from, c)
		at, lifted = h.hurry(promoVictim), true
		d.off(at, to, c.Other())
	}
	switch way {
	case "piece-first":
		d.on(at, to, c)
		d.off(at+h.hurry(promoPawnAway), from, c)
	case "pawn-then-piece":
		land := at + h.air(from, to)
		if !lifted {
			d.off(at, from, c)
		}
		d.on(land, to, c)
		if slow && h.dice.chance(h.style.LateExchange) {
			d.reply = land
		}
		swap := land + fetch
		d.off(swap, to, c)
		d.on(swap+h.hurry(promoSwap), to, c)
	default: // direct
		if !lifted {
			d.off(at, from, c)
		}
		d.on(at+fetch, to, c)
	}
}

// promoStyle chooses a style for this promotion.
func (h *hands) promoStyle(capture bool) string {
	way := h.dice.choose(h.style.Promotion, nil)
	if capture {
		if h.dice.chance(650) || strings.Contains(way, "piece-first") {
			return way + "-enemy-first"
		}
		return way + "-own-first"
	}
	return way
}

// announce gives the promote command about the time of the exchange, as an operator
// or an arbiter's tablet would.
func (h *hands) announce(d *motion, m rules.Move) {
	k := m.Promotion()
	d.promo = &Promo{Piece: k.String()}
	if h.commands && h.dice.chance(h.style.PromoteCommand) {
		d.promo.Command = true
		at := max(d.touches[0].at, d.contact+h.dice.within(-150000, 600000))
		d.said = append(d.said, said{at, trace.Command{Do: trace.DoPromote, Piece: k.String()}})
	}
}
