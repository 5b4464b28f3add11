package rules

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var closureCases = flag.Int("closure.n", 500, "how many random locked positions to compare closures with searches in")

// TestClosureAgainstSearch checks that where a closure excludes a mate, a search without closures
// finds none. The positions are pawn walls with few ways through and pieces behind them.
func TestClosureAgainstSearch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	excluded, exhausted, near := 0, 0, 0
	for n := 0; n < *closureCases; {
		p, ok := wall(rnd)
		if !ok {
			continue
		}
		n++
		for c := White; c <= Black; c++ {
			if p.materialExcludes(c) || p.turn != c && p.IsCheckmate() {
				continue
			}
			closure := ClosureOf(p)
			if !closure.Excludes(c) {
				continue
			}
			excluded++
			if closure.checks(c)&closure.Reach[p.king(c.Other())] != 0 {
				near++ // a check is possible, but no mate
			}
			s := newSearch(p, c, Budget{Positions: 2000})
			s.closures = false
			switch v := s.run(p); v.Answer {
			case Can:
				t.Errorf("%s: the closure excludes a mate by %v, but there is %v", p.FEN(), c, v.Line)
			case Cannot:
				exhausted++
			}
		}
	}
	if excluded < *closureCases/10 || exhausted < *closureCases/20 || near < *closureCases/250 {
		t.Errorf("%d positions excluded, %d of them exhausted, %d with a check: the walls are badly made", excluded, exhausted, near)
	}
	t.Logf("%d excluded, %d exhausted, %d with a check", excluded, exhausted, near)
}

func wall(rnd *rand.Rand) (Position, bool) {
	s := Setup{EnPassant: NoSquare, FullmoveNumber: 1, Turn: Color(rnd.IntN(2))}
	r := 1 + rnd.IntN(5)
	for f := range 8 {
		// Moving up and down by one square keeps the pawns apart; now and then do something else.
		step := 2*rnd.IntN(2) - 1
		if rnd.IntN(12) == 0 {
			step = rnd.IntN(5) - 2
		}
		if r+step < 1 || r+step > 5 {
			step = -step
		}
		if f > 0 {
			r += step
		}
		if r < 1 || r > 5 {
			return Position{}, false
		}
		if rnd.IntN(40) > 0 {
			s.Board[SquareAt(f, r)] = PieceOf(White, Pawn)
			s.Board[SquareAt(f, r+1)] = PieceOf(Black, Pawn)
		}
	}
	pieces := []Piece{PieceOf(White, King), PieceOf(Black, King)}
	for range rnd.IntN(4) {
		k := Bishop
		if rnd.IntN(6) == 0 {
			k = Knight + Kind(rnd.IntN(3))
		}
		pieces = append(pieces, PieceOf(Color(rnd.IntN(2)), k))
	}
	for _, m := range pieces {
		for try := 0; ; try++ {
			sq := Square(rnd.IntN(64))
			// Mostly behind their own pawns.
			below := true
			for rank := range sq.Rank() {
				below = below && s.Board[SquareAt(sq.File(), rank)].Kind() != Pawn
			}
			if s.Board[sq] == NoPiece && (below == (m.Color() == White) || rnd.IntN(8) == 0) {
				s.Board[sq] = m
				break
			}
			if try > 200 {
				return Position{}, false
			}
		}
	}
	p, err := NewPosition(s, Standard)
	return p, err == nil
}
