package reconcile

import (
	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	"touchmove/sensors/trace"
)

// hasTwoBoards reports whether moves wait for the second board.
func (g *Game) hasTwoBoards() bool {
	return g.header.TwoBoards && article4.RequiresBothBoards(g.header.Laws)
}

// isHeldBack withholds the notice that a press completed a move until the second board shows that
// move, and reports whether it did. The clock itself follows its lever at once.
func (g *Game) isHeldBack(n article4.Notice) bool {
	c, ok := n.What.(Completed)
	if !ok || !g.hasTwoBoards() || c.How != article4.ByPress || c.Ply <= g.second.ply {
		return false
	}
	g.second.held = append(g.second.held, n)
	g.remark(n.At, article4.RemarkSecondBoard, c.By)
	return true
}

// SecondBoard returns the last half-move that the second board has shown, and false in a game on
// one board.
func (g *Game) SecondBoard() (ply int, ok bool) { return g.second.ply, g.hasTwoBoards() }

// checkSecond refuses a half-move that is not in the game, or a game on one board.
func (g *Game) checkSecond(c trace.Command) error {
	game := &g.games[g.current]
	switch {
	case !g.header.TwoBoards && (c.UCI == "" || !g.header.Tactile && !g.header.TactileOppo):
		return refusal.New("one-board", "second-board: this game is played on one board (second_board in the configuration)")
	case c.Ply <= game.Ply || c.Ply > game.Ply+len(game.Moves)+1: // one may be on both boards and not be published yet
		return refusal.New("ply-not-in-game", "second-board: ply {ply} is not in the game, which has plies {first} to {last}", "ply", c.Ply, "first", game.Ply+1, "last", game.Ply+len(game.Moves))
	}
	return nil
}

// secondBoard handles a message of the other board. With a move it means that the player made that
// move there, announced if required; without one, that the other board shows the position after a
// half-move. The mover's own board completes the move, and this one follows (2009: E2.1, E2.3).
func (g *Game) secondBoard(c trace.Command) {
	if c.UCI == "" {
		g.secondBoardShows(c.Ply)
		return
	}
	game := &g.games[g.current]
	p := g.Position()
	m, err := p.ParseUCI(c.UCI)
	if err != nil || c.Ply != game.Ply+len(game.Moves)+1 {
		return // the move is already recorded
	}
	// A board that only follows takes the move as entered by an arbiter: its own pieces may still have to
	// be put where a ruling wants them.
	g.carryOut(article4.Order{Do: article4.Impose, Ply: c.Ply, Move: m, Legal: true, Entered: !g.header.TwoBoards, Lifted: g.now, Landed: g.now})
	g.takeFindings()
}

// secondBoardShows records that the second board shows the position after a half-move, and
// publishes what was withheld until then.
func (g *Game) secondBoardShows(ply int) {
	s := &g.second
	if ply <= s.ply {
		return
	}
	s.ply = ply
	held := s.held
	s.held = nil
	for _, n := range held {
		if n.What.(Completed).Ply > ply {
			s.held = append(s.held, n)
			continue
		}
		g.emit(g.now, n.What)
		g.informClock(n.What)
	}
}

// setBack forgets half-moves that are no longer in the game.
func (s *second) setBack(ply int) {
	s.ply = min(s.ply, ply-1)
	kept := s.held[:0]
	for _, n := range s.held {
		if n.What.(Completed).Ply < ply {
			kept = append(kept, n)
		}
	}
	s.held = kept
}
