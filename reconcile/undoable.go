package reconcile

// Undoable returns the number of the action that an undo without a number takes
// back, 0 when there is none: every other one waits for it.
func (g *Game) Undoable() int {
	for i := len(g.actions) - 1; i >= 0; i-- {
		a := &g.actions[i]
		if a.Game != len(g.games) {
			return 0
		}
		if a.memory != nil && a.Undone == 0 && a.Undoes == 0 {
			return a.Number
		}
	}
	return 0
}
