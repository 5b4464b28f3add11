package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// Every attack has a unique name by which it can be run alone, and the page that describes
// the attacks gives their number.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	for _, row := range all() {
		if row.name == "" || row.send == nil || names[row.name] {
			t.Errorf("the attack %q has no name of its own, or does nothing", row.name)
		}
		names[row.name] = true
	}
	page, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	const nothing = 1 // the row without an attack
	if want := fmt.Sprintf("%d kinds in all", len(names)-nothing); !strings.Contains(strings.ReplaceAll(string(page), "\n", " "), want) {
		t.Errorf("docs/operations.md does not say %q", want)
	}
}

// Memory that only swings does not grow, whatever a daemon takes at its start; memory that is never
// given back does.
func TestGrowth(t *testing.T) {
	const day, steps = 24 * time.Hour, 1000
	for _, c := range []struct {
		name   string
		length time.Duration
		at     func(n int) int64 // megabytes
		grows  bool
	}{
		{"it swings", day, func(n int) int64 { return 30 + int64(n%7)*5 }, false},
		{"at its start it takes little", day, func(n int) int64 { return min(int64(n), 40) }, false},
		{"it grows", day, func(n int) int64 { return 30 + int64(n%7)*5 + int64(n)/40 }, true},
		{"it grows, for a minute", time.Minute, func(n int) int64 { return 30 + int64(n) }, false},
	} {
		r := result{alive: true}
		for n := range steps {
			r.took(c.at(n)<<20, float64(n)/steps, c.length)
		}
		r.most = 0 // only growth matters here
		if r.grows() != c.grows || (r.verdict() == "MISSED") != c.grows {
			t.Errorf("%s: %v, %s", c.name, r.halves, r.verdict())
		}
	}
}
