package daemon_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"touchmove/rules"
	"touchmove/sensors/sim"
)

// marathon returns a game of this many half-moves: the opening of a real one, and then
// random moves that neither lose material nor repeat a position. Captures and pawn
// moves are made only when there has been none for a long time.
func marathon(t testing.TB, plies int) sim.Game {
	t.Helper()
	g := games(t, 1)[0]
	h := rules.NewHistory(g.Start)
	g.Moves = slices.Clone(g.Moves[:40])
	for _, m := range g.Moves {
		if err := h.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 0))
	for h.Len() < plies {
		p, n := h.Position(), h.Len()
		var quiet, rest []rules.Move
		for _, m := range p.LegalMoves(nil) {
			if err := h.Play(m); err != nil {
				t.Fatal(err)
			}
			_, over := h.Automatic(rules.FIDE2023)
			switch clock := h.Position().HalfmoveClock(); {
			case over || h.Repetitions() > 1 || p.Exchange(m) < 0:
			case clock > 0 && clock < 60:
				quiet = append(quiet, m)
			default:
				rest = append(rest, m)
			}
			h.Undo(n)
		}
		if len(quiet) == 0 {
			quiet = rest
		}
		if len(quiet) == 0 {
			t.Fatalf("nothing goes on from %s", p.FEN())
		}
		m := quiet[r.IntN(len(quiet))]
		if err := h.Play(m); err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, m)
	}
	g.Result = "1/2-1/2"
	return g
}
