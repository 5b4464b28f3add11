package main

import (
	"time"

	"touchmove/rules"
)

// lawful plays a legal move, in one of the ways in which hands do it.
func (h *hands) lawful() {
	h.tries = "legal"
	m := pick(h, h.legal)
	if h.chance(2) {
		var special []rules.Move
		for _, m := range h.legal {
			if m.IsCastling() || m.IsEnPassant() || m.Promotion() != rules.NoKind {
				special = append(special, m)
			}
		}
		if len(special) > 0 {
			m = pick(h, special)
		}
	}
	if h.chance(25) {
		h.tries = "nothing"
		return
	}
	switch {
	case m.IsCastling():
		h.castle(m)
	case m.IsEnPassant():
		h.passing(m)
	case m.Promotion() != rules.NoKind:
		h.promote(m)
	default:
		h.plain(m)
	}
}

// unseenVictim is a capture whose end a board that does not distinguish colours cannot
// detect.
const unseenVictim = "legal, victim leaves unseen"

// carry lifts a piece and sometimes sets it down on the way.
func (h *hands) carry(m rules.Move) *man {
	man := h.lift(m.From())
	stop := rules.NoSquare
	switch h.r.IntN(8) {
	case 0, 1:
		stop = pick(h, squares(h.free().Without(m.To()), nil))
	case 2:
		if quiet := squares(h.free().Without(m.To()), func(sq rules.Square) bool { return h.goes(m.From(), sq) }); len(quiet) > 0 {
			stop = pick(h, quiet)
		}
	}
	if stop == rules.NoSquare {
		return man
	}
	h.put(man, stop)
	if h.chance(2) {
		h.linger()
		h.liftNow(stop)
		return man
	}
	h.wait(80*time.Millisecond, 300*time.Millisecond)
	h.liftNow(stop)
	return man
}

// plain plays a simple move or a capture.
func (h *hands) plain(m rules.Move) {
	from, to := m.From(), m.To()
	if h.pos.Captured(m) == rules.NoSquare {
		if h.chance(20) { // the clock is pressed with the piece still in the hand
			h.lift(from)
			h.tries = "piece in the hand"
			return
		}
		h.put(h.carry(m), to)
		return
	}
	switch h.r.IntN(5) {
	case 0:
		man := h.carry(m)
		h.off(to)
		h.put(man, to)
	case 1:
		victim := h.lift(to)
		man := h.lift(from)
		h.put(man, to)
		h.lay(victim)
	case 2:
		h.off(to)
		h.put(h.carry(m), to)
	case 3: // the captured piece leaves under the capturing one
		h.tries = unseenVictim
		man := h.carry(m)
		h.pace()
		victim := h.liftNow(to)
		h.add(act{do: puts, by: h.mover(), sq: to, man: man})
		h.lay(victim)
	default:
		man := h.lift(from)
		victim := h.lift(to)
		h.put(man, to)
		h.lay(victim)
	}
}

// passing captures a pawn en passant.
func (h *hands) passing(m rules.Move) {
	victim := h.pos.Captured(m)
	switch h.r.IntN(3) {
	case 0:
		man := h.lift(m.From())
		h.put(man, m.To())
		h.off(victim)
	case 1:
		man := h.lift(m.From())
		h.off(victim)
		h.put(man, m.To())
	default:
		h.off(victim)
		h.put(h.lift(m.From()), m.To())
	}
}

