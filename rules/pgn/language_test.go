package pgn_test

import (
	"reflect"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

const manyLetters = `[Event "x"]

1. e4 {a comment} a6 2. e5 d5 3. exd6 (3. Nf3 $1 Nc6 (3... Bg4 {pinned} 4. Be2) 4. Bb5) 3... Bf5
4. dxc7 Kd7 5. cxb8=N+ Ke8 6. Nf3 Nf6 7. Be2 Bxc2 8. O-O Qxd2 9. Qxd2 O-O-O *
`

// TestLanguages checks that what is written in a language and a style reads back in that language
// as the same game, with comments and variations.
func TestLanguages(t *testing.T) {
	source := strings.Replace(manyLetters, " 9. Qxd2 O-O-O", " 9. Qxd2", 1)
	want, err := pgn.NewReader(strings.NewReader(source)).Next()
	if err != nil {
		t.Fatal(err)
	}
	games := append(readGames(t, "games-otb"), readGames(t, "games-chess960")...)
	games = append(games, want)
	for l := rules.English; l <= rules.Figurine; l++ {
		for _, style := range []rules.Style{rules.PGN, rules.FIDE} {
			var text strings.Builder
			w := pgn.NewWriter(&text)
			w.Notation = rules.Notation{Style: style, Language: l}
			for _, g := range games {
				if err := w.Write(g); err != nil {
					t.Fatal(err)
				}
			}
			r := pgn.NewReader(strings.NewReader(text.String()))
			r.Language = l
			n := 0
			for g, err := range r.All() {
				if err != nil {
					t.Fatalf("%v: %v", w.Notation, err)
				}
				if !reflect.DeepEqual(g.Moves, games[n].Moves) {
					t.Errorf("%v: game %d comes back as\n%v\nnot\n%v", w.Notation, n+1, g, games[n])
				}
				n++
			}
			if n != len(games) {
				t.Errorf("%v: %d games of %d", w.Notation, n, len(games))
			}
		}
	}
}

// TestForeign reads moves as they are written by hand and in books of other countries.
func TestForeign(t *testing.T) {
	for _, c := range []struct {
		language rules.Language
		text     string
		want     string // in English
	}{
		{rules.German, "1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. 0-0 Sxe4 5. Te1 Dh4 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Qh4 *"},
		{rules.Dutch, "1. Pf3 Pf6 2. g3 g6 3. Lg2 Lg7 4. 0-0 0-0 *", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *"},
		{rules.Spanish, "1. e4 a6 2. e5 d5 3. exd6 a.p. Ab7 *", ""}, // a pawn stands there
		{rules.Spanish, "1. e4 a6 2. e5 d5 3. exd6 a.p. Ag4 4. dxc7 Rd7 5. cxb8(D) *", "1. e4 a6 2. e5 d5 3. exd6 Bg4 4. dxc7 Kd7 5. cxb8=Q *"},
		{rules.French, "1. Cf3 Cf6 2. Ce5 Tg8 (2... d6 3. Fxd6) *", ""}, // the bishop is shut in
		{rules.French, "1. Cf3 Cf6 2. Ce5 Tg8 (2... d6 3. Cxf7 Rxf7) *", "1. Nf3 Nf6 2. Ne5 Rg8 (2... d6 3. Nxf7 Kxf7) *"},
		{rules.Italian, "1. ♘f3 ♞f6 2. Cd4 *", "1. Nf3 Nf6 2. Nd4 *"},
		{rules.English, "[FEN \"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1\"]\n1... Kb3 2. d5 *", "1... Kb3 2. d5 *"},
		{rules.German, "[FEN \"8/8/8/8/1k1Pp2B/8/8/3K4 b - d3 0 1\"]\n1... exd3 e.p. *", "1... exd3 *"},
		{rules.German, "[FEN \"8/8/8/8/1Q1pP2k/8/8/K2B4 b - e3 0 1\"]\n1... dxe3 e.p.+ *", ""}, // it uncovers check to Black
		{rules.German, "[FEN \"4k3/8/8/3pP3/8/8/8/2K1R3 w - d6 0 1\"]\n1. exd6 e.p.+ Kd7 *", "1. exd6+ Kd7 *"},
	} {
		r := pgn.NewReader(strings.NewReader(c.text))
		r.Language = c.language
		g, err := r.Next()
		if c.want == "" {
			if err == nil {
				t.Errorf("%v: %s is read as %v", c.language, c.text, g)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %s: %v", c.language, c.text, err)
			continue
		}
		if _, got, _ := strings.Cut(g.String(), "\n\n"); strings.TrimSpace(got) != c.want {
			t.Errorf("%v: %s is read as %s, want %s", c.language, c.text, got, c.want)
		}
	}
}
