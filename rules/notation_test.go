package rules_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"touchmove/rules"
)

// TestNotationsComeBack checks that every legal move of a few rich positions can be read back from
// each of its notations.
func TestNotationsComeBack(t *testing.T) {
	for _, file := range []struct {
		name    string
		variant rules.Variant
	}{{"perft.epd", rules.Standard}, {"perft-chess960.epd", rules.Chess960}} {
		for _, line := range readPerft(t, file.name) {
			p := rules.MustPosition(line.fen, file.variant)
			if again := rules.MustPosition(p.FEN(), file.variant); again != p {
				t.Errorf("%s: FEN gives %s", line.fen, again.FEN())
			}
			if again := rules.MustPosition(p.ShredderFEN(), file.variant); again != p {
				t.Errorf("%s: Shredder-FEN gives %s", line.fen, again.FEN())
			}
			for _, m := range p.LegalMoves(nil) {
				if got, err := p.ParseUCI(m.UCI(p.Variant())); got != m {
					t.Errorf("%s: UCI %s: %v, %v", line.fen, m.UCI(p.Variant()), got, err)
				}
				for _, style := range []rules.Style{rules.PGN, rules.FIDE} {
					for l := rules.English; l <= rules.Figurine; l++ {
						text := p.Notate(m, rules.Notation{Style: style, Language: l})
						if got, err := p.ParseNotation(text, l); got != m {
							t.Errorf("%s: %v %q: %v, want %v: %v", line.fen, l, text, got, m, err)
						}
					}
				}
			}
		}
	}
}

var lawsLanguages = []rules.Language{rules.Spanish, rules.Portuguese, rules.German, rules.English}

// TestNotationOfTheLaws writes the examples of the Laws and reads them back, with and without the
// parts that may be left out (2009: C9-C12).
func TestNotationOfTheLaws(t *testing.T) {
	data, err := os.ReadFile("testdata/notation.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		p := rules.MustPosition(cells[0], rules.Standard)
		for i, uci := range strings.Split(cells[1], ", ") {
			m, err := p.ParseUCI(uci)
			if err != nil {
				t.Error(err)
				continue
			}
			for j, l := range lawsLanguages {
				want := strings.Split(cells[2+j], ", ")[i]
				if got := p.Notate(m, rules.Notation{Style: rules.FIDE, Language: l}); got != want {
					t.Errorf("%s: %s in %v: %q, want %q", cells[0], uci, l, got, want)
				}
				bare := strings.TrimRight(want, "+")
				for _, text := range []string{
					want, bare, bare + "#", bare + "!?", want + " (=)", want + " ?!",
					strings.ReplaceAll(bare, " ", ""),
					strings.Replace(strings.Replace(strings.Replace(bare, "x", "", 1), " e.p.", "", 1), " a.p.", "", 1),
					strings.Replace(bare, "x", ":", 1),
				} {
					if got, err := p.ParseNotation(text, l); got != m {
						t.Errorf("%s: reading %q in %v: %v, %v, want %v", cells[0], text, l, got, err, m)
					}
				}
			}
		}
	}
}

