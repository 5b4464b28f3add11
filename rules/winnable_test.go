package rules_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"touchmove/rules"
)

var fullBudget = rules.Budget{Positions: rules.FullPositions}

type mateCase struct {
	fen  string
	want [2]rules.Answer
}

func readMateCases(t testing.TB) (out []mateCase) {
	t.Helper()
	data, err := os.ReadFile("testdata/dead-positions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		c := mateCase{fen: cells[1], want: [2]rules.Answer{rules.Can, rules.Can}}
		for i := range 2 {
			if cells[0][i] == '-' {
				c.want[i] = rules.Cannot
			}
		}
		out = append(out, c)
	}
	return out
}

func TestWinnable(t *testing.T) {
	for _, c := range readMateCases(t) {
		p := rules.MustPosition(c.fen, rules.Standard)
		for color := rules.White; color <= rules.Black; color++ {
			v := rules.Winnable(p, color, fullBudget)
			if v.Answer != c.want[color] {
				t.Errorf("%s: %v %v, want %v", c.fen, color, v, c.want[color])
			}
			if err := v.Check(p, color); err != nil {
				t.Errorf("%s: %v: the proof of %v does not hold: %v", c.fen, color, v, err)
			}
			if quick := rules.WinnableQuick(p, color); quick.Answer != c.want[color] && c.want[color] == rules.Cannot {
				t.Errorf("%s: %v: a glance does not see that it %v", c.fen, color, v)
			}
		}
	}
}

// exhaust looks for a mate by plain breadth-first search without any pruning; it is undecided if
// more than limit positions can arise.
func exhaust(p rules.Position, winner rules.Color, limit int) rules.Answer {
	type place struct {
		board    [64]rules.Piece
		turn     rules.Color
		castling rules.Squares
		ep       rules.Square
	}
	seen := map[place]bool{}
	queue := []rules.Position{p}
	var buf []rules.Move
	for len(queue) > 0 {
		p, queue = queue[0], queue[1:]
		s := p.Setup()
		key := place{s.Board, s.Turn, s.Castling, s.EnPassant}
		if seen[key] {
			continue
		}
		if len(seen) == limit {
			return rules.Undecided
		}
		seen[key] = true
		buf = p.LegalMoves(buf[:0])
		if len(buf) == 0 && p.Turn() != winner && p.InCheck() {
			return rules.Can
		}
		for _, m := range buf {
			queue = append(queue, p.After(m))
		}
	}
	return rules.Cannot
}

// randomPlacement sets up pieces at random, given as letters of a FEN; false if they make no
// position.
func randomPlacement(rnd *rand.Rand, pieces string) (rules.Position, bool) {
	s := rules.Setup{EnPassant: rules.NoSquare, FullmoveNumber: 1, Turn: rules.Color(rnd.IntN(2))}
	for _, c := range pieces {
		color := rules.White
		if c >= 'a' {
			color = rules.Black
		}
		kind := map[rune]rules.Kind{'P': rules.Pawn, 'N': rules.Knight, 'B': rules.Bishop, 'R': rules.Rook, 'Q': rules.Queen, 'K': rules.King}[c&^0x20]
		for {
			if sq := rules.Square(rnd.IntN(64)); s.Board[sq] == rules.NoPiece {
				s.Board[sq] = rules.PieceOf(color, kind)
				break
			}
		}
	}
	p, err := rules.NewPosition(s, rules.Standard)
	return p, err == nil
}

// randomWall sets up kings, some bishops, and pawns face to face in a connected chain. Without gaps
// there is no way through, and at most one bishop.
func randomWall(rnd *rand.Rand, gaps bool) (rules.Position, bool) {
	s := rules.Setup{EnPassant: rules.NoSquare, FullmoveNumber: 1, Turn: rules.Color(rnd.IntN(2))}
	r := 2 + rnd.IntN(2)
	for f := range 8 {
		if gaps {
			r = max(1, min(5, r+rnd.IntN(3)-1))
		} else if r += 2*rnd.IntN(2) - 1; r < 1 || r > 5 {
			r += 2 - 4*(r/6)
		}
		if !gaps || rnd.IntN(20) > 0 {
			s.Board[rules.SquareAt(f, r)] = rules.PieceOf(rules.White, rules.Pawn)
			s.Board[rules.SquareAt(f, r+1)] = rules.PieceOf(rules.Black, rules.Pawn)
		}
	}
	pieces := []rules.Piece{rules.PieceOf(rules.White, rules.King), rules.PieceOf(rules.Black, rules.King)}
	bishops := rnd.IntN(3)
	if !gaps {
		bishops = rnd.IntN(2)
	}
	for range bishops {
		pieces = append(pieces, rules.PieceOf(rules.Color(rnd.IntN(2)), rules.Bishop))
	}
	for _, m := range pieces {
		for {
			sq := rules.SquareAt(rnd.IntN(8), rnd.IntN(4)+4*int(m.Color()))
			if s.Board[sq] == rules.NoPiece {
				s.Board[sq] = m
				break
			}
		}
	}
	p, err := rules.NewPosition(s, rules.Standard)
	return p, err == nil
}

