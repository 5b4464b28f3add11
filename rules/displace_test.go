package rules_test

import (
	"testing"

	"touchmove/rules"
)

func TestDisplace(t *testing.T) {
	p := rules.StartPosition()
	for _, test := range []struct {
		name     string
		from, to rules.Square
		fen      string
	}{
		{"a bishop over a pawn", rules.F1, rules.C4, "rnbqkbnr/pppppppp/8/8/2B5/8/PPPPPPPP/RNBQK1NR b KQkq - 1 1"},
		{"a rook takes far away", rules.H1, rules.H7, "rnbqkbnr/pppppppR/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1"},
		{"a pawn too far", rules.E2, rules.E5, "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
	} {
		m, q, ok := p.Displace(test.from, test.to)
		if !ok || q.FEN() != test.fen {
			t.Errorf("%s: %s, want %s", test.name, q.FEN(), test.fen)
		}
		if p.IsLegal(m) {
			t.Errorf("%s: %s is said to be legal", test.name, m)
		}
	}
	for _, test := range []struct {
		name     string
		from, to rules.Square
	}{
		{"an empty square", rules.E4, rules.E5},
		{"the opponent's man", rules.E7, rules.E5},
		{"onto an own man", rules.A1, rules.A2},
		{"onto a king", rules.D1, rules.E8},
		{"nowhere", rules.E2, rules.E2},
	} {
		if _, _, ok := p.Displace(test.from, test.to); ok {
			t.Errorf("%s can be displaced", test.name)
		}
	}
}
