package explain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
)

func (w *words) understood(t statement) {
	r, m, p := t.reason, t.move.Move, t.position
	piece := p.At(m.From())
	switch {
	case m.IsCastling():
		king, rook := p.CastlingTargets(m)
		w.line("  castling: the king from %s to %s and the rook from %s to %s, started at %s and on the board at %s, %s later",
			m.From(), king, m.To(), rook, clock(r.Lifted), clock(r.Landed), seconds(r.Landed-r.Lifted))
	case r.Landed > r.Lifted:
		w.line("  %s left %s at %s and was on %s at %s, %s later", the(piece), m.From(), clock(r.Lifted), m.To(), clock(r.Landed), seconds(r.Landed-r.Lifted))
	default:
		w.line("  %s left %s at %s; its arrival on %s is inferred", the(piece), m.From(), clock(r.Lifted), m.To())
	}
	if over := w.passedOver(t); len(over) > 0 && !m.IsCastling() {
		w.line("  on its way it passed over or rested on %s", strings.Join(over, ", "))
	}
	if at, victim := captured(p, m); victim != rules.NoPiece {
		switch {
		case r.Silent:
			w.line("  %s never read empty: the capture of %s there is inferred, because the %s that left %s was set down nowhere else",
				at, the(victim), piece.Kind(), m.From())
		default:
			w.line("  %s was taken on %s", the(victim), at)
		}
	}
	if r.Blind {
		w.line("  %s did not show it: its sensor gave no reading or was not trusted, so that end of the move is inferred", w.blindEnd(t))
	}
	for _, sq := range moveSquares(p, m) {
		if f, ok := w.faultOf(sq, t.at); ok {
			w.line("  the sensor of %s had not been trusted since %s (%s)", sq, clock(f.at), f.Kind)
		} else if f, ok := w.laterFault(sq, t.at); ok && r.Blind {
			w.line("  the sensor of %s was found %s at %s", sq, f.Kind, clock(f.at))
		}
	}
	switch {
	case r.Guessed && m.Promotion() == rules.Queen:
		w.line("  nobody had named the promoted piece: a queen is assumed until later moves show another")
	case r.Guessed:
		w.line("  nobody had named the promoted piece: how it moved from there showed a %s", m.Promotion())
	}
	if t.move.Illegal {
		w.line("  the Laws do not allow this move; play went on from it, so it stands")
	}
	if over := r.Open; over != 0 {
		w.line("  not part of it, and still open at publication: %s", w.unexplained(over, t))
	}
}

// captured returns the piece that a move captures, and its square.
func captured(p rules.Position, m rules.Move) (rules.Square, rules.Piece) {
	at := m.To()
	if m.IsEnPassant() {
		at = rules.SquareAt(m.To().File(), m.From().Rank())
	}
	if m.IsCastling() || p.At(at) == rules.NoPiece {
		return at, rules.NoPiece
	}
	return at, p.At(at)
}

// moveSquares returns the squares that a move changes.
func moveSquares(p rules.Position, m rules.Move) []rules.Square {
	list := []rules.Square{m.From(), m.To()}
	if m.IsCastling() {
		king, rook := p.CastlingTargets(m)
		list = append(list, king, rook)
	}
	if at, victim := captured(p, m); victim != rules.NoPiece {
		list = append(list, at)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// passedOver lists the empty squares beside the move that read a piece while its own piece was on
// the way, and for how long.
func (w *words) passedOver(t statement) (list []string) {
	squares := moveSquares(t.position, t.move.Move)
	on := map[rules.Square]time.Duration{}
	for _, r := range w.between(t.reason.Lifted, t.reason.Landed) {
		if t.position.At(r.Square) != rules.NoPiece || slices.Contains(squares, r.Square) {
			continue
		}
		if _, ok := on[r.Square]; !ok && r.Is != sensors.Empty && r.Is != sensors.Unknown {
			on[r.Square] = r.At
		}
	}
	var left rules.Squares
	rests := map[rules.Square]time.Duration{}
	for _, r := range w.between(t.reason.Lifted, t.reason.Landed) {
		if since, ok := on[r.Square]; ok {
			rests[r.Square] = r.At - since
			left = left.Without(r.Square)
			if r.Is == sensors.Empty {
				left = left.With(r.Square)
			}
		}
	}
	for sq := range left.All() {
		list = append(list, fmt.Sprintf("%s (%s)", sq, seconds(rests[sq])))
	}
	return list
}

// faultOf reports whether a sensor was distrusted at a time, and since when.
func (w *words) faultOf(sq rules.Square, at time.Duration) (distrusted, bool) {
	for _, f := range slices.Backward(w.distrust) {
		if f.at <= at && f.Squares.Has(sq) {
			return f, f.Kind != reconcile.Trusted
		}
	}
	return distrusted{}, false
}

// laterFault reports whether and when a sensor was distrusted after a time.
func (w *words) laterFault(sq rules.Square, at time.Duration) (distrusted, bool) {
	for _, f := range w.distrust {
		if f.at > at && f.Squares.Has(sq) && f.Kind != reconcile.Trusted {
			return f, true
		}
	}
	return distrusted{}, false
}

// blindEnd returns the end of a move whose sensor did not show it.
func (w *words) blindEnd(t statement) rules.Square {
	m := t.move.Move
	for _, r := range slices.Backward(w.between(0, t.at)) {
		if r.Square == m.To() {
			if r.Is == sensors.Empty || r.Is == sensors.Unknown || r.At < t.reason.Lifted {
				return m.To()
			}
			break
		}
	}
	return m.From()
}

// unexplained describes how a board differs from the position after a move.
func (w *words) unexplained(set rules.Squares, t statement) string {
	var list []string
	for sq := range set.All() {
		piece := t.move.After.At(sq)
		f, known := w.faultOf(sq, t.at)
		switch {
		case known:
			list = append(list, fmt.Sprintf("%s, whose sensor had not been trusted since %s (%s)", sq, clock(f.at), f.Kind))
		case piece == rules.NoPiece:
			list = append(list, fmt.Sprintf("%s read a piece and should be empty", sq))
		case piece.Color() == t.move.After.Turn():
			list = append(list, fmt.Sprintf("%s from %s was off its square", the(piece), sq))
		default:
			list = append(list, fmt.Sprintf("%s did not show %s", sq, the(piece)))
		}
	}
	return strings.Join(list, "; ")
}
