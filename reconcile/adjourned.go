package reconcile

import chessclock "touchmove/reconcile/clock"

// adjournAgain gives the move, and the sealing, to the player who has it after all: the last move was not made when the
// game was adjourned, or another one was. A move that was sealed is the sealer's, in the corrected position.
func (g *Game) adjournAgain() {
	a := g.adjournment
	if a == nil || a.Done {
		return
	}
	p := g.Position()
	if a.Sealed != "" && p.Turn() != a.Sealer {
		return // the record is not corrected yet
	}
	if by := p.Turn(); by != a.Sealer && a.early > 0 {
		g.act(chessclock.Act{Do: chessclock.Add, By: a.Sealer, Amount: a.early, Why: chessclock.WhyAdjourned})
		g.act(chessclock.Act{Do: chessclock.Add, By: by, Amount: -a.early, Why: chessclock.WhyAdjourned})
	}
	a.Sealer, a.Ply, a.FEN = p.Turn(), g.games[g.current].Ply+len(g.games[g.current].Moves), p.FEN()
}

// stayFrozen keeps the board of an adjourned game from being read, whatever a command has changed in the record.
func (g *Game) stayFrozen() {
	if a := g.adjournment; a != nil && !a.Done && !g.isDeclared() {
		g.decoder.Hold()
	}
}
