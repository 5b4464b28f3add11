package reconcile

import (
	"touchmove/reconcile/article4"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

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
			g.passFindings()
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
		g.passFindings()
		g.laws.Finished(o.Result, o.Reason, g.now)
	}
}
