package rules_test

import (
	"errors"
	"slices"
	"testing"

	"touchmove/rules"
)

func TestSquares(t *testing.T) {
	for f := range 8 {
		for r := range 8 {
			s := rules.SquareAt(f, r)
			name := string([]byte{"abcdefgh"[f], "12345678"[r]})
			if s.File() != f || s.Rank() != r || s.String() != name || s.Bright() != ((f+r)%2 == 1) {
				t.Errorf("file %d, rank %d: %v", f, r, s)
			}
			if again, err := rules.ParseSquare(name); again != s || err != nil {
				t.Errorf("%s: %v, %v", name, again, err)
			}
			if !rules.FileSquares(f).Has(s) || !rules.RankSquares(r).Has(s) {
				t.Errorf("%v is not on its file and rank", s)
			}
		}
	}
	for _, bad := range []string{"", "e", "e9", "i1", "E4", "e44"} {
		if s, err := rules.ParseSquare(bad); s != rules.NoSquare || err == nil {
			t.Errorf("%q: %v", bad, s)
		}
	}
	if rules.SquareAt(8, 0) != rules.NoSquare || rules.SquareAt(0, -1) != rules.NoSquare || rules.NoSquare.String() != "-" {
		t.Error("squares off the board")
	}
	set := rules.SquaresOf(rules.E4, rules.A1, rules.H8, rules.NoSquare)
	if set.Count() != 3 || set.First() != rules.A1 || set.String() != "{a1 e4 h8}" || set.Has(rules.NoSquare) || set.Has(rules.E5) ||
		!slices.Equal(slices.Collect(set.All()), []rules.Square{rules.A1, rules.E4, rules.H8}) {
		t.Errorf("the set of e4, a1 and h8 is %v", set)
	}
	if set.Without(rules.A1).With(rules.B1) != rules.SquaresOf(rules.B1, rules.E4, rules.H8) ||
		set.Without(rules.NoSquare) != set || rules.Squares(0).First() != rules.NoSquare || rules.FileSquares(4).Count() != 8 {
		t.Error("the algebra of sets")
	}
	for range set.All() {
		break
	}
}

// TestNames checks that every name that can be written can be read, and nothing else.
func TestNames(t *testing.T) {
	roundTrip(t, rules.ParseColor, rules.White, rules.Black)
	roundTrip(t, rules.ParseKind, rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen, rules.King)
	roundTrip(t, rules.ParseVariant, rules.Standard, rules.Chess960)
	roundTrip(t, rules.ParseLaws, rules.AllLaws()...)
	roundTrip(t, rules.ParseLanguage, rules.English, rules.Spanish, rules.Portuguese, rules.German, rules.French, rules.Italian, rules.Dutch, rules.Figurine)
	roundTrip(t, rules.ParseResult, rules.Ongoing, rules.WhiteWins, rules.BlackWins, rules.Drawn, rules.BothLost, rules.WhiteHalf, rules.BlackHalf, rules.WhiteMore, rules.BlackMore, rules.BothWon)
	if len(rules.AllLaws()) != 8 || rules.FIDE1953.String() != "fide-1953" || !slices.IsSorted(rules.AllLaws()) {
		t.Error("editions")
	}
	for c := rules.White; c <= rules.Black; c++ {
		if rules.WinFor(c).Halves(c) != 2 || c.Other() == c {
			t.Errorf("%v wins: %v", c, rules.WinFor(c))
		}
	}
	if p := rules.PieceOf(rules.Black, rules.Knight); p.Color() != rules.Black || p.Kind() != rules.Knight || p.String() != "n" ||
		rules.PieceOf(rules.White, rules.King).String() != "K" || rules.PieceOf(rules.Black, rules.NoKind) != rules.NoPiece || rules.NoPiece.String() != "." {
		t.Errorf("the black knight is %v, or another piece is not what it should be", p)
	}
}

func roundTrip[T interface {
	comparable
	String() string
}](t *testing.T, parse func(string) (T, error), all ...T) {
	t.Helper()
	for _, v := range all {
		if again, err := parse(v.String()); again != v || err != nil {
			t.Errorf("%v: %v, %v", v, again, err)
		}
		if _, err := parse(v.String() + "x"); err == nil {
			t.Errorf("%vx is accepted", v)
		}
	}
}

