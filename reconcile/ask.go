package reconcile

import (
	"slices"
	"time"

	"touchmove/reconcile/asking"
	"touchmove/rules"
)

// Question returns the open question about the game on the board, and nil when there is none. The
// caller must not change it.
func (g *Game) Question() *Question { return g.games[g.current].question }

// ask puts a question of the decoder to a person. It takes the place of an open one.
func (g *Game) ask(at time.Duration, q *asking.Question) {
	g.endQuestion(at, 0, AnsweredByNobody)
	told := &Question{Ply: q.Ply, By: q.Before.Turn(), Occasion: q.Occasion.String(), lifted: q.Lifted}
	for _, c := range q.Candidates {
		after, san := q.Before, NoFurtherMove
		if c.Move != rules.NoMove {
			after, san = q.Before.After(c.Move), q.Before.SAN(c.Move)
		}
		is := Candidate{
			Move: c.Move, UCI: c.Move.UCI(q.Before.Variant()), SAN: san, FEN: after.FEN(),
			Sure: c.Probability, Published: c.Published,
		}
		for _, why := range c.Reasons {
			is.Grounds = append(is.Grounds, groundOf(why, c, q.Lifted))
		}
		told.Candidates = append(told.Candidates, is)
	}
	g.games[g.current].question = told
	g.emit(at, Asked{*told})
}

// groundOf translates a reason of the decoder into a ground of a candidate. lifted is the square of the piece that
// was lifted last, for the candidate that is no move.
func groundOf(why asking.Why, c asking.Alternative, lifted rules.Square) Ground {
	g := Ground{What: why, Square: c.Move.To()}
	switch why {
	case asking.WhyEndsSeen:
		g.For = true
	case asking.WhyVictimSeen:
		g.For, g.Lasted = true, c.Empty
	case asking.WhyPieceLifted:
		g.For, g.Square = true, lifted
	}
	return g
}

// endQuestion ends the open question if it is about this ply or a later one.
func (g *Game) endQuestion(at time.Duration, from int, how string) {
	game := &g.games[g.current]
	if q := game.question; q != nil && q.Ply >= from {
		game.question = nil
		g.emit(at, Answered{q.Ply, how})
	}
}

// names reports whether m is one of the candidates.
func (q *Question) names(m rules.Move) bool {
	return slices.ContainsFunc(q.Candidates, func(c Candidate) bool { return c.Move == m })
}

// questionKept ends the question if its ply now has a move that the question does not name.
func (g *Game) questionKept(at time.Duration, m Made) {
	q := g.Question()
	switch {
	case q == nil || m.Ply > q.Ply:
	case m.Ply < q.Ply || !q.names(m.Move):
		g.endQuestion(at, m.Ply, AnsweredByNobody)
	}
}

// askAgain reopens the question that an action has answered, because that action was undone.
func (g *Game) askAgain(q *Question) {
	game := &g.games[g.current]
	if q == nil || game.question != nil {
		return
	}
	game.question = q
	g.emit(g.now, Asked{*q})
}
