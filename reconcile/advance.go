package reconcile

import "time"

// advance lets everything fall due up to the time at, each thing at its own
// time: what decoder and Laws decide does not depend on how often it is called.
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
		if due, open := g.timing.ledger.Due(); open && due <= next {
			g.timing.ledger.Advance(next)
			g.tellClock()
			g.carryOutOrders()
		}
		if due, open := g.defaultDue(); open && due <= next {
			g.proposeDefault()
		}
	}
	g.decoder.Advance(at)
	g.now = at
	g.takeFindings()
}

// due is when the first of decoder, Laws and clock has something to decide.
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
