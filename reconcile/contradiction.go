package reconcile

import (
	"time"

	"touchmove/rules"
)

// contradiction is what is known about whether the board shows a move that was entered.
type contradiction struct {
	squares rules.Squares // those of that move and of the one it replaced
	from    int           // the board is compared once the record has this half-move again; 0: it was
	told    bool          // a difference was published
}

// watchContradiction compares the board with the record, once the half-moves up to from are in it again. These
// squares were changed by a command: either the entered move or the board may have to be corrected.
func (g *Game) watchContradiction(squares rules.Squares, from int) {
	c := &g.contradiction
	if !c.told {
		c.squares = 0
	}
	c.squares, c.from = c.squares|squares, from
	g.checkContradiction(g.now)
}

// checkContradiction reports that the board, at rest, does not show a move that was entered, and later that it does.
// It is called when readings or the record have changed. If the decoder itself reports the board as displaced, it also
// reports when the board is restored.
func (g *Game) checkContradiction(at time.Duration) {
	c := &g.contradiction
	if c.from == 0 && !c.told {
		return
	}
	game, p := &g.games[g.current], g.Position()
	if c.from != 0 && game.Ply+len(game.Moves) >= c.from {
		last := rules.NoMove
		if n := len(game.Moves); n > 0 {
			last = game.Moves[n-1].Move
		}
		if off, rests := g.laws.Contradicts(p, last, c.squares); rests {
			c.from = 0
			if off&c.squares != 0 {
				c.told = true
				g.emit(at, Displaced{Squares: off})
			}
		}
	}
	if c.told && !g.decoder.IsAstray() && g.laws.Differs(p)&c.squares == 0 {
		c.told = false
		g.emit(at, Restored{FEN: p.FEN()})
	}
}
