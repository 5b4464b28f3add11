// Package goldentest compares what a test got with a file that is kept beside it. With the
// flag -update of go test the file is written first: look at what changed before you commit.
package goldentest

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files, and the tables and pictures in docs, again")

// Updating reports whether the test runs with -update.
func Updating() bool { return *update }

// Check fails the test if the file does not hold exactly what the test got. With -update
// it writes the file instead.
func Check[T string | []byte](t testing.TB, path string, got T) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (-update writes it)", err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs (%s with -update rewrites it):\n%s", path, t.Name(), difference(string(got), string(want)))
	}
}

// difference shows the lines from the first to the last that differ.
func difference(got, want string) string {
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	same := 0
	for len(g) > 0 && len(w) > 0 && g[0] == w[0] {
		g, w, same = g[1:], w[1:], same+1
	}
	for len(g) > 0 && len(w) > 0 && g[len(g)-1] == w[len(w)-1] {
		g, w = g[:len(g)-1], w[:len(w)-1]
	}
	return fmt.Sprintf("from line %d got\n%s\nwant\n%s", same+1, strings.Join(g, ""), strings.Join(w, ""))
}
