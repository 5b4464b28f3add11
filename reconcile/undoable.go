package reconcile

import "touchmove/sensors/trace"

// Undoable returns the number of the action that an undo without a number undoes, and 0 when there
// is none. Earlier actions can be undone only after it.
func (g *Game) Undoable() int {
	for i := len(g.actions) - 1; i >= 0; i-- {
		a := &g.actions[i]
		if a.Game != g.current+1 {
			if g.games[a.Game-1].Annulled {
				continue
			}
			return 0
		}
		if a.memory != nil && a.Undone == 0 && a.Undoes == 0 {
			if _, err := g.findUndo(trace.Command{}); err != nil || g.checkFinal(a) != nil {
				return 0
			}
			return a.Number
		}
	}
	return 0
}

// UndoableGame returns the number of the new-game action that began the game on the board, if it
// can be undone so that the game before goes on; otherwise 0.
func (g *Game) UndoableGame() int {
	for i := len(g.actions) - 1; i >= 0; i-- {
		if a := &g.actions[i]; a.beginsGame() && a.succession.began == g.current+1 && a.Undone == 0 {
			if g.checkReopen(a) != nil {
				return 0
			}
			if to, _ := g.gameBefore(a); to != nil && !to.played.Begun {
				return 0 // the game before it had not begun
			}
			return a.Number
		}
	}
	return 0
}
