package reconcile

import (
	"slices"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkAgain refuses a command that was the latest action, if nothing has changed since: the board has yet to show the
// position of a restore or a set-position, or the one that was set stands on it, the edition's penalty for a device is
// proposed, or no result is left for a result * to take back.
func (g *Game) checkAgain(c trace.Command) error {
	last := g.latestAction()
	if last == nil || last.Command.Do != c.Do {
		return nil
	}
	for _, key := range []string{"ply", "keep_times", "fen", "variant", "kind", "player", "result", "why"} {
		if last.Command.Word(key) != c.Word(key) {
			return nil
		}
	}
	is, was := g.Situation(), last.After
	same := is.Ply == was.Ply && is.FEN == was.FEN && is.Result == was.Result && is.Illegal == was.Illegal
	switch {
	case c.Do == trace.DoRestore && c.Word("ply") != "":
		was.Times.At = is.Times.At
		same = same && g.laws.IsHeld() && is.Times == was.Times
	case c.Do == trace.DoSetPosition:
		same = same && (g.laws.IsHeld() || g.laws.IsInOrder())
	case c.Do == trace.DoPenalty && c.Word("kind") == "device":
	case c.Do == trace.DoResult && c.Result == rules.Ongoing.String():
	default:
		return nil
	}
	if !same {
		return nil
	}
	return refusal.New("again", "{do}: this was the latest action, and nothing has changed since", "do", c.Do)
}

// latestAction returns the latest action on the game on the board that stands and is no remark; nil if there is none.
func (g *Game) latestAction() *Action {
	for i, a := range slices.Backward(g.actions) {
		switch {
		case a.Game != g.current+1 || a.Undone != 0 || a.Undoes != 0:
			return nil
		case a.refused, a.Command.Do == trace.DoNote, a.Command.Do == trace.DoAcknowledge:
		default:
			return &g.actions[i]
		}
	}
	return nil
}
