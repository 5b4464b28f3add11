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
	at      [2]int // on the tape
	work    int    // see Game.work
}

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
	game.Moves, game.Offers = slices.Clone(game.Moves), slices.Clone(game.Offers)
	g.tape.running = true
	return &fork{game: w, decoder: g.decoder.Fork(), at: g.tape.at(), work: g.work()}
}

// open returns the game of the fork, and the function that lets g go on after all. It can be opened once.
func (f *fork) open(g *Game) (w *Game, giveBack func()) {
	f.game.decoder, giveBack = f.decoder.Open(g.decoder)
	return f.game, giveBack
}

// isNear reports whether what was heard since can be taken again without keeping the board waiting.
func (g *Game) isNear(f *fork) bool {
	return g.tape.at()[0]-f.at[0] <= tapeMost && g.work()-f.work <= workMost
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

// hearOn puts a record on the tape, and drops forks from which it is too far.
func (g *Game) hearOn(r trace.Record, action int) {
	g.tape.hear(r, action)
	if g.tape.running && g.tape.oldest != nil && !g.isNear(g.tape.oldest) {
		g.shortenTape()
	}
}

// shortenTape drops forks that are too far back, or no longer needed, and what is on the tape before the others.
func (g *Game) shortenTape() {
	if !g.tape.running {
		return
	}
	g.tape.oldest = nil
	for i := max(0, len(g.actions)-1-remembered); i < len(g.actions); i++ {
		m := g.actions[i].memory
		if m == nil || m.fork == nil {
			continue
		}
		if g.actions[i].Undone != 0 || !g.isNear(m.fork) {
			m.fork = nil
		} else if g.tape.oldest == nil {
			g.tape.oldest = m.fork
		}
	}
	if g.tape.oldest == nil {
		g.tape = tape{}
		return
	}
	g.tape.cut(g.tape.oldest.at)
}
