package eventlog

import (
	"touchmove/reconcile"
	"touchmove/rules"
)

// Signed is which players have confirmed the result of a game, and which must still do
// so (2001: 8.7).
type Signed struct {
	By      [2]string // the result that each player has signed; empty without a valid signature
	Missing [2]bool   // after the end of the game, in editions that require both signatures
}

func signedOf(g *reconcile.Game) (s Signed) {
	game := g.Playing()
	for _, by := range []rules.Color{rules.White, rules.Black} {
		s.By[by], _, _ = game.Signature(by)
	}
	s.Missing = game.Unsigned(g.Header().Laws)
	return s
}
