package alarms

import (
	"slices"
	"time"

	"touchmove/reconcile"
)

// Guess is the confidence below which a person should look at a move.
const Guess = reconcile.Likely

// guess is a move that is a guess.
type guess struct {
	ply int
	san string
}

// doubtful holds the moves of a game that are guesses now. One of them is shown at a
// time, the oldest, because the others often depend on it.
type doubtful struct {
	moves  []guess // by ply; never changed in place, as a suspended game may share it
	raised int     // the ply of the alarm that holds; 0 for none
}

// judge takes a new confidence of the move at a ply.
func (b *Board) judge(n int, san string, confidence float64, at time.Duration) {
	moves := slices.DeleteFunc(slices.Clone(b.doubtful.moves), func(g guess) bool { return g.ply == n })
	if confidence < Guess {
		moves = append(moves, guess{n, san})
		slices.SortFunc(moves, func(x, y guess) int { return x.ply - y.ply })
	}
	b.doubtful.moves = moves
	b.askAboutGuess(at)
}

// forgetGuesses drops the guesses from this ply on.
func (b *Board) forgetGuesses(from int, at time.Duration) {
	b.doubtful.moves = slices.DeleteFunc(slices.Clone(b.doubtful.moves), func(g guess) bool { return g.ply >= from })
	b.askAboutGuess(at)
}

// askAboutGuess raises the alarm for the oldest guess and clears any earlier one.
func (b *Board) askAboutGuess(at time.Duration) {
	d := &b.doubtful
	if d.raised > 0 {
		if t := b.find(GuessedMove, ply(d.raised)); t == nil || !t.holds { // a person has looked
			d.moves = slices.DeleteFunc(slices.Clone(d.moves), func(g guess) bool { return g.ply == d.raised })
			d.raised = 0
		}
	}
	if d.raised > 0 && (len(d.moves) == 0 || d.moves[0].ply != d.raised || b.question > 0) {
		b.Clear(GuessedMove, ply(d.raised), at)
		d.raised = 0
	}
	if d.raised == 0 && len(d.moves) > 0 && b.question == 0 {
		g := d.moves[0]
		d.raised = g.ply
		b.Raise(Alarm{ID: GuessedMove, Cause: ply(g.ply), Ply: g.ply, SAN: g.san}, at)
	}
}
