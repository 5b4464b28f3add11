package reconcile

import (
	"fmt"

	"touchmove/internal/refusal"
	"touchmove/sensors/trace"
)

// findUndo returns the number of the action that an undo command undoes. The error tells why there
// is none.
func (g *Game) findUndo(c trace.Command) (int, error) {
	found, err := g.namedAction(c)
	if err != nil {
		return 0, err
	}
	switch {
	case found.Undone != 0:
		return 0, refusal.New("undone-already", "undo: action {number} has been undone by action {by}", "number", found.Number, "by", found.Undone)
	case found.isNote():
		return found.Number, nil // it changed nothing, and is only marked
	case found.memory == nil:
		return 0, refusal.New("undo-cannot", "undo: action {number} ({do}) cannot be undone: correct what it did with another command", "number", found.Number, "do", found.Command.Do)
	case found.beginsGame() && found.succession.began == g.current+1:
		return found.Number, g.checkReopen(found) // together with everything done in its game
	case g.games[found.Game-1].Annulled:
		return 0, refusal.New("undo-annulled-game", "undo: action {number} belongs to a game that was annulled", "number", found.Number)
	case found.Game != g.current+1:
		return 0, refusal.New("undo-earlier-game", "undo: action {number} belongs to an earlier game", "number", found.Number)
	case found.Command.Do == trace.DoAdjourn && g.adjournment != nil && g.adjournment.Sealed != "" && !g.adjournment.Done:
		return 0, refusal.New("undo-sealed", "undo: a move has been sealed since action {number} (adjourn): resume the game", "number", found.Number)
	}
	for i := len(g.actions) - 1; g.actions[i].Number > found.Number; i-- {
		if a := &g.actions[i]; g.isUndoable(a) {
			return 0, refusal.New("undo-later-first", "undo: action {number} ({do}) came after it: undo that one first", "number", a.Number, "do", a.Command.Do)
		}
	}
	return found.Number, nil
}

// namedAction returns the action that an undo command names: by its number in "action",
// by the id of its command in "what", or the latest that can be undone.
func (g *Game) namedAction(c trace.Command) (*Action, error) {
	var number int
	if _, err := c.Extra.Get("action", &number); err != nil {
		return nil, fmt.Errorf("undo: %w", err)
	}
	for i := len(g.actions) - 1; i >= 0; i-- {
		a := &g.actions[i]
		switch {
		case number != 0:
			if a.Number == number {
				return a, nil
			}
		case c.What != "":
			if a.Command.ID == c.What {
				return a, nil
			}
		case a.Undoes == 0 && g.isUndoable(a):
			return a, nil
		}
	}
	return nil, refusal.New("undo-none", "undo: there is no such action: name the number of one (action), or the id of its command (what)")
}

// isUndoable reports whether an action changed something that can still be restored.
func (g *Game) isUndoable(a *Action) bool {
	return a.memory != nil && a.Undone == 0 && !g.games[a.Game-1].Annulled
}

func (g *Game) checkUndo(c trace.Command) error {
	_, err := g.findUndo(c)
	if a, unknown := g.namedAction(c); err != nil && unknown == nil && a.memory != nil && a.Undone == 0 && a.Game == g.current+1 {
		if final := g.checkFinal(a); final != nil {
			return final // no undo of another action makes this one possible
		}
	}
	return err
}

// checkUndoUse refuses to undo what came before an action that is final: after a sealed move was
// opened, both players know it, and it cannot be sealed again.
func (g *Game) checkUndoUse(c trace.Command) error {
	number, err := g.findUndo(c)
	if err != nil {
		return nil // checkUndo says why
	}
	return g.checkFinal(&g.actions[number-1])
}

func (g *Game) checkFinal(found *Action) error {
	if found.beginsGame() && found.succession.began == g.current+1 || found.isNote() {
		return nil // annuls the whole game, or marks a note
	}
	for i := len(g.actions) - 1; g.actions[i].Number > found.Number; i-- {
		a := &g.actions[i]
		if kind, ok := trace.CommandKindOf(a.Command.Do); ok && kind.Final && a.Game == found.Game && !a.refused {
			return refusal.New("undo-final", "undo: action {number} ({do}) came after it, and cannot be undone: put right with another command what is wrong", "number", a.Number, "do", a.Command.Do)
		}
	}
	return nil
}

// Undoes returns the action that an undo command would undo. The error tells why there is none.
func (g *Game) Undoes(c trace.Command) (*Action, error) {
	n, err := g.findUndo(c)
	if err != nil {
		return nil, err
	}
	return &g.actions[n-1], nil
}
