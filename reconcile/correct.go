package reconcile

import (
	"fmt"
	"slices"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// corrected reads the move of a correction and the position before it.
func (g *Game) corrected(c trace.Command) (rules.Position, rules.Move, error) {
	game := &g.games[g.current]
	n := c.Ply - 1 - game.Ply
	if n < 0 || n > len(game.Moves) {
		return rules.Position{}, rules.NoMove, refusal.New("ply-not-in-game", "correct: ply {ply} is not in the game, which has plies {first} to {last}", "ply", c.Ply, "first", game.Ply+1, "last", game.Ply+len(game.Moves))
	}
	before := game.Start
	if n > 0 {
		before = game.Moves[n-1].After
	}
	m, err := before.ParseUCI(c.UCI)
	if err != nil {
		return rules.Position{}, rules.NoMove, fmt.Errorf("correct: ply %d: %w", c.Ply, err)
	}
	return before, m, nil
}

// checkCorrect refuses what cannot be played, and the move that is recorded and beyond doubt.
func (g *Game) checkCorrect(c trace.Command) error {
	_, m, err := g.corrected(c)
	if err != nil {
		return err
	}
	game := &g.games[g.current]
	n := c.Ply - 1 - game.Ply
	if n == len(game.Moves) || game.Moves[n].Move != m || game.Moves[n].Illegal || g.laws.IsHeld() {
		return nil
	}
	if q := g.Question(); q != nil && q.Ply == c.Ply {
		return nil // this answers it
	}
	if was := &game.Moves[n]; was.How == Corrected || was.Confidence >= Certain && m.Promotion() == rules.NoKind {
		return refusal.New("correct-same", "correct: {san} is recorded at ply {ply} already", "san", was.SAN, "ply", c.Ply)
	}
	return nil
}

// correct replaces a move of the record, or adds one after the last, and compares the board with it.
func (g *Game) correct(c trace.Command) {
	before, m, _ := g.corrected(c)
	game := &g.games[g.current]
	from, squares := max(c.Ply, game.Ply+len(game.Moves)), article4.Footprint(&before, m)
	was := g.decoder.NextMade()
	if c.Ply-game.Ply <= len(game.Moves) {
		was = game.Moves[c.Ply-game.Ply-1].Move
	}
	if was != rules.NoMove {
		squares |= article4.Footprint(&before, was)
	}
	var later []PlayedMove
	if a := g.adjournment; a != nil && !a.Done && c.Ply-game.Ply < len(game.Moves) {
		later = slices.Clone(game.Moves[c.Ply-game.Ply:]) // the board, which would show them, is not read
	}
	g.decoder.Correct(c.Ply, m, before)
	g.takeFindings()
	g.reenter(later)
	if was != rules.NoMove {
		g.laws.Corrected(c.Ply, was)
		g.carryOutOrders()
	}
	if q := g.Question(); q != nil && q.Ply == c.Ply {
		g.endQuestion(g.now, c.Ply, AnsweredByPerson)
	}
	g.watchContradiction(squares, from)
}
