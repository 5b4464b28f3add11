package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// propose publishes how the game seems to have ended; the arbiter declares it.
func (g *Game) propose(at time.Duration, result, reason string) {
	game := &g.games[g.current]
	game.proposed = proposal{result, reason, len(game.Moves)}
	g.emit(at, ResultKnown{Result: result, Reason: reason, Proposed: true})
}

// remark publishes a remark that does not come from the Laws, and adds it to their list.
func (g *Game) remark(at time.Duration, name article4.RemarkName, by rules.Color) {
	g.emit(at, Remark{Remark: name, By: by})
	g.laws.Noted(name)
}