// castle castles, in one of several orders.
func (h *hands) castle(m rules.Move) {
	kingTo, rookTo := h.pos.CastlingTargets(m)
	if h.pos.Variant() == rules.Chess960 && (kingTo == m.To() || rookTo == m.From() || kingTo == m.From() || rookTo == m.To()) {
		h.castleAcross(m, kingTo, rookTo)
		return
	}
	switch h.r.IntN(6) {
	case 0: // the rook before the king, both in the air
		rook := h.lift(m.To())
		king := h.lift(m.From())
		h.put(king, kingTo)
		h.put(rook, rookTo)
	case 1: // the rook is released first
		h.put(h.lift(m.To()), rookTo)
		h.linger()
		h.put(h.lift(m.From()), kingTo)
	case 2: // king and rook in the air
		king := h.lift(m.From())
		rook := h.lift(m.To())
		h.put(rook, rookTo)
		h.put(king, kingTo)
	case 3: // the king lingers on its way
		h.put(h.lift(m.From()), kingTo)
		h.linger()
		h.put(h.lift(m.To()), rookTo)
	default:
		h.put(h.lift(m.From()), kingTo)
		h.put(h.lift(m.To()), rookTo)
	}
}

// castleAcross castles where king or rook stays, or one of them goes to the other's square.
func (h *hands) castleAcross(m rules.Move, kingTo, rookTo rules.Square) {
	first, second := m.From(), m.To()
	if h.chance(6) {
		first, second = second, first
	}
	switch {
	case kingTo == m.From():
		h.put(h.lift(m.To()), rookTo)
		return
	case rookTo == m.To():
		h.put(h.lift(m.From()), kingTo)
		return
	}
	h.lift(first)
	h.lift(second)
	king, rook := h.acts[len(h.acts)-2].man, h.acts[len(h.acts)-1].man
	if first == m.To() {
		king, rook = rook, king
	}
	if h.chance(2) {
		h.put(king, kingTo)
		h.put(rook, rookTo)
		return
	}
	h.put(rook, rookTo)
	h.put(king, kingTo)
}

// promote brings a pawn to the last rank and exchanges it.
func (h *hands) promote(m rules.Move) {
	piece := rules.PieceOf(h.mover(), m.Promotion())
	entered := !h.chance(8)
	if h.elsewhere(m) {
		return
	}
	if h.pos.Captured(m) != rules.NoSquare {
		if h.chance(2) {
			h.off(m.To())
		} else {
			pawn := h.lift(m.From())
			h.off(m.To())
			h.put(pawn, m.From())
			h.pace()
		}
	}
	switch h.r.IntN(5) {
	case 0: // the pawn goes off, the new piece comes on
		h.off(m.From())
		h.bring(piece, m.To())
	case 1: // the new piece first
		h.bring(piece, m.To())
		h.off(m.From())
	case 2: // a different piece first
		other := pick(h, []rules.Kind{rules.Queen, rules.Rook, rules.Bishop, rules.Knight})
		h.put(h.lift(m.From()), m.To())
		h.off(m.To())
		h.bring(rules.PieceOf(h.mover(), other), m.To())
		h.say(names, h.mover(), rules.NoSquare, other)
		h.linger()
		h.off(m.To())
		h.bring(piece, m.To())
		entered = true
	case 3: // the pawn is taken back from the last rank, and put there again
		h.put(h.lift(m.From()), m.To())
		h.linger()
		h.off(m.To())
		h.bring(piece, m.To())
	default:
		h.put(h.lift(m.From()), m.To())
		h.off(m.To())
		h.bring(piece, m.To())
	}
	if entered {
		h.name(m)
	}
}

// name enters the kind of a promoted piece, now or after the press.
func (h *hands) name(m rules.Move) {
	if h.chance(6) {
		h.later = m.Promotion()
		return
	}
	h.say(names, h.mover(), rules.NoSquare, m.Promotion())
}

// elsewhere releases the pawn on the last rank but promotes it on another square.
func (h *hands) elsewhere(m rules.Move) bool {
	for _, other := range h.legal {
		if other.From() == m.From() && other.To() != m.To() && h.pos.At(m.To()) == rules.NoPiece && h.chance(2) {
			h.put(h.lift(m.From()), m.To())
			h.linger()
			pawn := h.liftNow(m.To())
			h.off(other.To())
			h.put(pawn, other.To())
			h.off(other.To())
			h.bring(rules.PieceOf(h.mover(), m.Promotion()), other.To())
			h.name(m)
			return true
		}
	}
	return false
}
