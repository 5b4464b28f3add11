package rules_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"touchmove/rules"
)

// TestChess960Start checks that all 960 orders differ and are allowed; the test data has the
// numbers of some.
func TestChess960Start(t *testing.T) {
	seen := map[string]bool{}
	for n := range 960 {
		p, err := rules.Chess960Start(n)
		if err != nil {
			t.Fatal(err)
		}
		seen[p.FEN()] = true
		bishops, rooks, king := p.Pieces(rules.White, rules.Bishop), p.Pieces(rules.White, rules.Rook), p.King(rules.White)
		var light, before int
		for s := range bishops.All() {
			if s.Bright() {
				light++
			}
		}
		for s := range rooks.All() {
			if s < king {
				before++
			}
		}
		if is := rules.BreachOf960(p); is != rules.NoBreach960 {
			t.Errorf("%d: %s breaks rule %d", n, p.FEN(), is)
		}
		if bishops.Count() != 2 || light != 1 || rooks.Count() != 2 || before != 1 || p.Castling().Count() != 4 {
			t.Errorf("%d: %s", n, p.FEN())
		}
	}
	if len(seen) != 960 {
		t.Errorf("%d different positions", len(seen))
	}
	standard, err := rules.Chess960Start(518)
	if err != nil || standard.FEN() != rules.StartFEN {
		t.Errorf("518: %s, %v", standard.FEN(), err)
	}
	data, err := os.ReadFile("testdata/perft-chess960.epd")
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, line := range strings.Split(string(data), "\n") {
		fen, rest, _ := strings.Cut(line, ";")
		_, id, ok := strings.Cut(rest, ";id ")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(id))
		if err != nil {
			t.Fatal(err)
		}
		known++
		if p, err := rules.Chess960Start(n); err != nil || p.ShredderFEN() != strings.TrimSpace(fen) {
			t.Errorf("%d: %s, %v, want %s", n, p.ShredderFEN(), err, fen)
		}
	}
	if known == 0 {
		t.Error("no numbers in the data")
	}
	for _, n := range []int{-1, 960} {
		if _, err := rules.Chess960Start(n); err == nil {
			t.Errorf("%d is accepted", n)
		}
	}
}

// TestBreachOf960 has an initial position that breaks each of the rules, and positions of other
// kinds, to which the rules do not apply.
func TestBreachOf960(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want rules.Breach960
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", rules.NoBreach960},
		{"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w - - 0 1", rules.NoBreach960},
		{"krrnbqbn/pppppppp/8/8/8/8/PPPPPPPP/KRRNBQBN w - - 0 1", rules.KingBeside960},
		{"rrknbqbn/pppppppp/8/8/8/8/PPPPPPPP/RRKNBQBN w - - 0 1", rules.KingBeside960},
		{"rnkbrbqn/pppppppp/8/8/8/8/PPPPPPPP/RNKBRBQN w - - 0 1", rules.Bishops960},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", rules.Unlike960},
		{"rqbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBQKBNR w - - 0 1", rules.OtherMen960},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", rules.NoBreach960},
		{"krrnbqbn/pppp1ppp/8/4p3/8/8/PPPPPPPP/KRRNBQBN w - - 0 2", rules.NoBreach960},
	} {
		setup, err := rules.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.NewPosition(setup, rules.Chess960)
		if err != nil {
			t.Fatal(err)
		}
		if got := rules.BreachOf960(p); got != c.want {
			t.Errorf("%s: %d, want %d", c.fen, got, c.want)
		}
	}
}
