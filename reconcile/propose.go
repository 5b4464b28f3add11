package reconcile

import "time"

// propose tells how the game seems to have ended; the arbiter declares it.
func (g *Game) propose(at time.Duration, result, reason string) {
	game := &g.games[g.current]
	game.proposed = proposal{result, reason, len(game.Moves)}
	g.emit(at, ResultKnown{Result: result, Reason: reason, Proposed: true})
}
