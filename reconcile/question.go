package reconcile

import (
	"slices"
	"strings"
	"time"

	"touchmove/internal/refusal"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Question is what a person is asked: which of several moves was made. There is one at a
// time. It is not changed once it is asked.
type Question struct {
	Ply        int
	By         rules.Color
	Occasion   string      // over, played-on or same-position (decoder.Occasion)
	Candidates []Candidate // two at least, likeliest first
}

// Candidate is a move that a Question names.
type Candidate struct {
	Move      rules.Move
	UCI       string
	SAN       string
	FEN       string  // the position after it
	Sure      float64 // how likely it is to be right, 0 to 1, as of when it was asked
	Published bool    // it is the one that was told
	Grounds   []Ground
}

// Ground is what speaks for a candidate or against it.
type Ground struct {
	What   decoder.Why
	For    bool         // else against
	Square rules.Square // that it is about
	Lasted time.Duration
}

// Asked says that a person is asked which move a ply was. Nothing that is read later is
// likely to tell.
type Asked struct{ Question }

// Answered says that a question is open no longer.
type Answered struct {
	Ply int
	How string // one of the ways below
}

// How a question ended.
const (
	AnsweredByPerson = "answered"  // a person has said which move it was
	AnsweredByPlay   = "settled"   // what was read since has
	AnsweredByNobody = "withdrawn" // the ply is not in the game any more
)

// Name returns "asked".
func (Asked) Name() string { return "asked" }

// Name returns "answered".
func (Answered) Name() string { return "answered" }

// Question returns the question that is open about the game on the board, and nil when
// none is. The caller must not change it.
func (g *Game) Question() *Question { return g.games[g.current].question }

// ask puts a question of the decoder to a person.
func (g *Game) ask(at time.Duration, q *decoder.Question) {
	told := &Question{Ply: q.Ply, By: q.Before.Turn(), Occasion: q.Occasion.String()}
	for _, c := range q.Candidates {
		after := q.Before.After(c.Move)
		is := Candidate{
			Move: c.Move, UCI: c.Move.UCI(q.Before.Variant()), SAN: q.Before.SAN(c.Move), FEN: after.FEN(),
			Sure: c.Probability, Published: c.Published,
		}
		for _, why := range c.Reasons {
			is.Grounds = append(is.Grounds, groundOf(why, c))
		}
		told.Candidates = append(told.Candidates, is)
	}
	g.games[g.current].question = told
	g.emit(at, Asked{*told})
}

// groundOf says what a reason of the decoder means for a candidate.
func groundOf(why decoder.Why, c decoder.Candidate) Ground {
	g := Ground{What: why, Square: c.Move.To()}
	switch why {
	case decoder.WhyEndsSeen:
		g.For = true
	case decoder.WhyVictimSeen:
		g.For, g.Lasted = true, c.Empty
	}
	return g
}

// endQuestion ends the question that is open, if it is about a ply from this one on.
func (g *Game) endQuestion(at time.Duration, from int, how string) {
	game := &g.games[g.current]
	if q := game.question; q != nil && q.Ply >= from {
		game.question = nil
		g.emit(at, Answered{q.Ply, how})
	}
}

// questionKept ends the question if its ply has now a move that it does not name.
func (g *Game) questionKept(at time.Duration, m Made) {
	q := g.Question()
	switch {
	case q == nil || m.Ply > q.Ply:
	case m.Ply < q.Ply || !slices.ContainsFunc(q.Candidates, func(c Candidate) bool { return c.Move == m.Move }):
		g.endQuestion(at, m.Ply, AnsweredByNobody)
	}
}

// answered reads an answer: the candidate that it names by its letter (a, b), in SAN or in
// UCI.
func (g *Game) answered(c trace.Command) (*Question, Candidate, error) {
	q := g.Question()
	if q == nil {
		return nil, Candidate{}, refusal.New("answer-none", "answer: no question is open: a move is corrected by correct")
	}
	if c.Ply != 0 && c.Ply != q.Ply {
		return nil, Candidate{}, refusal.New("answer-ply", "answer: the question that is open is about half-move {last}, not {ply}", "last", q.Ply, "ply", c.Ply)
	}
	said := bare(c.What)
	if len(said) == 1 && said[0] >= 'a' && int(said[0]-'a') < len(q.Candidates) {
		return q, q.Candidates[said[0]-'a'], nil
	}
	moves := make([]string, len(q.Candidates))
	for i, is := range q.Candidates {
		if said == bare(is.SAN) || said == is.UCI {
			return q, is, nil
		}
		moves[i] = is.SAN
	}
	return nil, Candidate{}, refusal.New("answer-other", "answer: {move:q} is none of the moves that are asked about: {moves}; another one is entered by correct", "move", c.What, "moves", moves)
}

// bare is a move in SAN without its number, its checks and its marks.
func bare(san string) string {
	parts := strings.FieldsFunc(san, func(r rune) bool { return r == ' ' || r == '.' || r == '\u2026' })
	if len(parts) == 0 {
		return ""
	}
	return strings.TrimRight(parts[len(parts)-1], "+#!?")
}

func (g *Game) checkAnswer(c trace.Command) error {
	_, _, err := g.answered(c)
	return err
}

// answer makes the move that a person has named that of its ply. The moves after it stay
// as far as they can be played.
func (g *Game) answer(c trace.Command) {
	q, said, err := g.answered(c)
	if err != nil {
		return // something fell due just now that has answered it
	}
	game := &g.games[g.current]
	n := q.Ply - 1 - game.Ply
	rest := slices.Clone(game.Moves[min(n+1, len(game.Moves)):])
	game.question = nil
	g.decoder.Answer(q.Ply, said.Move, game.before(n))
	g.takeFindings()
	g.emit(g.now, Answered{q.Ply, AnsweredByPerson})
	g.reenter(rest)
}

// reenter puts moves that were dropped with an earlier one back at the end of the game, up
// to the first that cannot be played any more.
func (g *Game) reenter(moves []PlayedMove) {
	game := &g.games[g.current]
	for _, old := range moves {
		if old.Ply <= game.Ply+len(game.Moves) {
			continue
		}
		before := game.Last()
		if _, err := before.Play(old.Move); old.Ply != game.Ply+len(game.Moves)+1 || err != nil {
			return
		}
		g.decoder.Correct(old.Ply, old.Move, before)
		g.takeFindings()
		g.unsure(old)
	}
}

// unsure gives a move that was entered again the certainty that it had.
func (g *Game) unsure(old PlayedMove) {
	game := &g.games[g.current]
	if old.Confidence >= Certain || !game.judge(old.Ply, old.Confidence) {
		return
	}
	level := Certain
	if old.Confidence < Likely {
		level = Likely
	}
	g.emit(g.now, Doubted{old.Ply, old.Confidence, level})
}

// unanswer takes an answer back with all that was read since, and reports whether that was
// possible. The moves made since stay as far as they were told before.
func (g *Game) unanswer(m *memory) bool {
	open, ok := g.decoder.Unanswer()
	if !ok {
		return false
	}
	g.laws.Rollback(m.laws, g.now)
	g.takeFindings()
	if open {
		g.askAgain(m.question)
	}
	return true
}

// askAgain puts the question back that an action has answered: it was undone.
func (g *Game) askAgain(q *Question) {
	game := &g.games[g.current]
	if q == nil || game.question != nil {
		return
	}
	game.question = q
	g.emit(g.now, Asked{*q})
}