// TestWinnableAgainstExhaustion compares verdicts on random positions with exhaustive search and
// checks every proof.
func TestWinnableAgainstExhaustion(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	answers := map[rules.Answer]int{}
	check := func(p rules.Position, limit int) {
		t.Helper()
		for c := rules.White; c <= rules.Black; c++ {
			v := rules.Winnable(p, c, rules.Budget{Positions: 50_000})
			if err := v.Check(p, c); err != nil {
				t.Errorf("%s: %v: the proof of %v does not hold: %v", p.FEN(), c, v, err)
			}
			quick := rules.WinnableQuick(p, c)
			if err := quick.Check(p, c); err != nil {
				t.Errorf("%s: %v: the proof of %v does not hold: %v", p.FEN(), c, v, err)
			}
			if quick.Answer != rules.Undecided && v.Answer != rules.Undecided && quick.Answer != v.Answer {
				t.Errorf("%s: %v: %v, but quickly %v", p.FEN(), c, v, quick)
			}
			if v.Answer == rules.Can {
				answers[v.Answer]++
				continue // the line is proof enough
			}
			if want := exhaust(p, c, limit); want != rules.Undecided && v.Answer != rules.Undecided {
				answers[v.Answer]++
				if want != v.Answer {
					t.Errorf("%s: %v %v, but exhaustive search says %v", p.FEN(), c, v, want)
				}
			}
		}
	}
	for _, pieces := range []string{"Kkq", "Kkn", "KNkq", "KBkr", "KPkq", "KPkp", "KBkb", "KNkn", "KQkqr", "KRPkq", "KQkbn", "KBPkq", "KNNkq", "KPPkpp"} {
		for n := 0; n < 4; {
			if p, ok := randomPlacement(rnd, pieces); ok {
				check(p, 1_000)
				n++
			}
		}
	}
	for n := 0; n < 24; {
		if p, ok := randomWall(rnd, n%3 == 0); ok {
			check(p, 4_000)
			n++
		}
	}
	if answers[rules.Can] < 20 || answers[rules.Cannot] < 12 {
		t.Errorf("the positions do not try both answers: %v", answers)
	}
}

// TestWinnableForced uses small positions that forced play decides and that exhaustive search can
// follow to the end: kings next to a queen or rook that has to be captured.
func TestWinnableForced(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	compared := 0
	for n := 0; n < 3_000; n++ {
		pieces := []string{"KQk", "KQkb", "KRkn", "KQkq", "KQNk", "KRBkq"}[n%6]
		p, ok := randomPlacement(rnd, pieces)
		if !ok || len(p.LegalMoves(nil)) > 2 {
			continue
		}
		for c := rules.White; c <= rules.Black; c++ {
			want := exhaust(p, c, 300)
			v := rules.Winnable(p, c, fullBudget)
			if want == rules.Undecided {
				continue
			}
			compared++
			if v.Answer != want {
				t.Errorf("%s: %v %v, want %v", p.FEN(), c, v, want)
			}
		}
	}
	if compared < 15 {
		t.Errorf("only %d positions compared", compared)
	}
}

