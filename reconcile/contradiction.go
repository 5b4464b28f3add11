package reconcile

import "time"

// tellContradiction reports that the board, at rest, does not show the move that was entered for the last
// half-move: either that move or the board is to be corrected.
func (g *Game) tellContradiction() {
	if off := g.laws.Contradicts(g.Position()); off != 0 {
		g.contradicted = true
		g.emit(g.now, Displaced{Squares: off})
	}
}

// endContradiction reports that the board shows the game again. It is called when a reading or the record has
// changed.
func (g *Game) endContradiction(at time.Duration) {
	if g.contradicted && g.laws.Agrees(g.Position()) {
		g.contradicted = false
		g.emit(at, Restored{FEN: g.Position().FEN()})
	}
}
