package eventlog

import (
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// desk is the Desk published last, and whether the board must be put right.
type desk struct {
	latest Desk
	guided bool
	games  int
}

// update takes the events of a record (said is its command, if any) and returns the new
// Desk; false if nothing has changed. After a command that moves the game, or while
// board and game differ, every reading may change the guide.
func (c *desk) update(said trace.Command, events []reconcile.Event, g *reconcile.Game) (Desk, bool) {
	asked := said.Do != ""
	before := c.guided
	for _, e := range events {
		switch w := e.What.(type) {
		case reconcile.Displaced:
			c.guided = true
		case reconcile.Restored:
			c.guided = false
		case reconcile.Started: // until then the Laws were with the game before
			asked, c.guided = true, false
		case reconcile.IllegalMove:
			asked, c.guided = true, c.guided || w.Restore != "" // the position before it must be restored
		case reconcile.Asked, reconcile.Answered, reconcile.Remark, reconcile.Obliged, reconcile.Breach, reconcile.ResultKnown, reconcile.Made, reconcile.Amended, reconcile.Retracted:
			asked = true
		}
	}
	if _, is, ok := said.Case(); ok && is.Guide {
		c.guided = true
	}
	if n := g.Number(); n != c.games {
		c.games, asked = n, true
	}
	if !asked && !before && !c.guided {
		return c.latest, false
	}
	next := c.latest.Next(g, c.guided)
	c.guided = len(next.Guide) > 0
	if next.Same(c.latest) {
		return c.latest, false
	}
	c.latest = next
	return next, true
}