// TestClosureCastling has a position in which White's only move is castling, which swaps king and
// rook and frees the rook.
func TestClosureCastling(t *testing.T) {
	const placement = "kb6/p1p5/P1P5/8/8/2p1p1p1/2PpP1P1/3B1KRB w "
	with := rules.MustPosition(placement+"G - 0 1", rules.Chess960)
	without := rules.MustPosition(placement+"- - 0 1", rules.Chess960)
	if moves := with.LegalMoves(nil); len(moves) != 1 || !moves[0].IsCastling() || without.HasLegalMove() {
		t.Fatalf("the position is not what it should be: %v", moves)
	}
	free, shut := rules.ClosureOf(with), rules.ClosureOf(without)
	if !free.Reach[rules.F1].Has(rules.G1) || !free.Reach[rules.G1].Has(rules.F1) || !free.Reach[rules.G1].Has(rules.E1) {
		t.Errorf("with castling: king %v, rook %v", free.Reach[rules.F1], free.Reach[rules.G1])
	}
	if shut.Reach[rules.F1] != rules.SquaresOf(rules.F1) || shut.Reach[rules.G1] != rules.SquaresOf(rules.G1) {
		t.Errorf("without castling: king %v, rook %v", shut.Reach[rules.F1], shut.Reach[rules.G1])
	}
	// The king stays where it is and the rook jumps over it.
	const over = "kb6/p1p5/P1P5/8/8/3p1p1p/3PpP1P/4B1KR w "
	with, without = rules.MustPosition(over+"H - 0 1", rules.Chess960), rules.MustPosition(over+"- - 0 1", rules.Chess960)
	free, shut = rules.ClosureOf(with), rules.ClosureOf(without)
	if !free.Reach[rules.H1].Has(rules.F1) || shut.Reach[rules.H1] != rules.SquaresOf(rules.H1) {
		t.Errorf("over the king: rook %v, without castling %v", free.Reach[rules.H1], shut.Reach[rules.H1])
	}
	if v := rules.Winnable(without, rules.White, fullBudget); v.Answer != rules.Cannot {
		t.Errorf("White, stalemated, %v", v)
	}
}

// TestClosureHolds checks that however a game continues, no piece leaves the squares its closure
// allows.
func TestClosureHolds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for n := 0; n < 120; {
		var p rules.Position
		ok := false
		switch n % 3 {
		case 0:
			p, ok = randomWall(rnd, n%2 == 0)
		case 1:
			p, ok = randomPlacement(rnd, "KRBPPPkrnppp")
		case 2:
			start, err := rules.NewPosition(random960(rnd, true), rules.Chess960)
			p, ok = start, err == nil
		}
		if !ok {
			continue
		}
		n++
		closure := rules.ClosureOf(p)
		if !closure.Closed() {
			t.Fatalf("%s: the closure is not closed", p.FEN())
		}
		for range 3 {
			followGame(t, rnd, p, closure)
		}
	}
}

func followGame(t *testing.T, rnd *rand.Rand, p rules.Position, closure *rules.Closure) {
	t.Helper()
	var home [64]rules.Square // by the square a piece stands on, the square it started on
	for s := range p.Occupied().All() {
		home[s] = s
	}
	var promoted rules.Squares // starting squares of pawns that have promoted
	for range 150 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := moves[rnd.IntN(len(moves))]
		for _, c := range moves {
			if c.IsCastling() {
				m = c
			}
		}
		if victim := p.Captured(m); victim != rules.NoSquare && !closure.Captured.Has(home[victim]) {
			t.Fatalf("%s: %v takes a piece from %v that cannot be captured", p.FEN(), m, home[victim])
		}
		type step struct{ from, to rules.Square }
		steps := []step{{m.From(), m.To()}}
		if m.IsCastling() {
			king, rook := p.CastlingTargets(m)
			steps = []step{{m.From(), king}, {m.To(), rook}}
		}
		from := home
		for _, s := range steps {
			start := from[s.from]
			home[s.to] = start
			if m.Promotion() != rules.NoKind {
				promoted = promoted.With(start)
			}
			reach := closure.Reach[start]
			if promoted.Has(start) {
				reach = closure.PromotedReach[start]
			}
			if !reach.Has(s.to) {
				t.Fatalf("%s: %v brings the piece from %v to %v, beyond %v", p.FEN(), m, start, s.to, reach)
			}
		}
		p = p.After(m)
	}
}

