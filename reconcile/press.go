package reconcile

import (
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// press handles a press of the clock.
func (g *Game) press(by rules.Color) {
	if g.laws.SuspectPress(by) {
		g.carryOutOrders()
		g.decoder.Hold()
	}
	g.decoder.Press(by)
	g.laws.Press(by, g.now)
	g.arrive(by)
	g.act(chessclock.Act{Do: chessclock.Press, By: by})
}

// pressByMessage handles a press of the clock that came as a command, not from a lever.
func (g *Game) pressByMessage(c trace.Command) {
	if by, err := rules.ParseColor(c.By); err == nil {
		g.press(by)
	}
}
