package reconcile

import (
	"slices"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// takeFindings turns the decoder's findings into events and recorded moves, and carries out the
// orders of the Laws that follow.
func (g *Game) takeFindings() {
	for _, t := range g.decoder.Findings() {
		g.takeFinding(t)
		g.informLaws(t)
	}
	g.carryOutOrders()
}

// informLaws passes a finding of the decoder to the Laws.
func (g *Game) informLaws(t decoder.Finding) {
	switch t.Kind {
	case decoder.Began:
		game := &g.games[g.current]
		start := t.After
		if g.current == 0 && game.Ply > 0 && game.Start == t.After {
			start = g.origin
		}
		g.laws.Begin(start, t.After, game.Ply, t.At)
	case decoder.Made, decoder.Amended:
		g.laws.Made(t.HalfMove, t.At)
	case decoder.Retracted:
		g.laws.Retracted(t.Ply, t.At)
	case decoder.Displaced:
		g.laws.Displaced(t.At)
	}
	g.takeNotices()
}

// carryOutOrders carries out the orders of the Laws until there are no more.
func (g *Game) carryOutOrders() {
	for {
		orders := g.laws.Orders()
		if len(orders) == 0 {
			g.takeNotices()
			return
		}
		for _, o := range orders {
			g.carryOut(o)
			for _, t := range g.decoder.Findings() {
				g.takeFinding(t)
				g.informLaws(t)
			}
		}
	}
}

func (g *Game) carryOut(o article4.Order) {
	switch o.Do {
	case article4.Hold:
		g.decoder.Hold()
	case article4.Resume:
		g.decoder.Resume()
	case article4.Bar:
		g.decoder.Bar(o.Landed)
	case article4.TakeBack:
		g.decoder.TakeBack(o.Plies)
	case article4.Correct:
		game := &g.games[g.current]
		if n := o.Ply - 1 - game.Ply; n >= 0 && n <= len(game.Moves) && (n == len(game.Moves) || game.Moves[n].Move != o.Move) {
			g.decoder.Correct(o.Ply, o.Move, game.before(n))
		}
	case article4.Impose:
		g.decoder.Impose(decoder.Imposed{Ply: o.Ply, Move: o.Move, Legal: o.Legal, Entered: o.Entered, Lifted: o.Lifted, Landed: o.Landed})
	case article4.Certify:
		g.decoder.Choose(o.Ply, o.Move)
	case article4.Promote:
		g.decoder.Promote(o.Kind)
	case article4.Finish:
		if o.Result == rules.Ongoing.String() {
			g.decoder.Continue()
			g.laws.Finished(o.Result, o.Reason, g.now)
			g.takeNotices()
			if game := &g.games[g.current]; game.isProposed() {
				g.emit(g.now, ResultKnown{Result: o.Result, Reason: article4.ResultTakenBack})
			}
			return
		}
		g.decoder.Finish()
		g.decoder.Close()
		for _, t := range g.decoder.Findings() {
			g.takeFinding(t)
			g.informLaws(t)
		}
		g.laws.Finished(o.Result, o.Reason, g.now)
	}
}

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
		g.tellClock()
	}
	for _, v := range g.laws.Voids() {
		g.timing.ledger.Advance(g.now)
		g.timing.ledger.Uncompleted(v.By, v.Pressed)
		g.tellClock()
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

// restart makes the Laws begin again in a position set by a command.
func (g *Game) restart(p rules.Position) {
	g.contradiction = contradiction{}
	g.laws.Set(p, g.now)
	g.carryOutOrders()
}