func TestParseUCI(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const steps = "2bk1r1n/2b4p/3p1P2/2p1P3/pBPn3p/1P4PN/p1Q2R1N/R2K4 w A - 0 1"
	for _, c := range []struct {
		fen     string
		variant rules.Variant
		text    string
		want    string // as king takes rook
		err     error
	}{
		{castling, rules.Standard, "e1g1", "e1h1", nil},
		{castling, rules.Standard, "e1h1", "e1h1", nil},
		{castling, rules.Standard, "e1c1", "e1a1", nil},
		{castling, rules.Standard, "e1a1", "e1a1", nil},
		{castling, rules.Chess960, "e1a1", "e1a1", nil},
		{castling, rules.Chess960, "e1c1", "", rules.ErrIllegalMove},
		{steps, rules.Chess960, "d1c1", "d1c1", nil}, // a step, not castling
		{steps, rules.Chess960, "d1a1", "d1a1", nil},
		{rules.StartFEN, rules.Standard, "e2e4", "e2e4", nil},
		{rules.StartFEN, rules.Standard, "e2e5", "", rules.ErrIllegalMove},
		{rules.StartFEN, rules.Standard, "e7e5", "", rules.ErrIllegalMove},
		{rules.StartFEN, rules.Standard, "e4e5", "", rules.ErrIllegalMove},
		{rules.StartFEN, rules.Standard, "e2e4q", "", rules.ErrIllegalMove},
		{rules.StartFEN, rules.Standard, "e2e9", "", rules.ErrInvalidMove},
		{rules.StartFEN, rules.Standard, "z2e4", "", rules.ErrInvalidMove},
		{rules.StartFEN, rules.Standard, "e2", "", rules.ErrInvalidMove},
		{rules.StartFEN, rules.Standard, "e2e4x", "", rules.ErrInvalidMove},
		{rules.StartFEN, rules.Standard, "0000", "", rules.ErrInvalidMove},
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", rules.Standard, "a7a8n", "a7a8n", nil},
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", rules.Standard, "a7a8", "", rules.ErrAmbiguousMove},
	} {
		p := rules.MustPosition(c.fen, c.variant)
		m, err := p.ParseUCI(c.text)
		if c.err == nil && (err != nil || m.String() != c.want) || c.err != nil && (!errors.Is(err, c.err) || m != rules.NoMove) {
			t.Errorf("%s in %s: %v, %v, want %s, %v", c.text, c.fen, m, err, c.want, c.err)
		}
	}
}

// TestStepAndCastling has a position with two moves that must not be confused: a king's step to the
// square beside the rook, and castling.
func TestStepAndCastling(t *testing.T) {
	p := rules.MustPosition("2bk1r1n/2b4p/3p1P2/2p1P3/pBPn3p/1P4PN/p1Q2R1N/R2K4 w A - 0 1", rules.Chess960)
	step, castling := mustUCI(t, p, "d1c1"), mustUCI(t, p, "d1a1")
	if king, rook := p.CastlingTargets(castling); king != rules.C1 || rook != rules.D1 {
		t.Errorf("castling puts king and rook on %v and %v", king, rook)
	}
	if king, _ := p.CastlingTargets(step); king != rules.NoSquare || step.IsCastling() || !castling.IsCastling() {
		t.Error("the step is taken for castling")
	}
	if a, b := p.After(step), p.After(castling); a.At(rules.D1) != rules.NoPiece || b.At(rules.D1) != rules.PieceOf(rules.White, rules.Rook) ||
		a.King(rules.White) != rules.C1 || b.King(rules.White) != rules.C1 || a.Castling() != 0 || b.Castling() != 0 {
		t.Errorf("%s\n%s", a.FEN(), b.FEN())
	}
	if _, err := p.Play(rules.NoMove); !errors.Is(err, rules.ErrIllegalMove) {
		t.Errorf("playing no move: %v", err)
	}
}

