package rules_test

import (
	"math/rand/v2"
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
		{"the opponent's piece", rules.E7, rules.E5},
		{"onto an own piece", rules.A1, rules.A2},
		{"onto a king", rules.D1, rules.E8},
		{"nowhere", rules.E2, rules.E2},
	} {
		if _, _, ok := p.Displace(test.from, test.to); ok {
			t.Errorf("%s can be displaced", test.name)
		}
	}
}

// TestDisplacedPawns: a pawn that an illegal move left on its last rank has no moves; one on its
// own first rank can move on.
func TestDisplacedPawns(t *testing.T) {
	for _, test := range []struct {
		fen      string
		from, to rules.Square
		pass     string // a move of the other player
		moves    int    // how many moves the pawn then has
	}{
		{"4k3/8/8/8/8/8/6p1/4K3 b - - 0 1", rules.G2, rules.G1, "e1d2", 0},
		{"4k3/8/8/8/8/8/7p/4K3 b - - 0 1", rules.H2, rules.A1, "e1d2", 0},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", rules.A7, rules.A8, "e8d7", 0},
		{"4k3/7P/8/8/8/8/8/4K3 w - - 0 1", rules.H7, rules.H8, "e8d7", 0},
		{"4k3/7P/8/8/8/8/8/4K3 w - - 0 1", rules.H7, rules.H1, "e8d7", 1},
	} {
		_, p, ok := rules.MustPosition(test.fen, rules.Standard).Displace(test.from, test.to)
		if !ok {
			t.Fatalf("%s: no such move", test.fen)
		}
		m, err := p.ParseUCI(test.pass)
		if err != nil {
			t.Fatalf("%s: %v", test.fen, err)
		}
		p = p.After(m)
		n := 0
		for _, m := range p.LegalMoves(nil) {
			if m.From() == test.to {
				n++
			}
		}
		if n != test.moves || len(p.LegalMovesFrom(rules.SquaresOf(test.to), nil)) != n {
			t.Errorf("%s: the pawn on %s has %d moves, want %d", test.fen, test.to, n, test.moves)
		}
	}
}

// TestNobodyCapturesAKing plays legal and illegal moves by chance: the king of a player who was left
// in check, or beside which the other king stands, is never captured (2009: 1.2, 3.9).
func TestNobodyCapturesAKing(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	kings := func(p *rules.Position) bool {
		return p.King(rules.White) != rules.NoSquare && p.King(rules.Black) != rules.NoSquare
	}
	beside := 0
	for range 300 {
		p := rules.StartPosition()
		for range 150 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				next := p.After(m)
				if !kings(&next) {
					t.Fatalf("%s: %s captures a king", p.FEN(), m)
				}
			}
			next := p.After(moves[dice.IntN(len(moves))])
			if dice.IntN(3) == 0 {
				king := p.King(p.Turn())
				if _, q, ok := p.Displace(king, rules.Square(dice.IntN(64))); ok {
					next = q
				}
			}
			p = next
			white, black := p.King(rules.White), p.King(rules.Black)
			if files, ranks := white.File()-black.File(), white.Rank()-black.Rank(); max(files, -files, ranks, -ranks) == 1 {
				beside++
			}
		}
	}
	if beside < 100 {
		t.Errorf("the kings stood side by side %d times only", beside)
	}
}
