package rules_test

import (
	"errors"
	"testing"

	"touchmove/rules"
)

// FuzzFEN checks that a FEN is refused with a *SetupError, or gives a position that is written and
// read back unchanged and whose moves agree with the naive board.
func FuzzFEN(f *testing.F) {
	for _, name := range []string{"perft.epd", "perft-chess960.epd"} {
		for _, l := range readPerft(f, name) {
			f.Add(l.fen, name == "perft-chess960.epd")
		}
	}
	f.Add("8/8/8/8/8/8/8/8 w - -", false)
	f.Fuzz(func(t *testing.T, fen string, chess960 bool) {
		v := rules.Standard
		if chess960 {
			v = rules.Chess960
		}
		s, err := rules.ParseFEN(fen)
		var p rules.Position
		if err == nil {
			p, err = rules.NewPosition(s, v)
		}
		if err != nil {
			var refused *rules.SetupError
			if !errors.As(err, &refused) || refused.Reason == "" || refused.Field == "" || refused.Detail == "" {
				t.Fatalf("%q: refused without a reason: %v", fen, err)
			}
			return
		}
		for _, text := range []string{p.FEN(), p.ShredderFEN()} {
			again, err := rules.ParseFEN(text)
			if err != nil {
				t.Fatalf("%q is written as %q, which is refused: %v", fen, text, err)
			}
			if q, err := rules.NewPosition(again, v); err != nil || q != p {
				t.Fatalf("%q comes back as %q: %v", fen, q.FEN(), err)
			}
		}
		compare(t, p, naive{s})
	})
}

var fuzzPositions = []rules.Position{
	rules.StartPosition(),
	rules.MustPosition("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", rules.Standard),
	rules.MustPosition("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", rules.Standard),
	rules.MustPosition("1r2k3/P7/8/8/8/8/6p1/4K2R b - - 0 1", rules.Standard),
	rules.MustPosition("2bk1r1n/2b4p/3p1P2/2p1P3/pBPn3p/1P4PN/p1Q2R1N/R2K4 w A - 0 1", rules.Chess960),
}

// checkMove checks what every function that reads moves promises.
func checkMove(t *testing.T, p rules.Position, text string, m rules.Move, err error) {
	t.Helper()
	if err == nil {
		if !p.IsLegal(m) {
			t.Fatalf("%q in %s is read as %v, which is illegal", text, p.FEN(), m)
		}
		return
	}
	var refused *rules.MoveError
	if m != rules.NoMove || !errors.As(err, &refused) || refused.Text != text || refused.FEN != p.FEN() {
		t.Fatalf("%q in %s: %v, %v", text, p.FEN(), m, err)
	}
	if errors.Is(err, rules.ErrAmbiguousMove) != (len(refused.Candidates) > 1) {
		t.Fatalf("%q in %s: %v, candidates %v", text, p.FEN(), err, refused.Candidates)
	}
}

func FuzzSAN(f *testing.F) {
	for i, p := range fuzzPositions {
		for _, m := range p.LegalMoves(nil) {
			f.Add(p.SAN(m), uint8(i), uint8(0))
			f.Add(p.Notate(m, rules.Notation{Style: rules.FIDE, Language: rules.Figurine}), uint8(i), uint8(rules.Figurine))
		}
	}
	f.Fuzz(func(t *testing.T, text string, position, language uint8) {
		p := fuzzPositions[int(position)%len(fuzzPositions)]
		m, err := p.ParseNotation(text, rules.Language(language%8))
		checkMove(t, p, text, m, err)
	})
}

func FuzzUCI(f *testing.F) {
	for i, p := range fuzzPositions {
		for _, m := range p.LegalMoves(nil) {
			f.Add(m.UCI(p.Variant()), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, position uint8) {
		p := fuzzPositions[int(position)%len(fuzzPositions)]
		m, err := p.ParseUCI(text)
		checkMove(t, p, text, m, err)
	})
}

// FuzzWinnable checks that a verdict's proof holds, and that a short search never contradicts a
// long one.
func FuzzWinnable(f *testing.F) {
	for _, c := range readMateCases(f) {
		f.Add(c.fen, false)
	}
	f.Add("kb6/p1p5/P1P5/8/8/2p1p1p1/2PpP1P1/3B1KRB w G - 0 1", true)
	f.Fuzz(func(t *testing.T, fen string, chess960 bool) {
		v := rules.Standard
		if chess960 {
			v = rules.Chess960
		}
		p, err := position(fen, v)
		if err != nil {
			return
		}
		closure := rules.ClosureOf(p)
		if !closure.Closed() {
			t.Fatalf("%s: the closure is not closed", fen)
		}
		for c := rules.White; c <= rules.Black; c++ {
			verdict, quick := rules.Winnable(p, c, rules.Budget{Positions: 2000}), rules.WinnableQuick(p, c)
			for _, v := range []rules.Verdict{verdict, quick} {
				if err := v.Check(p, c); err != nil {
					t.Fatalf("%s: %v: the proof of %v does not hold: %v", fen, c, v, err)
				}
			}
			if verdict.Answer != quick.Answer && verdict.Answer != rules.Undecided && quick.Answer != rules.Undecided {
				t.Fatalf("%s: %v: %v, but quickly %v", fen, c, verdict, quick)
			}
			if verdict.Answer == rules.Can && closure.Excludes(c) {
				t.Fatalf("%s: the closure excludes a mate by %v, but there is %v", fen, c, verdict.Line)
			}
		}
	})
}
