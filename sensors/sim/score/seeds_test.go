package score_test

import (
	"testing"

	"touchmove/sensors/sim/score"
)

func TestSeedsAreApart(t *testing.T) {
	all := []score.Seeds{score.Fitting, score.Checking, score.HeldOut, score.Studied}
	for i, a := range all {
		if a.First > a.Last {
			t.Errorf("%v holds nothing", a)
		}
		for _, b := range all[:i] {
			if a.First <= b.Last && b.First <= a.Last {
				t.Errorf("%v and %v overlap", a, b)
			}
		}
	}
	for _, c := range []struct {
		first uint64
		n     int
		want  bool
	}{{7000000, 200, true}, {6999999, 1, false}, {8999999, 1, true}, {8999999, 2, false}, {7000000, 0, false}} {
		if got := score.HeldOut.Holds(c.first, c.n); got != c.want {
			t.Errorf("%d seeds from %d are held out: %v, want %v", c.n, c.first, got, c.want)
		}
	}
}
