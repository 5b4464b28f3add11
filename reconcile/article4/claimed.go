package article4

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Claimed is the latest claim or request that an arbiter has to rule upon, with
// what the record says of it, for a console to show before the ruling (2009:9.5).
type Claimed struct {
	What   string      // repetition, fifty-moves, claim (of the quickplay finish) or request-increment
	By     rules.Color // who claims
	UCI    string      // the move intended; empty when the position is on the board
	Upheld bool        // by what the record says
	Waits  bool        // for the arbiter's verdict
	// Appearances are the half-moves after which the position has stood, with the
	// intended move's own, and Differs those after which the men stood likewise and
	// the position was another one (9.2).
	Appearances []int
	Differs     []Unlike
	Quiet       int // half-moves in a row that were neither captures nor pawn moves
	Since       int // the first of them; 0 when it was before the position that the record begins with
}

// Unlike says why a position with the same men on the same squares was not the
// same.
type Unlike struct {
	Ply int
	Why string // "castling", "en passant" or "castling, en passant"
}

// Claimed returns the latest claim, and false when none was made since the game began.
func (w *Watch) Claimed() (Claimed, bool) {
	if w.pending == nil {
		return Claimed{}, false
	}
	p := w.pending
	c := p.evidence
	c.What, c.By, c.Upheld, c.Waits = p.what, p.by, p.upheld, !p.ruled
	return c, true
}

// evidence is what the record says about a claim of a draw by the player having the
// move, with the move intended or none.
func (w *Watch) evidence(c trace.Command) (e Claimed) {
	if !w.begun {
		return e
	}
	now := w.hist.Position()
	end := w.hist.Len()
	if m, err := now.ParseUCI(c.UCI); c.UCI != "" && err == nil {
		now, e.UCI = now.After(m), c.UCI
		end++
	}
	for i := 0; i <= w.hist.Len(); i++ {
		was := w.hist.At(i)
		switch {
		case i == end || was.Same(now):
			e.Appearances = append(e.Appearances, w.base+i)
		case sameMen(&was, &now):
			e.Differs = append(e.Differs, Unlike{Ply: w.base + i, Why: differs(&was, &now)})
		}
	}
	if end > w.hist.Len() {
		e.Appearances = append(e.Appearances, w.base+end)
	}
	e.Quiet = now.HalfmoveClock()
	e.Since = max(w.base+end-e.Quiet+1, 0)
	return e
}

// sameMen says whether the same men stand on the same squares, and the same player
// has the move.
func sameMen(p, q *rules.Position) bool {
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

// differs says what else is not the same: whether the king and a rook had moved, or a
// pawn could be taken in passing.
func differs(p, q *rules.Position) string {
	switch castling, passant := p.Castling() != q.Castling(), p.EnPassant() != q.EnPassant(); {
	case castling && passant:
		return "castling, en passant"
	case castling:
		return "castling"
	}
	return "en passant"
}
