package reconcile

import (
	"slices"

	"touchmove/reconcile/decoder"
)

// suspend stores the game on the board when another one follows.
func (g *Game) suspend(line decoder.Line) (serial int) {
	played := g.games[g.current]
	played.Moves, played.Offers = slices.Clone(played.Moves), slices.Clone(played.Offers)
	g.suspensions++
	g.dropForks()
	g.suspended = append(g.suspended, suspended{
		serial: g.suspensions, number: g.current + 1, at: g.now, played: played, line: line, laws: g.laws.Suspend(), play: g.play,
	})
	if n := len(g.suspended) - keepSuspended; n > 0 {
		g.suspended = slices.Delete(g.suspended, 0, n)
	}
	return g.suspensions
}
