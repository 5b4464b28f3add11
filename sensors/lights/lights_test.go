package lights_test

import (
	"fmt"
	"testing"

	"touchmove/rules"
	"touchmove/sensors/lights"
)

func ExampleFrame() {
	var f lights.Frame
	f.Set(rules.SquaresOf(rules.E4), lights.Lamp{Tone: lights.White, Large: true})
	f.Set(rules.SquaresOf(rules.E2), lights.Lamp{Tone: lights.White})
	f.Edge = lights.Lamp{Tone: lights.Violet}
	fmt.Println(&f)
	calm := f.Calm()
	fmt.Println(&calm)
	// Output:
	// e2 white, e4 white large, edge violet
	// e4 white large, edge violet
}

// Every layout visits each square once, and every step along a serpentine leads to a
// neighbour.
func TestLayouts(t *testing.T) {
	corners := []rules.Square{rules.A1, rules.H1, rules.A8, rules.H8}
	accepted := 0
	for _, first := range corners {
		for next := range rules.AllSquares.All() {
			for _, serpentine := range []bool{false, true} {
				l := lights.Layout{First: first, Next: next, Serpentine: serpentine}
				if l.Check() != nil {
					continue
				}
				accepted++
				order := l.Squares()
				var seen rules.Squares
				for n, sq := range order {
					seen |= rules.SquaresOf(sq)
					if n == 0 {
						continue
					}
					before := order[n-1]
					apart := max(sq.File()-before.File(), before.File()-sq.File()) + max(sq.Rank()-before.Rank(), before.Rank()-sq.Rank())
					if serpentine && apart != 1 {
						t.Errorf("%+v: lamp %d is on %v, %d squares after %v", l, n, sq, apart, before)
					}
				}
				if seen != rules.AllSquares || order[0] != first || order[1] != next {
					t.Errorf("%+v passes %v", l, order)
				}
			}
		}
	}
	if accepted != 16 {
		t.Errorf("%d layouts, want four corners with two directions, to and fro or not", accepted)
	}
}

func TestLayoutRefuses(t *testing.T) {
	for want, l := range map[string]lights.Layout{
		"the first lamp is at a corner: a1, h1, a8 or h8": {First: rules.B1, Next: rules.C1},
		"the lamp after h8 is on g8 or on h7":             {First: rules.H8, Next: rules.A8},
		"the lamp after a1 is on b1 or on a2":             {First: rules.A1, Next: rules.NoSquare},
	} {
		if err := l.Check(); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", l, err, want)
		}
	}
}
