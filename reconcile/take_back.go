package reconcile

import (
	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkTakeBack refuses to take back more moves than were made.
func (g *Game) checkTakeBack(c trace.Command) error {
	n := len(g.games[g.current].Moves)
	if !isFromOther(c) {
		waiting, _ := g.decoder.Unpublished()
		n += waiting
		if g.laws.ShowsIllegal() || g.decoder.JustMade() != rules.NoMove {
			n++
		}
	}
	if c.Plies > n {
		return refusal.New("take-back-too-many", "take-back: {plies} plies cannot be taken back, the game has {last}", "plies", c.Plies, "last", n)
	}
	return nil
}

// checkTakeBackUse refuses to take moves back while it is not known how many were made.
func (g *Game) checkTakeBackUse(c trace.Command) error {
	game := &g.games[g.current]
	if waiting, more := g.decoder.Unpublished(); more && !isFromOther(c) && !g.laws.ShowsIllegal() {
		last := game.Ply + len(game.Moves) + waiting
		return refusal.New("take-back-unseen", "take-back: after half-move {last} moves were made that the sensors have not shown: say after which half-move play goes on (restore, with ply), or enter them (correct)", "last", last)
	}
	return nil
}

// takeBack takes back the last moves made on the board: what waits only to be published is published
// first. An illegal move that stands on the board, and is no move of the record, is the first of them, and so is one that
// was made just now.
func (g *Game) takeBack(c trace.Command) {
	plies, shown, just := c.Plies, false, rules.NoMove
	if !isFromOther(c) {
		g.decoder.TellMade()
		g.takeFindings()
		shown, just = g.laws.ShowsIllegal(), g.decoder.JustMade()
	}
	if shown || just != rules.NoMove {
		plies--
	}
	if !shown && just != rules.NoMove && plies == 0 {
		g.decoder.TakeBackJustMade(just)
	}
	if game := &g.games[g.current]; plies > 0 {
		g.laws.TakesBack(game.Ply+len(game.Moves)-plies, g.now)
	}
	g.decoder.TakeBack(plies)
	g.takeFindings()
	g.laws.AccountForPresses()
	if shown {
		game := &g.games[g.current]
		g.laws.GoBack(game.Ply+len(game.Moves), g.now)
		g.carryOutOrders()
	}
}
