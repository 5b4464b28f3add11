package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The report compares all contestants with all the published counts, and a
// missing Stockfish costs only its own table.
func TestReport(t *testing.T) {
	var out bytes.Buffer
	if err := report(&out, "../../../rules/testdata", "/nowhere/stockfish", 1, 100, 10); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`^no comparison with Stockfish: .*/nowhere/stockfish`,
		`(?m)^ +1 +1 +20 +[0-9.]+ +[0-9.]+ +[0-9.]+$`,
		`(?m)^ +all +[0-9]+ `,
		`(?m)^ +corentings/chess +42 +[0-9]+ +[0-9.]+$`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("the report does not match %s:\n%s", want, out.String())
		}
	}
}

// A count that is not the published one is an error, not a figure.
func TestWrongCount(t *testing.T) {
	good, err := os.ReadFile("../../../rules/testdata/perft.epd")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"D1 20 ", "D1 21 ", "touchmove: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1, depth 1: counts 20, not 21"},
		{"D1 20 ", "D1 x ", `perft.epd:1: "D1 x " is not the count of depth 1`},
		{" ;D6 119060324", "", "perft.epd:1: the count of depth 6 is missing"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "perft.epd"), bytes.Replace(good, []byte(c.from), []byte(c.to), 1), 0o666); err != nil {
			t.Fatal(err)
		}
		err := report(&bytes.Buffer{}, dir, "/nowhere/stockfish", 1, 20, 10)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s instead of %s: %v, want %q", c.to, c.from, err, c.want)
		}
	}
}

// A program that says nothing is not waited for.
func TestSilentEngine(t *testing.T) {
	if _, err := startStockfish("/bin/true"); err == nil {
		t.Error("/bin/true is taken for a chess engine")
	}
}
