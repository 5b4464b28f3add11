package reconcile

import (
	"slices"
	"strings"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// answered returns the open question and the move that the answer names: one of the question by its
// letter (a, b), in SAN or in UCI, or another one, in SAN or UCI, that is possible too: of an outage, or of the
// piece that was lifted in a question that may be answered with "none", which is NoMove.
func (g *Game) answered(c trace.Command) (*Question, rules.Move, error) {
	q := g.Question()
	if q == nil {
		return nil, rules.NoMove, refusal.New("answer-none", "answer: no question is open: use correct to correct a move")
	}
	if c.Ply != 0 && c.Ply != q.Ply {
		return nil, rules.NoMove, refusal.New("answer-ply", "answer: the open question is about half-move {last}, not {ply}", "last", q.Ply, "ply", c.Ply)
	}
	said := bare(c.What)
	if len(said) == 1 && said[0] >= 'a' && int(said[0]-'a') < len(q.Candidates) {
		return q, q.Candidates[said[0]-'a'].Move, nil
	}
	moves := make([]string, len(q.Candidates))
	for i, is := range q.Candidates {
		if said == bare(is.SAN) || said == is.UCI || said == AnswerNone && is.Move == rules.NoMove {
			return q, is.Move, nil
		}
		moves[i] = is.SAN
		if is.Move == rules.NoMove {
			moves[i] = AnswerNone
		}
	}
	if m := g.otherAnswer(q, said); m != rules.NoMove {
		return q, m, nil
	}
	return nil, rules.NoMove, refusal.New("answer-other", "answer: {move:q} is not one of the moves in the question: {moves}; enter any other move with correct", "move", c.What, "moves", moves)
}

// bare is a move in SAN without its number, its check and its marks.
func bare(san string) string {
	parts := strings.FieldsFunc(san, func(r rune) bool { return r == ' ' || r == '.' || r == '\u2026' })
	if len(parts) == 0 {
		return ""
	}
	return strings.TrimRight(parts[len(parts)-1], "+#!?")
}

// AnswerNone is the answer to a question that no move was made.
const AnswerNone = "none"

// otherAnswer returns the legal move that said names in SAN or UCI, if it may have been made while a chip was
// silent or of its piece only the lift was detected, and otherwise NoMove. A question names a few moves; then many
// may be equally possible.
func (g *Game) otherAnswer(q *Question, said string) rules.Move {
	game := &g.games[g.current]
	n := q.Ply - 1 - game.Ply
	if n > len(game.Moves) {
		return rules.NoMove // the moves before it have just been taken back
	}
	before := game.before(n)
	for _, m := range before.LegalMoves(nil) {
		if said == m.UCI(before.Variant()) || said == bare(before.SAN(m)) {
			if q.names(rules.NoMove) && m.From() == q.lifted || g.decoder.Explains(q.Ply, m) {
				return m
			}
			return rules.NoMove
		}
	}
	return rules.NoMove
}

func (g *Game) checkAnswer(c trace.Command) error {
	_, _, err := g.answered(c)
	return err
}

// answer makes the move that a person has named the move of its ply. Later moves stay as far as
// they can still be played.
func (g *Game) answer(c trace.Command) {
	q, said, err := g.answered(c)
	if err != nil {
		return // something that fell due just now has answered it
	}
	game := &g.games[g.current]
	n := q.Ply - 1 - game.Ply
	rest := slices.Clone(game.Moves[min(n+1, len(game.Moves)):])
	game.question = nil
	g.decoder.Answer(q.Ply, said, game.before(n))
	g.takeFindings()
	g.emit(g.now, Answered{q.Ply, AnsweredByPerson})
	g.reenter(rest)
}

// reenter appends moves that were dropped together with an earlier one, up to the first that can no
// longer be played.
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

// unsure gives a move that was entered again the confidence it had before.
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
