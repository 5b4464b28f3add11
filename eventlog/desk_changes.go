package eventlog

import (
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// desk is what the arbiters' consoles were told last, and whether the board
// has to be put right.
type desk struct {
	told   Desk
	guided bool
	games  int
}

// see looks at what was decided by a record (said is its command, or nothing), and returns what the consoles list
// now; false while it is the same. From a command that moves the game, or from
// when the board differs, until both agree, every reading may change the guide.
func (c *desk) see(said trace.Command, events []reconcile.Event, g *reconcile.Game) (Desk, bool) {
	asked := said.Do != ""
	before := c.guided
	for _, e := range events {
		switch w := e.What.(type) {
		case reconcile.Displaced:
			c.guided = true
		case reconcile.Restored, reconcile.Started:
			c.guided = false
		case reconcile.IllegalMove:
			asked, c.guided = true, c.guided || w.Restore != "" // the position before it is to be put back
		case reconcile.Remark, reconcile.Obliged, reconcile.Breach, reconcile.Made, reconcile.Amended, reconcile.Retracted:
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
		return c.told, false
	}
	next := c.told.Next(g, c.guided)
	c.guided = len(next.Guide) > 0
	if next.Same(c.told) {
		return c.told, false
	}
	c.told = next
	return next, true
}
