package reconcile

import (
	"slices"

	"touchmove/reconcile/decoder"
	"touchmove/sensors/trace"
)

// fork is the game as it was before an action. Together with the tape it says what would be known now had the
// action not been.
type fork struct {
	game    *Game
	decoder *decoder.Fork
	mark
}

// forksMost is how many of the latest actions keep a fork, which takes about as much memory as the game.
const forksMost = 6

// takeFork returns the game as it is now, and lets the tape run.
func (g *Game) takeFork() *fork {
	w := new(Game)
	*w = *g
	w.decoder, w.out, w.actions, w.tape = nil, nil, nil, tape{}
	w.laws = g.laws.Fork(decoderView{w})
	w.timing.ledger = g.timing.ledger.Clone()
	if g.adjournment != nil {
		adjourned := *g.adjournment
		w.adjournment = &adjourned
	}
	w.second.held = slices.Clone(g.second.held)
	w.games, w.suspended = slices.Clone(g.games), slices.Clone(g.suspended)
	game := &w.games[w.current]
	game.Moves, game.Offers = g.keptMoves(nil), slices.Clone(game.Offers)
	is := mark{g.tape.at(), g.work()}
	if !g.tape.running {
		g.tape.running, g.tape.oldest = true, is
	}
	return &fork{w, g.decoder.Fork(), is}
}

// open returns the game of the fork, and the function that lets g go on after all. It can be opened once.
func (f *fork) open(g *Game) (w *Game, giveBack func()) {
	f.game.decoder, giveBack = f.decoder.Open(g.decoder)
	game := &f.game.games[f.game.current]
	game.Moves = slices.Clone(game.Moves) // memories have them too
	return f.game, giveBack
}

// isNear reports whether what was heard since can be taken again without keeping the board waiting.
func (g *Game) isNear(m mark) bool {
	return g.tape.at()[0]-m.at[0] <= tapeMost && g.work()-m.work <= workMost
}

// work returns what all readings so far have cost. It is a count, so that a replay decides as the board did.
func (g *Game) work() int { return workOfComparison*g.decoder.Work() + g.laws.Work() }

// dropForks forgets all forks: another game is on the board from now on.
func (g *Game) dropForks() {
	for i := range g.actions {
		if m := g.actions[i].memory; m != nil {
			m.fork = nil
		}
	}
	g.tape = tape{}
}

// keptMoves returns the moves of the game on the board for a memory or a fork, which do not change: those of the latest
// action, or of f, if they are the same.
func (g *Game) keptMoves(f *fork) []PlayedMove {
	moves := g.games[g.current].Moves
	if f != nil && slices.Equal(f.game.games[g.current].Moves, moves) {
		return f.game.games[g.current].Moves
	}
	if n := len(g.actions); n > 0 {
		if m := g.actions[n-1].memory; m != nil && slices.Equal(m.moves, moves) {
			return m.moves
		}
	}
	return slices.Clone(moves)
}

// addToTape puts a record on the tape, and drops forks from which it is too far.
func (g *Game) addToTape(r trace.Record, action int) {
	g.tape.addRecord(r, action)
	if g.tape.running && !g.isNear(g.tape.oldest) {
		g.shortenTape()
	}
}

// shortenTape drops forks that are too far back, or no longer needed, and what is on the tape before the others.
func (g *Game) shortenTape() {
	if !g.tape.running {
		return
	}
	kept := 0
	for i := len(g.actions) - 1; i >= max(0, len(g.actions)-1-remembered); i-- {
		m := g.actions[i].memory
		if m == nil || m.fork == nil {
			continue
		}
		if g.actions[i].Undone != 0 || kept == forksMost || !g.isNear(m.fork.mark) {
			m.fork = nil
			continue
		}
		g.tape.oldest = m.fork.mark
		kept++
	}
	if kept == 0 {
		g.tape = tape{}
		return
	}
	g.tape.cut(g.tape.oldest.at)
}
