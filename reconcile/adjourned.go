package reconcile

import chessclock "touchmove/reconcile/clock"

// adjournAgain gives the move, and the sealing, to the player who has it after all: the last move was not made when the
// game was adjourned, or another one was.
func (g *Game) adjournAgain() {
	a := g.adjournment
	if a == nil || a.Done || a.Sealed != "" {
		return
	}
	p := g.Position()
	if by := p.Turn(); by != a.Sealer && a.early > 0 {
		g.act(chessclock.Act{Do: chessclock.Add, By: a.Sealer, Amount: a.early, Why: chessclock.WhyAdjourned})
		g.act(chessclock.Act{Do: chessclock.Add, By: by, Amount: -a.early, Why: chessclock.WhyAdjourned})
	}
	a.Sealer, a.Ply, a.FEN = p.Turn(), g.games[g.current].Ply+len(g.games[g.current].Moves), p.FEN()
}
