package reconcile

import (
	"time"

	"touchmove/internal/refusal"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkRestore refuses a half-move that is not in the game, and what changes nothing because the
// board shows the last position, untouched since.
func (g *Game) checkRestore(c trace.Command) error {
	game := &g.games[g.current]
	last, named := game.Ply+len(game.Moves), c.Ply != 0 || c.AtStart
	if g.adjournment != nil && !named {
		return refusal.New("restore-adjourned", "restore: the game is adjourned, so nothing done on the board counts as a move: resume it first")
	}
	if (c.Ply == last || !named) && game.Begun && g.laws.IsInOrder() {
		return refusal.New("restore-here", "restore: the game is at ply {ply} and the board shows it: there is nothing to restore; set times with set-clock", "ply", last)
	}
	if named && (c.Ply < game.Ply || c.Ply > last) {
		return refusal.New("ply-not-in-game", "restore: ply {ply} is not in the game, which has plies {first} to {last}", "ply", c.Ply, "first", game.Ply, "last", last)
	}
	return nil
}

// restore goes back to a half-move if the command names one. Otherwise the Laws take what the board
// shows as the restored position.
func (g *Game) restore(c trace.Command) {
	game := &g.games[g.current]
	if (c.Ply != 0 || c.AtStart) && c.Ply <= game.Ply+len(game.Moves) {
		g.cutBack(c.Ply, c)
	}
}

// cutBack drops every move after a half-move. The move counters go back with it, and so do the
// times unless the command keeps them. The clocks are stopped.
func (g *Game) cutBack(ply int, c trace.Command) {
	left, timed := g.timing.ledger.Times(ply)
	if ply == g.games[g.current].Ply {
		left, timed = g.timing.ledger.Started()
	}
	g.act(chessclock.Act{Do: chessclock.Pause, Why: chessclock.WhyRestoring})
	g.laws.GoBack(ply, g.now)
	g.carryOutOrders()
	var keep bool
	if _, err := c.Extra.Get("keep_times", &keep); err != nil {
		keep = true
	}
	p := g.Position()
	var s chessclock.Setting
	turn := p.Turn()
	s.Runs = &turn
	moves := [2]int{(ply + 1) / 2, ply / 2}
	if g.origin.Turn() == rules.Black {
		moves = [2]int{ply / 2, (ply + 1) / 2}
	}
	s.Moves = [2]*int{&moves[0], &moves[1]}
	if timed && !keep {
		s.Left = [2]*time.Duration{&left[0], &left[1]}
	}
	g.act(chessclock.Act{Do: chessclock.Adjust, Set: &s, Why: chessclock.WhyRestored})
}
