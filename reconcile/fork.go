package reconcile

import (
	"slices"

	"touchmove/reconcile/decoder"
)

// fork is the game as it was before an action. Together with the tape it says what would be known now had the
// action not been.
type fork struct {
	game    *Game
	decoder *decoder.Fork
	at      [2]int // on the tape
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
	return &fork{game: w, decoder: g.decoder.Fork(), at: g.tape.at()}
}

// open returns the game of the fork. It can be opened once.
func (f *fork) open() *Game {
	f.game.decoder = f.decoder.Open()
	return f.game
}

// dropForks forgets all forks: another game is on the board from now on.
func (g *Game) dropForks() {
	for i := range g.actions {
		if m := g.actions[i].memory; m != nil {
			m.fork = nil
		}
	}
	g.tape = tape{}
}

// shortenTape drops forks that are too far back, or no longer needed, and what is on the tape before the others.
func (g *Game) shortenTape() {
	if !g.tape.running {
		return
	}
	end := g.tape.at()
	oldest, any := end, false
	for i := max(0, len(g.actions)-1-remembered); i < len(g.actions); i++ {
		m := g.actions[i].memory
		if m == nil || m.fork == nil {
			continue
		}
		if g.actions[i].Undone != 0 || end[0]-m.fork.at[0] > tapeMost {
			m.fork = nil
			continue
		}
		if !any {
			oldest, any = m.fork.at, true
		}
	}
	g.tape.running = any
	g.tape.cut(oldest)
}
