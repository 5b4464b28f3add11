package rules_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"touchmove/rules"
)

// All 960 orders differ and are allowed; the data knows the numbers of some.
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
