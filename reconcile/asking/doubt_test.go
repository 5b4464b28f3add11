package asking_test

import (
	"math"
	"testing"

	"touchmove/reconcile/asking"
)

// TestProbabilities: the first move has its confidence, the others share the rest by their masses, but none
// has more than its part of all masses; together with "none of them" it is 1.
func TestProbabilities(t *testing.T) {
	masses := []asking.Mass{{Move: move(start, "e2e4"), Mass: 6}, {Move: move(start, "e2e3"), Mass: 2, Merged: 2}, {Move: move(start, "d2d4"), Mass: 1}, {Move: move(start, "a2a3"), Mass: 0.0001}}
	for _, c := range []struct {
		name         string
		sure         float64
		second, none float64
	}{
		{"they share the rest", 0.9, 0.05, 0.025},
		{"no more than their part", 0.1, 0.2, 0.6},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := asking.Masses{Moves: masses, Other: 1 - 0.0001, Sure: c.sure}.Unsettled(1, start, true)
			sum := u.Other
			for _, a := range u.Candidates {
				sum += a.Probability
				switch a.Move {
				case masses[0].Move:
					if a.Probability != c.sure || !a.Published {
						t.Errorf("the published move has %v, want %v", a.Probability, c.sure)
					}
				case masses[1].Move:
					if math.Abs(a.Probability-c.second) > 1e-9 || !a.Final {
						t.Errorf("the second move has %v, want %v", a.Probability, c.second)
					}
				case masses[3].Move:
					t.Error("a move with hardly any mass is listed")
				}
			}
			if math.Abs(sum-1) > 1e-9 || math.Abs(u.Other-c.none) > 1e-4 {
				t.Errorf("in all %v, none of them %v, want %v", sum, u.Other, c.none)
			}
			if u.Final {
				t.Error("said to be final, although later readings may show d2d4")
			}
		})
	}
}