// TestNotationOfSampleGames uses the sample games printed with the notation in the Laws 2009 (C13)
// and 2005 (E13).
func TestNotationOfSampleGames(t *testing.T) {
	for _, game := range []struct {
		uci, final string
		moves      [4]string // in lawsLanguages
	}{{
		uci:   "e2e4 e7e5 g1f3 g8f6 d2d4 e5d4 e4e5 f6e4 d1d4 d7d5 e5d6 e4d6 c1g5 b8c6 d4e3 f8e7 b1d2 e8g8 e1c1 f8e8 c1b1",
		final: "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11",
		moves: [4]string{
			"e4 e5 Cf3 Cf6 d4 exd4 e5 Ce4 Dxd4 d5 exd6_a.p. Cxd6 Ag5 Cc6 De3+ Ae7 Cbd2 0-0 0-0-0 Te8 Rb1",
			"e4 e5 Cf3 Cf6 d4 exd4 e5 Ce4 Dxd4 d5 exd6_e.p. Cxd6 Bg5 Cc6 De3+ Be7 Cbd2 0-0 0-0-0 Te8 Rb1",
			"e4 e5 Sf3 Sf6 d4 exd4 e5 Se4 Dxd4 d5 exd6_e.p. Sxd6 Lg5 Sc6 De3+ Le7 Sbd2 0-0 0-0-0 Te8 Kb1",
			"e4 e5 Nf3 Nf6 d4 exd4 e5 Ne4 Qxd4 d5 exd6_e.p. Nxd6 Bg5 Nc6 Qe3+ Be7 Nbd2 0-0 0-0-0 Re8 Kb1",
		},
	}, {
		uci:   "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 c1d2 e8g8 e2e4 d7d5 e4d5 e6d5 c4d5 b4c3 d2c3 f6d5 g1f3 b7b6 d1b3 d5c3 b2c3 c7c5 f1e2 c5d4 f3d4 f8e8 e1g1 b8d7 a2a4 d7c5 b3b4 c8b7",
		final: "r2qr1k1/pb3ppp/1p6/2n5/PQ1N4/2P5/4BPPP/R4RK1 w - - 3 17",
		moves: [4]string{
			"d4 Cf6 c4 e6 Cc3 Ab4 Ad2 0-0 e4 d5 exd5 exd5 cxd5 Axc3 Axc3 Cxd5 Cf3 b6 Db3 Cxc3 bxc3 c5 Ae2 cxd4 Cxd4 Te8 0-0 Cd7 a4 Cc5 Db4 Ab7",
			"d4 Cf6 c4 e6 Cc3 Bb4 Bd2 0-0 e4 d5 exd5 exd5 cxd5 Bxc3 Bxc3 Cxd5 Cf3 b6 Db3 Cxc3 bxc3 c5 Be2 cxd4 Cxd4 Te8 0-0 Cd7 a4 Cc5 Db4 Bb7",
			"d4 Sf6 c4 e6 Sc3 Lb4 Ld2 0-0 e4 d5 exd5 exd5 cxd5 Lxc3 Lxc3 Sxd5 Sf3 b6 Db3 Sxc3 bxc3 c5 Le2 cxd4 Sxd4 Te8 0-0 Sd7 a4 Sc5 Db4 Lb7",
			"d4 Nf6 c4 e6 Nc3 Bb4 Bd2 0-0 e4 d5 exd5 exd5 cxd5 Bxc3 Bxc3 Nxd5 Nf3 b6 Qb3 Nxc3 bxc3 c5 Be2 cxd4 Nxd4 Re8 0-0 Nd7 a4 Nc5 Qb4 Bb7",
		},
	}} {
		for j, l := range lawsLanguages {
			p := rules.StartPosition()
			texts := strings.Fields(game.moves[j])
			for i, uci := range strings.Fields(game.uci) {
				want := strings.ReplaceAll(texts[i], "_", " ")
				m, err := p.ParseNotation(want, l)
				if err != nil || m.UCI(rules.Standard) != uci {
					t.Fatalf("%v: %q read as %v, %v, want %s", l, want, m, err, uci)
				}
				if got := p.Notate(m, rules.Notation{Style: rules.FIDE, Language: l}); got != want {
					t.Errorf("%v: %q, want %q", l, got, want)
				}
				p = p.After(m)
			}
			if p.FEN() != game.final {
				t.Errorf("%v: ends with %s, want %s", l, p.FEN(), game.final)
			}
		}
	}
}

