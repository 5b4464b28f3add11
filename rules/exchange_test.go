package rules_test

import (
	"math/rand/v2"
	"testing"

	"touchmove/rules"
)

func TestExchange(t *testing.T) {
	for _, c := range []struct {
		what, fen, uci string
		want           int
	}{
		{"a quiet move", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 0},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0},
		{"a pawn for nothing", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1},
		{"a pawn for a pawn", "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
		{"a knight for a pawn", "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", -2},
		{"a queen given away", "4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d5", -9},
		{"a queen offered that is protected as often as a pawn attacks it", "4k3/8/4p3/8/2P5/8/8/3QK3 w - - 0 1", "d1d5", -8},
		{"a rook won for a bishop", "4k3/8/4p3/3r4/8/8/6B1/4K3 w - - 0 1", "g2d5", 2},
		{"a rook behind a rook joins in", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -4},
		{"and a third one decides", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1},
		{"a queen behind a bishop joins in", "4k3/5p2/4n3/3p4/8/1B6/Q7/4K3 w - - 0 1", "b3d5", 1},
		{"the king takes what is not protected", "8/8/4k3/3p4/8/3R4/8/4K3 w - - 0 1", "d3d5", -4},
		{"and may not take what is", "8/8/4k3/3p4/2P5/3R4/8/4K3 w - - 0 1", "d3d5", 1},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1},
		{"en passant, taken back", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
		{"a promotion", "8/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8q", 8},
		{"a promotion whose queen is taken", "1r6/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8q", -1},
		{"a promotion to a knight", "1r6/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8n", -1},
		{"taken back with a promotion", "8/8/8/8/8/2k5/1p6/R3K2R w K - 0 1", "a1c1", -13},
		{"nobody has to take back at a loss", "3qk3/8/8/3p4/8/3R4/3Q4/4K3 w - - 0 1", "d3d5", 1},
	} {
		p := rules.MustPosition(c.fen, rules.Standard)
		m, err := p.ParseUCI(c.uci)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if got := p.Exchange(m); got != c.want {
			t.Errorf("%s: %s in %s wins %d, want %d", c.what, c.uci, c.fen, got, c.want)
		}
	}
}

// TestExchangeByPlaying compares Exchange with actually playing the captures, in positions of
// random games in which no piece that could take part is pinned and no check interferes.
func TestExchangeByPlaying(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 60 {
		p := rules.StartPosition()
		for range 120 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				if want, free := playedOut(p, m); free {
					compared++
					if got := p.Exchange(m); got != want {
						t.Fatalf("%s in %s wins %d, played out %d", m.UCI(rules.Standard), p.FEN(), got, want)
					}
				}
			}
			p = p.After(moves[dice.IntN(len(moves))])
		}
	}
	if compared < 20000 {
		t.Fatalf("only %d moves compared", compared)
	}
}

// playedOut returns what m wins when both sides fight for its target with legal moves. free is
// false if some piece that attacks the target may not capture.
func playedOut(p rules.Position, m rules.Move) (won int, free bool) {
	if m.IsCastling() {
		return 0, true
	}
	value := [8]int{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9, rules.King: 100}
	if s := p.Captured(m); s != rules.NoSquare {
		won = value[p.At(s).Kind()]
	}
	if k := m.Promotion(); k != rules.NoKind {
		won += value[k] - 1
	}
	next := p.After(m)
	to := m.To()
	var best rules.Move
	least := rules.King + 1
	legal := rules.Squares(0)
	for _, r := range next.LegalMoves(nil) {
		if r.To() != to || r.IsCastling() || r.Promotion() != rules.NoKind && r.Promotion() != rules.Queen {
			continue
		}
		legal = legal.With(r.From())
		// Among pieces of the same value prefer the knight, and among the same kind the lowest
		// square, as Exchange does.
		if k := next.At(r.From()).Kind(); k < least || k == least && r.From() < best.From() {
			best, least = r, k
		}
	}
	attackers := next.Attackers(to, next.Turn())
	if attackers == 0 {
		return won, true
	}
	if king := next.King(next.Turn()); attackers.Has(king) && !legal.Has(king) {
		attackers = attackers.Without(king) // the target is protected, so the king is rightly not counted
	}
	if attackers != legal {
		return 0, false
	}
	if legal == 0 {
		return won, true
	}
	answer, free := playedOut(next, best)
	return won - max(0, answer), free
}

func BenchmarkExchange(b *testing.B) {
	p := rules.MustPosition("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", rules.Standard)
	moves := p.LegalMoves(nil)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p.Exchange(moves[i%len(moves)])
	}
}

func TestExchangeOn(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		on        rules.Square
		want      int
	}{
		{"a rook that a pawn attacks", "4k3/8/8/8/8/r7/1P6/4K3 w - - 0 1", rules.A3, 5},
		{"a defended pawn, attacked by a rook", "4k3/8/1p6/p7/8/8/8/R3K3 w - - 0 1", rules.A5, 0},
		{"a rook for a knight that is defended", "4k3/8/1p6/r7/8/1N6/8/4K3 w - - 0 1", rules.A5, 2},
		{"nothing attacks it", "4k3/8/8/8/8/r7/8/4K3 w - - 0 1", rules.A3, 0},
		{"an own piece", "4k3/8/8/8/8/r7/1P6/4K3 w - - 0 1", rules.B2, 0},
		{"an empty square", "4k3/8/8/8/8/r7/1P6/4K3 w - - 0 1", rules.C4, 0},
		{"a pawn that captures and becomes a queen", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", rules.B8, 13},
		{"a king that would be captured back", "4k3/8/8/8/8/2p5/3p4/4K3 w - - 0 1", rules.D2, 0},
	} {
		if got := rules.MustPosition(c.fen, rules.Standard).ExchangeOn(c.on); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
