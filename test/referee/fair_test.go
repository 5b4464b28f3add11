package main

import (
	"os"
	"testing"

	"touchmove/sensors/sim"
)

// fairCeilings are how often, per 1,000 half-moves of legal play, players may be accused for nothing.
var fairCeilings = []struct {
	level, what string
	most        float64
}{
	{"blitz", "press_before_release", 0.4},
	{"blitz", "clock_with_piece_in_hand", 1},
	{"blitz", "touched_piece", 0.3},
	{"physical-polarity", "press_before_release", 0.4},
	{"physical-polarity", "clock_with_piece_in_hand", 2.5},
}

// Players who press while the reply is under way, or whose piece stands off the middle of its square, are
// not accused more often than this.
func TestLegalPlayIsSeldomAccused(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 60 games")
	}
	f, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(f + "/../..") // the games are found from the root of the module
	jobs, err := fairJobs(30, 830001, "blitz,physical-polarity", "")
	if err != nil {
		t.Fatal(err)
	}
	all, err := countFair(jobs, func(string, *sim.Truth, accusation) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range fairCeilings {
		a := all[c.level]
		if a == nil || a.plies < 1000 {
			t.Errorf("%s: no game was played", c.level)
			continue
		}
		if got := 1000 * float64(a.false[c.what]) / float64(a.plies); got > c.most {
			t.Errorf("%s: %s is said for nothing %.2f times in 1,000 half-moves, want %.1f at most", c.level, c.what, got, c.most)
		}
	}
}
