package rules_test

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"touchmove/rules"
)

var perftFull = flag.Bool("perft.full", false, "count every depth of the perft files, not only those within the node budget")

// perftBudget is the most nodes that a depth may have to be counted in an ordinary test run.
const perftBudget = 2_000_000

type perftLine struct {
	fen   string
	nodes []uint64 // by depth, from depth 1
}

func readPerft(t testing.TB, name string) []perftLine {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []perftLine
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		parts := strings.Split(line, ";")
		l := perftLine{fen: strings.TrimSpace(parts[0])}
		for _, part := range parts[1:] {
			if f := strings.Fields(part); f[0] == fmt.Sprintf("D%d", len(l.nodes)+1) {
				n, err := strconv.ParseUint(f[1], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				l.nodes = append(l.nodes, n)
			}
		}
		if len(l.nodes) == 0 {
			t.Fatalf("%s: no counts in %q", name, line)
		}
		out = append(out, l)
	}
	return out
}

func TestPerft(t *testing.T) {
	for _, file := range []struct {
		name    string
		variant rules.Variant
	}{{"perft.epd", rules.Standard}, {"perft-chess960.epd", rules.Chess960}} {
		for _, line := range readPerft(t, file.name) {
			p := rules.MustPosition(line.fen, file.variant)
			for i, want := range line.nodes {
				if want > perftBudget && !*perftFull {
					break
				}
				if got := rules.Perft(p, i+1); got != want {
					t.Errorf("%s: %s: depth %d: %d nodes, want %d", file.name, line.fen, i+1, got, want)
				}
			}
		}
	}
}
