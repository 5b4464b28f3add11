package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"touchmove/rules"
)

// naive plays chess in the plainest way, square by square: it makes each move and looks whether the
// king could be captured. It shares nothing with the package but the types of its input.
type naive struct{ rules.Setup }

var (
	naiveRook   = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	naiveBishop = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	naiveKing   = append(slices.Clone(naiveRook), naiveBishop...)
	naiveKnight = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

type naiveMove struct {
	from, to  rules.Square
	promotion rules.Kind
	castling  bool
	enPassant bool
}

func naiveOf(m rules.Move) naiveMove {
	return naiveMove{m.From(), m.To(), m.Promotion(), m.IsCastling(), m.IsEnPassant()}
}

// reach visits the squares that a piece on s attacks.
func (b *naive) reach(s rules.Square, visit func(to rules.Square)) {
	p := b.Board[s]
	steps, far := [][2]int(nil), true
	switch p.Kind() {
	case rules.Pawn:
		up := 1
		if p.Color() == rules.Black {
			up = -1
		}
		steps, far = [][2]int{{-1, up}, {1, up}}, false
	case rules.Knight:
		steps, far = naiveKnight, false
	case rules.King:
		steps, far = naiveKing, false
	case rules.Bishop:
		steps = naiveBishop
	case rules.Rook:
		steps = naiveRook
	case rules.Queen:
		steps = naiveKing
	}
	for _, d := range steps {
		for n := 1; n < 8; n++ {
			to := rules.SquareAt(s.File()+n*d[0], s.Rank()+n*d[1])
			if to == rules.NoSquare {
				break
			}
			visit(to)
			if !far || b.Board[to] != rules.NoPiece {
				break
			}
		}
	}
}

func (b *naive) attacked(target rules.Square, by rules.Color) bool {
	found := false
	for s, p := range b.Board {
		if p != rules.NoPiece && p.Color() == by {
			b.reach(rules.Square(s), func(to rules.Square) { found = found || to == target })
		}
	}
	return found
}

func (b *naive) kingAttacked(c rules.Color) bool {
	return b.attacked(rules.Square(slices.Index(b.Board[:], rules.PieceOf(c, rules.King))), c.Other())
}

// moves lists the moves that do not leave the player's own king in check.
func (b *naive) moves() (out []naiveMove) {
	try := func(m naiveMove) {
		if after := b.play(m); !after.kingAttacked(b.Turn) {
			out = append(out, m)
		}
	}
	for i, p := range b.Board {
		if p == rules.NoPiece || p.Color() != b.Turn {
			continue
		}
		s := rules.Square(i)
		if p.Kind() != rules.Pawn {
			b.reach(s, func(to rules.Square) {
				if b.Board[to] == rules.NoPiece || b.Board[to].Color() != b.Turn {
					try(naiveMove{from: s, to: to})
				}
			})
			continue
		}
		promote := func(to rules.Square) {
			if to.Rank() != 0 && to.Rank() != 7 {
				try(naiveMove{from: s, to: to})
				return
			}
			for k := rules.Knight; k <= rules.Queen; k++ {
				try(naiveMove{from: s, to: to, promotion: k})
			}
		}
		up, second := 1, 1
		if b.Turn == rules.Black {
			up, second = -1, 6
		}
		if to := rules.SquareAt(s.File(), s.Rank()+up); b.Board[to] == rules.NoPiece {
			promote(to)
			if to2 := rules.SquareAt(s.File(), s.Rank()+2*up); s.Rank() == second && b.Board[to2] == rules.NoPiece {
				try(naiveMove{from: s, to: to2})
			}
		}
		b.reach(s, func(to rules.Square) {
			if b.Board[to] != rules.NoPiece && b.Board[to].Color() != b.Turn {
				promote(to)
			} else if to == b.EnPassant {
				try(naiveMove{from: s, to: to, enPassant: true})
			}
		})
	}
	return append(out, b.castlings()...)
}

func (b *naive) castlings() (out []naiveMove) {
	rank, king := 0, rules.PieceOf(b.Turn, rules.King)
	if b.Turn == rules.Black {
		rank = 7
	}
	from := rules.Square(slices.Index(b.Board[:], king))
	for rook := range b.Castling.All() {
		if rook.Rank() != rank {
			continue
		}
		kingFile, rookFile := 6, 5
		if rook < from {
			kingFile, rookFile = 2, 3
		}
		free := true
		for _, way := range [][2]int{{from.File(), kingFile}, {rook.File(), rookFile}} {
			for f := min(way[0], way[1]); f <= max(way[0], way[1]); f++ {
				s := rules.SquareAt(f, rank)
				free = free && (s == from || s == rook || b.Board[s] == rules.NoPiece)
			}
		}
		for f := min(from.File(), kingFile); f <= max(from.File(), kingFile); f++ {
			walk := *b // the king on each square of its way, the rook still at home
			walk.Board[from] = rules.NoPiece
			if s := rules.SquareAt(f, rank); s != rook {
				walk.Board[s] = king
			}
			free = free && !walk.attacked(rules.SquareAt(f, rank), b.Turn.Other())
		}
		m := naiveMove{from: from, to: rook, castling: true}
		if after := b.play(m); free && !after.kingAttacked(b.Turn) {
			out = append(out, m)
		}
	}
	return out
}

func (b *naive) play(m naiveMove) naive {
	a := *b
	p := b.Board[m.from]
	a.Turn = b.Turn.Other()
	a.EnPassant = rules.NoSquare
	a.HalfmoveClock++
	if b.Turn == rules.Black {
		a.FullmoveNumber++
	}
	if p.Kind() == rules.Pawn || b.Board[m.to] != rules.NoPiece && !m.castling {
		a.HalfmoveClock = 0
	}
	a.Castling = a.Castling.Without(m.from).Without(m.to)
	if p.Kind() == rules.King {
		for f := range 8 {
			a.Castling = a.Castling.Without(rules.SquareAt(f, 7*int(b.Turn)))
		}
	}
	a.Board[m.from] = rules.NoPiece
	if m.castling {
		a.Board[m.to] = rules.NoPiece
		kingFile, rookFile := 6, 5
		if m.to < m.from {
			kingFile, rookFile = 2, 3
		}
		a.Board[rules.SquareAt(kingFile, m.from.Rank())] = p
		a.Board[rules.SquareAt(rookFile, m.from.Rank())] = rules.PieceOf(b.Turn, rules.Rook)
		return a
	}
	a.Board[m.to] = p
	if m.promotion != rules.NoKind {
		a.Board[m.to] = rules.PieceOf(b.Turn, m.promotion)
	}
	if m.enPassant {
		a.Board[rules.SquareAt(m.to.File(), m.from.Rank())] = rules.NoPiece
	}
	if p.Kind() == rules.Pawn && (m.to.Rank()-m.from.Rank() == 2 || m.from.Rank()-m.to.Rank() == 2) {
		a.EnPassant = rules.SquareAt(m.from.File(), (m.from.Rank()+m.to.Rank())/2)
	}
	return a
}

// compare checks everything the package says about a position and its moves against the naive
// board, which may hold an en passant square that no pawn can use.
func compare(t testing.TB, p rules.Position, b naive) {
	t.Helper()
	want := b.moves()
	legal := p.LegalMoves(nil)
	got := make([]naiveMove, 0, len(legal))
	capturable := false
	for _, m := range legal {
		n := naiveOf(m)
		got = append(got, n)
		capturable = capturable || n.enPassant
	}
	number := func(m naiveMove) int {
		n := int(m.from)<<16 | int(m.to)<<8 | int(m.promotion)<<2
		if m.castling {
			n |= 2
		}
		if m.enPassant {
			n |= 1
		}
		return n
	}
	order := func(a, b naiveMove) int { return number(a) - number(b) }
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: moves\n%v, want\n%v", p.FEN(), got, want)
	}
	if p.InCheck() != b.kingAttacked(b.Turn) || p.HasLegalMove() != (len(want) > 0) {
		t.Fatalf("%s: in check %v, has a move %v", p.FEN(), p.InCheck(), p.HasLegalMove())
	}
	if capturable != (p.EnPassant() != rules.NoSquare) || capturable && p.EnPassant() != b.EnPassant {
		t.Fatalf("%s: en passant %v, capturable %v", p.FEN(), p.EnPassant(), capturable)
	}
	seen := map[string]rules.Move{}
	for _, m := range legal {
		after := b.play(naiveOf(m))
		q, err := rules.NewPosition(after.Setup, p.Variant())
		if err != nil {
			t.Fatalf("%s: %v: %v", p.FEN(), m, err)
		}
		if r := p.After(m); r != q || r.Key() != q.Key() || !r.Same(q) {
			t.Fatalf("%s: %v gives %s, want %s", p.FEN(), m, r.FEN(), q.FEN())
		}
		san := p.SAN(m)
		if other, twice := seen[san]; twice {
			t.Fatalf("%s: both %v and %v are %s", p.FEN(), m, other, san)
		}
		seen[san] = m
		if again, err := p.ParseSAN(san); again != m {
			t.Fatalf("%s: %s is read as %v, %v, not %v", p.FEN(), san, again, err, m)
		}
		if again, err := p.ParseUCI(m.UCI(p.Variant())); again != m {
			t.Fatalf("%s: %v is read as %v, %v", p.FEN(), m, again, err)
		}
	}
}

