package article4

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Appearances lists the half-moves after which the current position has appeared, 0 for the
// position before the first, as a claim of repetition needs them.
func (ref *Referee) Appearances() []int {
	if !ref.begun {
		return nil
	}
	var plies []int
	now := ref.record.hist.Position()
	for i := 0; i <= ref.record.hist.Len(); i++ {
		if ref.record.hist.At(i).Same(now) {
			plies = append(plies, ref.record.base+i)
		}
	}
	return plies
}

// Quiet returns how many half-moves in a row were neither captures nor pawn moves, and the first of
// them, as a claim of fifty moves needs them.
func (ref *Referee) Quiet() (count, first int) {
	if !ref.begun {
		return 0, 0
	}
	p := ref.current().pos
	count = p.HalfmoveClock()
	return count, ref.record.ply() - count + 1
}

// evidence collects what the recorded game says about a draw claim by the player having the move,
// with or without an intended move.
func (ref *Referee) evidence(c trace.Command) (e Claimed) {
	if !ref.begun {
		return e
	}
	now := ref.record.hist.Position()
	end := ref.record.hist.Len()
	if m, err := now.ParseUCI(c.UCI); c.UCI != "" && err == nil {
		now, e.UCI = now.After(m), c.UCI
		end++
	}
	for i := 0; i <= ref.record.hist.Len(); i++ {
		was := ref.record.hist.At(i)
		switch {
		case i == end || was.Same(now):
			e.Appearances = append(e.Appearances, ref.record.base+i)
		case hasSamePieces(&was, &now):
			e.Differs = append(e.Differs, Unlike{Ply: ref.record.base + i, Why: differs(&was, &now)})
		}
	}
	if end > ref.record.hist.Len() {
		e.Appearances = append(e.Appearances, ref.record.base+end)
	}
	e.Quiet = now.HalfmoveClock()
	e.Since = max(ref.record.base+end-e.Quiet+1, 0)
	return e
}

// hasSamePieces reports whether the same pieces stand on the same squares and the same player has
// the move.
func hasSamePieces(p, q *rules.Position) bool {
	if p.Turn() != q.Turn() || p.Occupied() != q.Occupied() {
		return false
	}
	for sq := range p.Occupied().All() {
		if p.At(sq) != q.At(sq) {
			return false
		}
	}
	return true
}

// differs reports what else differs: castling rights, a possible capture en passant, or both.
func differs(p, q *rules.Position) string {
	switch castling, passant := p.Castling() != q.Castling(), p.EnPassant() != q.EnPassant(); {
	case castling && passant:
		return "castling, en passant"
	case castling:
		return "castling"
	}
	return "en passant"
}
