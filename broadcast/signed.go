package broadcast

import (
	"touchmove/reconcile"
	"touchmove/rules"
)

// Signed says which players have confirmed the result of a game, and who still has to
// (2001: 8.7).
type Signed struct {
	By      [2]string // the result that each has signed; empty is none that holds
	Missing [2]bool   // after the end of the game, by an edition that asks both
}

func signedOf(g *reconcile.Game) (s Signed) {
	game := g.Playing()
	for _, by := range []rules.Color{rules.White, rules.Black} {
		s.By[by], _, _ = game.Signature(by)
	}
	s.Missing = game.Unsigned(g.Header().Laws)
	return s
}

// toldSigned is who has signed, on the topic desk.
type toldSigned struct {
	White   *string  `json:"white"`
	Black   *string  `json:"black"`
	Missing []string `json:"missing"`
}

func (s Signed) told() toldSigned {
	told := toldSigned{White: orNull(s.By[rules.White]), Black: orNull(s.By[rules.Black]), Missing: []string{}}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if s.Missing[by] {
			told.Missing = append(told.Missing, by.String())
		}
	}
	return told
}
