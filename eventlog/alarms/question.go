package alarms

import (
	"strings"
	"time"

	"touchmove/reconcile"
)

// asked raises the alarm for a question, which replaces that for a guess: a board asks for one
// thing at a time. The alarm is not public, as the move may be the players' own affair.
func (b *Board) asked(q reconcile.Question, at time.Duration) {
	b.question = q.Ply
	b.askAboutGuess(at)
	var moves []string
	for _, c := range q.Candidates {
		if c.SAN != reconcile.NoFurtherMove {
			moves = append(moves, c.SAN)
		}
	}
	b.Raise(Alarm{ID: Question, Cause: ply(q.Ply), Ply: q.Ply, Player: q.By, Name: b.names[q.By], SAN: strings.Join(moves, " / ")}, at)
}

// answered clears the alarm for the question about half-move n.
func (b *Board) answered(n int, at time.Duration) {
	b.Clear(Question, ply(n), at)
	if b.question == n {
		b.question = 0
		b.askAboutGuess(at)
	}
}
