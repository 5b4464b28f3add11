package reconcile

// Situation returns the current state of the game.
func (g *Game) Situation() Situation {
	game := &g.games[g.current]
	s := Situation{Ply: game.Ply + len(game.Moves), FEN: g.Position().FEN(), Result: game.Result, Illegal: g.laws.Counts().Illegal}
	if c, ok := g.Clock(); ok {
		s.Timed, s.Times = true, g.timesOf(c)
	}
	return s
}