// random960 sets up a Chess960 game; with twice set, each side has its own order.
func random960(rnd *rand.Rand, twice bool) rules.Setup {
	rank := func() []rules.Kind {
		for {
			k := []rules.Kind{rules.Rook, rules.Knight, rules.Bishop, rules.Queen, rules.King, rules.Bishop, rules.Knight, rules.Rook}
			rnd.Shuffle(8, func(i, j int) { k[i], k[j] = k[j], k[i] })
			b1 := slices.Index(k, rules.Bishop)
			b2 := b1 + 1 + slices.Index(k[b1+1:], rules.Bishop)
			r1 := slices.Index(k, rules.Rook)
			r2 := r1 + 1 + slices.Index(k[r1+1:], rules.Rook)
			if king := slices.Index(k, rules.King); (b1+b2)%2 == 1 && r1 < king && king < r2 {
				return k
			}
		}
	}
	s := rules.Setup{EnPassant: rules.NoSquare, FullmoveNumber: 1}
	ranks := [2][]rules.Kind{rank(), rank()}
	if !twice {
		ranks[1] = ranks[0]
	}
	for f := range 8 {
		for c := rules.White; c <= rules.Black; c++ {
			home := rules.SquareAt(f, 7*int(c))
			s.Board[home] = rules.PieceOf(c, ranks[c][f])
			s.Board[rules.SquareAt(f, 1+5*int(c))] = rules.PieceOf(c, rules.Pawn)
			if ranks[c][f] == rules.Rook {
				s.Castling = s.Castling.With(home)
			}
		}
	}
	return s
}

// TestAgainstNaive plays random games of both variants and compares every position.
func TestAgainstNaive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for game := range 18 {
		start, v := rules.StartPosition().Setup(), rules.Standard
		if game%3 > 0 {
			start, v = random960(rnd, game%3 == 2), rules.Chess960
		}
		if game%6 >= 4 { // without pawns castling is possible at once
			for s, p := range start.Board {
				if p.Kind() == rules.Pawn && rnd.IntN(4) > 0 || p.Kind() > rules.Pawn && p.Kind() < rules.Rook && rnd.IntN(2) > 0 {
					start.Board[s] = rules.NoPiece
				}
			}
		}
		p, err := rules.NewPosition(start, v)
		if err != nil {
			continue // removing pieces left a side in check
		}
		b := naive{start}
		for range 90 {
			compare(t, p, b)
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rnd.IntN(len(moves))]
			for _, c := range moves { // castling and en passant are rare in random play
				if (c.IsCastling() && rnd.IntN(3) == 0) || c.IsEnPassant() {
					m = c
				}
			}
			b = b.play(naiveOf(m))
			p = p.After(m)
		}
	}
}