// TestKnightAgainstQueens: a lone knight never mates a king among queens, since a queen would have
// to block every square beside the king that the knight's own king does not guard. It tries all
// such placements.
func TestKnightAgainstQueens(t *testing.T) {
	placements := 0
	for king := rules.A1; king <= rules.H8; king++ {
		for hunter := rules.A1; hunter <= rules.H8; hunter++ {
			if near(king, hunter) {
				continue
			}
			for knight := rules.A1; knight <= rules.H8; knight++ {
				f, r := king.File()-knight.File(), king.Rank()-knight.Rank()
				if f*f+r*r != 5 || knight == hunter {
					continue
				}
				s := rules.Setup{EnPassant: rules.NoSquare, FullmoveNumber: 1, Turn: rules.Black}
				s.Board[king], s.Board[hunter], s.Board[knight] = rules.PieceOf(rules.Black, rules.King), rules.PieceOf(rules.White, rules.King), rules.PieceOf(rules.White, rules.Knight)
				bare, err := rules.NewPosition(s, rules.Standard)
				if err != nil {
					t.Fatal(err)
				}
				for sq := rules.A1; sq <= rules.H8; sq++ {
					if near(king, sq) && sq != king && sq != hunter && bare.Attackers(sq, rules.White) == 0 {
						s.Board[sq] = rules.PieceOf(rules.Black, rules.Queen)
					}
				}
				p, err := rules.NewPosition(s, rules.Standard)
				if err != nil {
					continue // the queens attack the hunter, so it cannot be their turn
				}
				placements++
				if p.IsCheckmate() {
					t.Errorf("%s is checkmate", p.FEN())
				}
			}
		}
	}
	if placements < 5_000 {
		t.Errorf("only %d placements", placements)
	}
}

func near(a, b rules.Square) bool {
	f, r := a.File()-b.File(), a.Rank()-b.Rank()
	return f*f <= 1 && r*r <= 1
}

