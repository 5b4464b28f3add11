package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"touchmove/rules"
)

// TestLegalMovesFrom compares the moves of some pieces with those of all, in the perft positions
// and those one move later.
func TestLegalMovesFrom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	check := func(p rules.Position) {
		t.Helper()
		pieces := p.Of(p.Turn())
		for _, from := range []rules.Squares{0, rules.AllSquares, rules.SquaresOf(p.King(p.Turn())), pieces & rules.Squares(r.Uint64()), ^pieces, rules.Squares(r.Uint64())} {
			var want []rules.Move
			for _, m := range p.LegalMoves(nil) {
				if from.Has(m.From()) {
					want = append(want, m)
				}
			}
			if got := p.LegalMovesFrom(from, nil); !slices.Equal(got, want) {
				t.Errorf("%s: from %x: %v, want %v", p.FEN(), uint64(from), got, want)
			}
		}
	}
	for _, file := range []struct {
		name    string
		variant rules.Variant
	}{{"perft.epd", rules.Standard}, {"perft-chess960.epd", rules.Chess960}} {
		for _, line := range readPerft(t, file.name) {
			p := rules.MustPosition(line.fen, file.variant)
			check(p)
			for _, m := range p.LegalMoves(nil) {
				check(p.After(m))
			}
		}
	}
}
