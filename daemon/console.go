package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// console is what the arbiters' consoles were told last, and whether the board
// has to be put right.
type console struct {
	told   broadcast.Desk
	guided bool
	games  int
}

// see looks at what was decided by a record, and returns what the consoles list
// now; false while it is the same. From a command that moves the game, or from
// when the board differs, until both agree, every reading may change the guide.
func (c *console) see(r trace.Record, events []reconcile.Event, g *reconcile.Game) (broadcast.Desk, bool) {
	said, asked := r.What.(trace.Command)
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

// Console says what the arbiters' consoles list. Like Unread it is no event of
// the game, and has the number of the one before it.
func (h *History) Console(at time.Duration, c broadcast.Desk) {
	h.put([]broadcast.Told{h.observed(h.latest, at, c)})
}

// list tells the consoles what has changed for them with a record.
func (d *Daemon) list(r trace.Record, events []reconcile.Event) {
	if c, changed := d.console.see(r, events, d.game); changed {
		d.history.Console(r.At, c)
	}
}