// TestParseSAN tests the forms that people and programs write, and what is refused.
func TestParseSAN(t *testing.T) {
	const promoting = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const knights = "6k1/8/8/6N1/8/8/3K4/6N1 w - - 0 1"
	for _, c := range []struct {
		fen, text, want string // a UCI move
		err             error
	}{
		{rules.StartFEN, "e4", "e2e4", nil},
		{rules.StartFEN, " e2-e4 ", "e2e4", nil},
		{rules.StartFEN, "e2e4", "e2e4", nil},
		{rules.StartFEN, "e2–e4", "e2e4", nil},
		{rules.StartFEN, "Pe4", "e2e4", nil},
		{rules.StartFEN, "Ng1f3", "g1f3", nil},
		{rules.StartFEN, "Ng1-f3!?", "g1f3", nil},
		{rules.StartFEN, "♘f3", "g1f3", nil},
		{rules.StartFEN, "♞f3", "g1f3", nil},
		{rules.StartFEN, "♘\ufe0ef3", "g1f3", nil},
		{"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4‡", "d8h4", nil},
		{"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qd8-h4†!", "d8h4", nil},
		{promoting, "a8Q", "a7a8q", nil},
		{promoting, "a8(Q)", "a7a8q", nil},
		{promoting, "a8=N", "a7a8n", nil},
		{promoting, "a8/R", "a7a8r", nil},
		{promoting, "a7a8b", "a7a8b", nil},
		{promoting, "axb8=Q+", "a7b8q", nil},
		{promoting, "ab8b", "a7b8b", nil},
		{promoting, "a7×b8♕", "a7b8q", nil},
		{castling, "O-O", "e1g1", nil},
		{castling, "0-0-0", "e1c1", nil},
		{castling, "o-o!", "e1g1", nil},
		{castling, "OO", "", rules.ErrInvalidMove},
		{castling, "O-O-O-O", "", rules.ErrInvalidMove},
		{castling, "O-", "", rules.ErrInvalidMove},
		{castling, "Kg1", "", rules.ErrIllegalMove},
		{knights, "N5f3", "g5f3", nil},
		{knights, "Nf3", "", rules.ErrAmbiguousMove},
		{knights, "Ngf3", "", rules.ErrAmbiguousMove},
		{promoting, "a8", "", rules.ErrAmbiguousMove},
		{promoting, "a8=K", "", rules.ErrInvalidMove},
		{promoting, "a8=", "", rules.ErrInvalidMove},
		{promoting, "a8(", "", rules.ErrInvalidMove},
		{rules.StartFEN, "e5", "", rules.ErrIllegalMove},
		{rules.StartFEN, "e4 e.p.", "", rules.ErrIllegalMove},
		{rules.StartFEN, "", "", rules.ErrInvalidMove},
		{rules.StartFEN, "N", "", rules.ErrInvalidMove},
		{rules.StartFEN, "Nf", "", rules.ErrInvalidMove},
		{rules.StartFEN, "Nf9", "", rules.ErrInvalidMove},
		{rules.StartFEN, "N1gf3", "", rules.ErrInvalidMove},
		{rules.StartFEN, "--", "", rules.ErrInvalidMove},
		{rules.StartFEN, "e4e5e6", "", rules.ErrInvalidMove},
		{rules.StartFEN, "Nf3 Nf6", "", rules.ErrInvalidMove},
	} {
		p := rules.MustPosition(c.fen, rules.Standard)
		m, err := p.ParseSAN(c.text)
		switch {
		case c.err == nil && (err != nil || m.UCI(rules.Standard) != c.want):
			t.Errorf("%q: %s, %v, want %s", c.text, m.UCI(rules.Standard), err, c.want)
		case c.err != nil && (!errors.Is(err, c.err) || m != rules.NoMove):
			t.Errorf("%q: %v, %v, want %v", c.text, m, err, c.err)
		}
		var refused *rules.MoveError
		if c.err != nil && errors.As(err, &refused) {
			if refused.Text != c.text || refused.FEN != c.fen {
				t.Errorf("%q: the error quotes %q in %q", c.text, refused.Text, refused.FEN)
			}
			if (c.err == rules.ErrAmbiguousMove) != (len(refused.Candidates) >= 2) {
				t.Errorf("%q: candidates %v", c.text, refused.Candidates)
			}
		}
	}
}
