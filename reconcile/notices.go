package reconcile

import (
	"slices"

	chessclock "touchmove/reconcile/clock"
)

// takeNotices turns the notices of the Laws into events, and informs the clock.
func (g *Game) takeNotices() {
	for {
		notices := g.laws.Notices()
		if len(notices) == 0 {
			break
		}
		if g.timing.ledger.Phase() != chessclock.Idle {
			notices = slices.Clone(notices) // informing the clock may lead to more notices
		}
		for _, n := range notices {
			if r, ok := n.What.(ResultKnown); ok && !r.Proposed {
				game := &g.games[g.current]
				r = game.withProposedReason(r)
				r.Shown = r.Reason == KingsInTheCentre && r.Result == game.shown
				n.What = r
				game.Result, game.Reason = r.Result, r.Reason
				g.contradiction = contradiction{}
				if r.Result == "*" {
					game.Reason = ""
				}
			}
			if g.isHeldBack(n) {
				continue
			}
			g.emit(n.At, n.What)
			g.informClock(n.What)
		}
	}
	for _, p := range g.laws.PressedAgain() {
		g.timing.ledger.Advance(g.now)
		g.timing.ledger.Completed(p.Ply, p.By, p.Pressed)
		g.emitClock()
	}
	for _, v := range g.laws.Voids() {
		g.timing.ledger.Advance(g.now)
		g.timing.ledger.Uncompleted(v.By, v.Pressed)
		g.emitClock()
	}
	g.takeTimes()
}

// takeTimes carries out the changes of the clocks that the Laws have ruled.
func (g *Game) takeTimes() {
	for _, t := range g.laws.Times() {
		if g.timing.ledger.Phase() == chessclock.Idle {
			continue // the arbiter sets the clock by hand
		}
		switch {
		case t.Stop && g.timing.ledger.Phase() != chessclock.Running:
		case t.Stop:
			g.act(chessclock.Act{Do: chessclock.Pause, Why: t.Why})
			if t.Next {
				g.act(chessclock.Act{Do: chessclock.Adjust, Set: &chessclock.Setting{Runs: &t.By}, Why: t.Why})
			}
		case t.Bonus > 0:
			kind := chessclock.Fischer
			if t.Delay {
				kind = chessclock.Delay
			}
			g.act(chessclock.Act{Do: chessclock.Order, Bonus: &chessclock.Period{Bonus: kind, Each: t.Bonus}, Why: t.Why})
		default:
			now := g.timing.ledger.At(g.now)
			g.act(chessclock.Act{Do: chessclock.Add, By: t.By, Amount: t.Amount(now.Left(t.By)), Why: t.Why})
		}
	}
}
