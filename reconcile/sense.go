package reconcile

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// sense takes a reading of the board, or a press of the clock.
func (g *Game) sense(r trace.Record) {
	switch w := r.What.(type) {
	case trace.Scan:
		if w.Board == g.board {
			return // a tick
		}
		g.board = w.Board
		g.decoder.Scan(&w.Board)
		for sq, is := range w.Board {
			g.laws.Read(rules.Square(sq), is, r.At)
		}
		g.checkContradiction(r.At)
	case trace.Change:
		g.board[w.Square] = w.Is
		g.decoder.Change(w.Square, w.Is)
		g.laws.Read(w.Square, w.Is, r.At)
		g.checkContradiction(r.At)
	case trace.Press:
		g.press(w.By)
	default:
		return
	}
	g.addToTape(r, 0)
}
