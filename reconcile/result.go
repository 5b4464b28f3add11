package reconcile

import (
	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkResult refuses to withdraw a result if there is none, and to enter one that was entered before.
func (g *Game) checkResult(c trace.Command) error {
	if err := g.checkLaws(c); err != nil {
		return err
	}
	game := &g.games[g.current]
	if c.Result != rules.Ongoing.String() {
		if last := g.enteredResult(); last != nil && last.Result == c.Result && game.Result == c.Result && (c.Why == "" || c.Why == last.Why) {
			return refusal.New("result-entered", "result: {result} was entered before: undo it or enter another one", "result", c.Result)
		}
		return nil
	}
	if game.Begun && !game.hasResult() && (!g.laws.IsHeld() || g.adjournment != nil) {
		return refusal.New("result-none", "result: the game has no result to take back; to cancel it, begin the next with new-game")
	}
	return nil
}

// endedBy returns the number of the action that ended the game, if nothing had ended it before, not even as a proposal,
// and no later action stands: to take the result back is then to undo that action, and what hands have done since stands.
// It returns 0 if there is none, or if what has been read since cannot be taken again.
func (g *Game) endedBy() int {
	n := g.Undoable()
	if n == 0 {
		return 0
	}
	a := &g.actions[n-1]
	if a.beginsGame() || a.memory.fork == nil || a.memory.changed.began && !g.isNear(a.memory.fork.mark) || a.Before.Result != rules.Ongoing.String() || a.After.Result == a.Before.Result {
		return 0
	}
	if was := &a.memory.fork.game.games[g.current]; was.isProposed() {
		return 0
	}
	return n
}

// enteredResult returns the command by which the arbiter entered the last result of the current game
// that was not undone, and nil if there is none.
func (g *Game) enteredResult() *trace.Command {
	for i := len(g.actions) - 1; i >= 0; i-- {
		if a := &g.actions[i]; a.Game == g.current+1 && a.Undone == 0 && a.Command.Do == trace.DoResult {
			return &a.Command
		}
	}
	return nil
}