// TestWinnableCases has single positions of interest.
func TestWinnableCases(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		variant   rules.Variant
		want      [2]rules.Answer
	}{
		{"the initial position", rules.StartFEN, rules.Standard, [2]rules.Answer{rules.Can, rules.Can}},
		{"knight against knight", "8/8/4k3/3n4/8/3NK3/8/8 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Can}},
		{"two knights", "8/8/4k3/8/8/3NK3/3N4/8 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Cannot}},
		{"a wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Cannot, rules.Cannot}},
		{"a wall with a gap", "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Can}},
		{"a whole wall", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Cannot, rules.Cannot}},
		{"bishops of both colours", "8/8/8/1b2k3/8/8/8/2B1K3 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Can}},
		{"knight against pawn", "6k1/6p1/8/8/8/8/8/K1N5 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Can}},
		{"already mated", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Cannot}},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", rules.Standard, [2]rules.Answer{rules.Cannot, rules.Cannot}},
		{"two bishops of a colour, set up to mate together", "4B3/8/8/8/k7/r1r5/2B5/6K1 b - - 0 1", rules.Standard, [2]rules.Answer{rules.Cannot, rules.Can}},
		{"the same, and it is mate", "4B3/8/8/r7/kr6/r7/2B5/6K1 b - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Cannot}},
		{"en passant opens the wall", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - c6 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Can}},
		{"own pieces in the way behind a wall", "8/2k5/4p3/3pPp2/p1pP1Pp1/PpP2bPp/1P3B1P/5K2 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Cannot, rules.Can}},
		// Pawn chains that block each other, with bishops at both ends, leave Black's king only the
		// square e8, from f8.
		{"mate with the help of a king that takes nothing", "k5b1/5p1b/5Pp1/5pP1/5Pp1/5pP1/5P1B/K1B3B1 w - - 0 1", rules.Standard, [2]rules.Answer{rules.Can, rules.Cannot}},
		{"castling lets the rook out", "4k3/8/8/8/p7/P7/8/1R1K4 w B - 0 1", rules.Chess960, [2]rules.Answer{rules.Can, rules.Can}},
	} {
		p := rules.MustPosition(c.fen, c.variant)
		for color := rules.White; color <= rules.Black; color++ {
			v := rules.Winnable(p, color, fullBudget)
			if v.Answer != c.want[color] {
				t.Errorf("%s: %v %v, want %v", c.name, color, v, c.want[color])
			}
			if err := v.Check(p, color); err != nil {
				t.Errorf("%s: %v: %v", c.name, color, err)
			}
		}
	}
}

// After an illegal move that stands, a king may be open to capture. No legal move leads on from
// there, so nothing is proved.
func TestWinnableWithAnOpenKing(t *testing.T) {
	p := rules.MustPosition("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", rules.Standard)
	unpinned := rules.MustPosition("7k/8/8/8/8/8/4B3/4K3 w - - 0 1", rules.Standard)
	m, err := unpinned.ParseUCI("e2d3")
	if err != nil {
		t.Fatal(err)
	}
	open := p.After(m)
	for c := rules.White; c <= rules.Black; c++ {
		if v := rules.Winnable(open, c, fullBudget); v.Answer != rules.Undecided {
			t.Errorf("%v with White's king open to capture: %v", c, v)
		}
	}
}

// TestVerdictLimits checks that a search stops when told to, and that a proof does not hold for
// another position or colour.
func TestVerdictLimits(t *testing.T) {
	p := rules.MustPosition("8/8/4k3/8/8/3NK3/3N4/8 w - - 0 1", rules.Standard)
	done := make(chan struct{})
	close(done)
	v := rules.Winnable(p, rules.White, rules.Budget{Positions: 1_000_000, Done: done})
	if v.Answer != rules.Undecided || v.Positions > 10_000 || v.Check(p, rules.White) != nil {
		t.Errorf("told to stop: %v after %d positions", v, v.Positions)
	}
	if v = rules.Winnable(p, rules.White, rules.Budget{Positions: 10}); v.Answer != rules.Undecided {
		t.Errorf("with ten positions: %v", v)
	}

	wall := rules.MustPosition("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", rules.Standard)
	open := rules.MustPosition("4k3/8/1p1p1p1p/pPpPpP1P/P1P1P1P1/8/8/4K3 w - - 0 1", rules.Standard)
	closed := rules.Winnable(wall, rules.White, fullBudget)
	line := rules.Winnable(open, rules.White, fullBudget)
	if closed.Proof != rules.ByClosure || line.Proof != rules.ByLine {
		t.Fatalf("closed %v, open %v, want proofs by closure and by a line", closed, line)
	}
	cut := *closed.Closure
	cut.Reach[rules.E1] = rules.SquaresOf(rules.E1)
	for name, err := range map[string]error{
		"a closure of another position": closed.Check(open, rules.White),
		"a closure cut down":            rules.Verdict{Answer: rules.Cannot, Proof: rules.ByClosure, Closure: &cut}.Check(wall, rules.White),
		"no closure":                    rules.Verdict{Answer: rules.Cannot, Proof: rules.ByClosure}.Check(wall, rules.White),
		"a line in another position":    line.Check(wall, rules.White),
		"a line for the other colour":   line.Check(open, rules.Black),
		"half a line":                   rules.Verdict{Answer: rules.Can, Proof: rules.ByLine, Line: line.Line[:1]}.Check(open, rules.White),
		"an answer without proof":       rules.Verdict{Answer: rules.Can}.Check(open, rules.White),
		"material that suffices":        rules.Verdict{Answer: rules.Cannot, Proof: rules.ByMaterial}.Check(open, rules.White),
		"a search that finds a mate":    rules.Verdict{Answer: rules.Cannot, Proof: rules.BySearch, Positions: 100_000}.Check(open, rules.White),
	} {
		if err == nil {
			t.Errorf("%s passes for proof", name)
		}
	}
}

// BenchmarkWinnable uses the positions at every tenth half-move of real games, for both colours.
func BenchmarkWinnable(b *testing.B) {
	var positions []rules.Position
	for _, name := range gameFiles {
		for _, g := range readGames(b, name) {
			p := g.Start
			for i, m := range g.MainLine() {
				if p = p.After(m); i%10 == 9 {
					positions = append(positions, p)
				}
			}
		}
	}
	for _, c := range []struct {
		name string
		ask  func(rules.Position, rules.Color) rules.Verdict
	}{
		{"full", func(p rules.Position, c rules.Color) rules.Verdict { return rules.Winnable(p, c, fullBudget) }},
		{"quick", rules.WinnableQuick},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			n, decided := 0, 0
			for b.Loop() {
				p := positions[n%len(positions)]
				if c.ask(p, rules.Color(n/len(positions)%2)).Answer != rules.Undecided {
					decided++
				}
				n++
			}
			b.ReportMetric(float64(decided)/float64(n), "decided/op")
		})
	}
}

func BenchmarkClosure(b *testing.B) {
	for _, c := range []struct{ name, fen string }{
		{"wall", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1"},
		{"middlegame", middlegame},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := rules.MustPosition(c.fen, rules.Standard)
			for b.Loop() {
				rules.ClosureOf(p).Excludes(rules.White)
			}
		})
	}
}
