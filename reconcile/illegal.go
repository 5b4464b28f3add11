package reconcile

import "touchmove/sensors/trace"

// ruleOnIllegal makes the game go back to the position before an illegal move that the arbiter
// enters, if moves after it are recorded. The Laws do the rest.
func (g *Game) ruleOnIllegal(c trace.Command) {
	if ply, ok := g.laws.CutFor(c); ok {
		g.cutBack(ply, c)
	}
}