func TestPositionQueries(t *testing.T) {
	p := rules.MustPosition("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", rules.Standard)
	if p.Turn() != rules.White || p.EnPassant() != rules.D6 || p.FullmoveNumber() != 3 || p.Ply() != 4 || p.HalfmoveClock() != 0 ||
		p.Variant() != rules.Standard || p.Castling() != rules.SquaresOf(rules.A1, rules.H1, rules.A8, rules.H8) {
		t.Errorf("what the position says is not what its FEN says: %s", p.FEN())
	}
	total := rules.Squares(0)
	for c := rules.White; c <= rules.Black; c++ {
		side := rules.Squares(0)
		for k := rules.Pawn; k <= rules.King; k++ {
			set := p.Pieces(c, k)
			for s := range set.All() {
				if p.At(s) != rules.PieceOf(c, k) {
					t.Errorf("%v: %v", s, p.At(s))
				}
			}
			side |= set
		}
		if side != p.Of(c) || p.King(c) != p.Pieces(c, rules.King).First() {
			t.Errorf("%v's pieces: %v", c, side)
		}
		total |= side
	}
	if total != p.Occupied() || total.Count() != 32 || p.At(rules.E4) != rules.NoPiece || p.At(rules.NoSquare) != rules.NoPiece || p.Pieces(rules.White, rules.NoKind) != 0 {
		t.Errorf("occupied: %v", total)
	}
	if got := p.Attackers(rules.D6, rules.Black); got != rules.SquaresOf(rules.C7, rules.E7, rules.D8) {
		t.Errorf("attackers of d6: %v", got)
	}
	if got := p.Attackers(rules.D6, rules.White); got != rules.SquaresOf(rules.E5) || p.Attackers(rules.NoSquare, rules.White) != 0 {
		t.Errorf("attackers of d6: %v", got)
	}
	ep := mustUCI(t, p, "e5d6")
	if !ep.IsEnPassant() || p.Captured(ep) != rules.D5 || p.Captured(mustUCI(t, p, "e5e6")) != rules.NoSquare {
		t.Errorf("%v captures on %v", ep, p.Captured(ep))
	}
	if p.Key() == p.After(ep).Key() || p.Same(p.After(ep)) {
		t.Error("different positions are the same")
	}
	mated := rules.MustPosition("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", rules.Standard)
	if !mated.IsCheckmate() || mated.IsStalemate() || !mated.InCheck() {
		t.Error("checkmate is not seen")
	}
	stale := rules.MustPosition("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", rules.Standard)
	if stale.IsCheckmate() || !stale.IsStalemate() {
		t.Error("stalemate is not seen")
	}
}

// TestKey checks that everything that makes positions differ for a repetition changes the key, and
// that the counters do not.
func TestKey(t *testing.T) {
	base := rules.MustPosition("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 3", rules.Standard)
	for _, fen := range []string{
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 3",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq d6 0 3",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w - d6 0 3",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 3",
		"r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Qkq d6 0 3",
		"r3k2r/8/8/3pP3/8/8/8/R3K2B w Qkq d6 0 3",
	} {
		if p := rules.MustPosition(fen, rules.Standard); p.Key() == base.Key() || p.Same(base) {
			t.Errorf("%s has the key of %s", fen, base.FEN())
		}
	}
	later := rules.MustPosition("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 40 77", rules.Standard)
	if later.Key() != base.Key() || !later.Same(base) || later == base {
		t.Error("the counters count for the key, or not for ==")
	}
	// The key must be the same in every release.
	if got := rules.StartPosition().Key(); got != startKey {
		t.Errorf("the key of the initial position is %#x, not %#x", got, uint64(startKey))
	}
	// Among all positions of a few plies there are as many keys as positions.
	keys, positions := map[uint64]bool{}, map[string]bool{}
	var walk func(p rules.Position, depth int)
	walk = func(p rules.Position, depth int) {
		keys[p.Key()] = true
		s := p.Setup()
		s.HalfmoveClock, s.FullmoveNumber = 0, 1
		positions[s.FEN()] = true
		if depth > 0 {
			for _, m := range p.LegalMoves(nil) {
				walk(p.After(m), depth-1)
			}
		}
	}
	walk(rules.StartPosition(), 3)
	if len(keys) != len(positions) || len(keys) < 5000 {
		t.Errorf("%d keys for %d positions", len(keys), len(positions))
	}
}

const startKey = 0x5edb411511bd0ef9

// TestOutOfRange checks that values without a constant are written in a recognisable form and do
// not panic.
func TestOutOfRange(t *testing.T) {
	for want, v := range map[string]interface{ String() string }{
		"Kind(9)": rules.Kind(9), "Laws(99)": rules.Laws(99), "Language(99)": rules.Language(99),
		"Result(99)": rules.Result(99), "Termination(99)": rules.Termination(99),
		"none": rules.NoKind,
	} {
		if v.String() != want {
			t.Errorf("%q, want %q", v.String(), want)
		}
	}
	if rules.Termination(99).Article(rules.FIDE2009) != "" || rules.Checkmate.Article(rules.Laws(99)) != "" ||
		rules.Language(99).Letter(rules.Queen) != "" || rules.English.Letter(rules.Pawn) != "" {
		t.Error("an article or letter of what does not exist")
	}
	if _, err := rules.ParseTermination("boredom"); err == nil {
		t.Error("boredom ends a game")
	}
	defer func() {
		if recover() == nil {
			t.Error("MustPosition takes an empty board")
		}
	}()
	rules.MustPosition("8/8/8/8/8/8/8/8 w - - 0 1", rules.Standard)
}
