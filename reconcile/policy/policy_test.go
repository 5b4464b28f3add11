package policy_test

import (
	"math"
	"os"
	"testing"

	"touchmove/reconcile/policy"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// position reads a position and a legal move there.
func position(t *testing.T, fen, uci string) (rules.Position, rules.Move) {
	t.Helper()
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.NewPosition(setup, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}

// score returns the score of a move, given as UCI, in a position.
func score(t *testing.T, fen, uci string, before policy.Previous) float64 {
	t.Helper()
	p, m := position(t, fen, uci)
	next := p.After(m)
	return policy.Score(&p, &next, m, before)
}

func TestScore(t *testing.T) {
	for _, c := range []struct{ name, fen, better, worse string }{
		{"a queen is not given away", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d2", "d1d7"},
		{"a rook is won", "4k3/8/8/8/8/r7/1P6/4K3 w - - 0 1", "b2a3", "b2b3"},
		{"a knight that a pawn attacks goes away", "4k3/8/8/2p5/3N4/8/P7/4K3 w - - 0 1", "d4b3", "a2a3"},
		{"a king castles rather than walks", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w K - 0 1", "e1g1", "e1f1"},
		{"a knight is brought out to the centre", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "g1h3"},
	} {
		better, worse := score(t, c.fen, c.better, policy.Previous{}), score(t, c.fen, c.worse, policy.Previous{})
		if better <= worse {
			t.Errorf("%s: %s has %.2f, %s %.2f", c.name, c.better, better, c.worse, worse)
		}
	}
}

// TestTakesBack checks that a capture is likelier when it recaptures.
func TestTakesBack(t *testing.T) {
	const fen = "4k3/8/8/8/3p4/8/2N5/4K3 w - - 0 1"
	_, last := position(t, "4k3/8/8/2p5/3P4/8/2N5/4K3 b - - 0 1", "c5d4")
	if back, other := score(t, fen, "c2d4", policy.Previous{Other: last}), score(t, fen, "c2d4", policy.Previous{}); back <= other {
		t.Errorf("taking back has %.2f, another capture %.2f", back, other)
	}
}

// TestMovesOfMasters checks that in master games the moves played are much likelier than by chance,
// and that their mean score is 0.
func TestMovesOfMasters(t *testing.T) {
	f, err := os.Open("../../rules/testdata/games-otb.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	gained, mean, n := 0.0, 0.0, 0.0
	for g, err := range pgn.NewReader(f).All() {
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start
		var before policy.Previous
		for _, m := range g.MainLine() {
			played, sum, all := 0.0, 0.0, 0.0
			for _, l := range p.LegalMoves(nil) {
				next := p.After(l)
				s := policy.Score(&p, &next, l, before)
				sum, all = sum+math.Exp(s), all+1
				if l == m {
					played = s
				}
			}
			gained += played - math.Log(sum) + math.Log(all)
			mean += played
			n++
			before.Own, before.Other = before.Other, m
			p = p.After(m)
		}
	}
	if gained/n < 0.6 {
		t.Errorf("a move played is %.2f likelier than by chance, as a logarithm; 0.6 is the least", gained/n)
	}
	if math.Abs(mean/n) > 0.2 {
		t.Errorf("the mean score of what was played is %.2f", mean/n)
	}
}

// TestSumFrom checks that the pieces share the sum of all moves.
func TestSumFrom(t *testing.T) {
	p, _ := position(t, "r3k2r/1P3ppp/2n5/8/2B5/5N2/5PPP/R3K2R w KQkq - 0 1", "b7b8q")
	sum := 0.0
	for from := range p.Of(rules.White).All() {
		sum += math.Exp(policy.SumFrom(&p, from, policy.Previous{}))
	}
	if got, want := math.Log(sum), policy.Sum(&p, policy.Previous{}); math.Abs(got-want) > 1e-9 {
		t.Errorf("the moves of each piece come to %.4f, all to %.4f", got, want)
	}
}
