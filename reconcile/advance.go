package reconcile

import "time"

// advance carries out everything that falls due up to the time at, each thing at its own time. What
// decoder and Laws decide therefore does not depend on how often advance is called.
func (g *Game) advance(at time.Duration) {
	for {
		next, ok := g.due()
		if !ok || next > at {
			break
		}
		g.now = max(g.now, next)
		g.decoder.Advance(next)
		g.takeFindings()
		if due, open := g.laws.Due(); open && due <= next {
			g.laws.Advance(next)
			g.carryOutOrders()
		}
		g.laws.Follow(next)
		g.carryOutOrders()
		if due, open := g.timing.ledger.Due(); open && due <= next {
			g.timing.ledger.Advance(next)
			g.emitClock()
			g.carryOutOrders()
		}
		if due, open := g.defaultDue(); open && due <= next {
			g.proposeDefault()
		}
		g.checkContradiction(next)
	}
	g.decoder.Advance(at)
	g.now = at
	g.takeFindings()
}

// due returns the earliest time at which decoder, Laws, clock or default time has something to
// decide.
func (g *Game) due() (time.Duration, bool) {
	next, ok := g.decoder.Due()
	if due, open := g.laws.Due(); open && (!ok || due < next) {
		next, ok = due, true
	}
	if due, open := g.timing.ledger.Due(); open && (!ok || due < next) {
		next, ok = due, true
	}
	if due, open := g.defaultDue(); open && (!ok || due < next) {
		next, ok = due, true
	}
	return next, ok
}
