package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestPieceThatStoodBeforeIsAnother: a king stands undetected where it has gone, while a queen has
// stood on its square for long: these are two things, not one piece put where it may not stand. So the
// queen's move stands when she takes the pawn.
func TestPieceThatStoodBeforeIsAnother(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("8/8/8/8/1K5Q/8/5pk1/8 w - - 1 70", rules.Standard)})
	for _, m := range [][2]rules.Square{{rules.H4, rules.G4}, {rules.G2, rules.H2}, {rules.G4, rules.F3}, {rules.H2, rules.G1}, {rules.F3, rules.G3}} {
		b.wait(4500 * time.Millisecond)
		b.move(m[0], m[1])
	}
	b.wait(3 * time.Second)
	for _, c := range []struct {
		at   rules.Square
		is   sensors.State
		then time.Duration
	}{
		{rules.G1, sensors.Empty, 800}, {rules.H1, sensors.Occupied, 150}, {rules.H1, sensors.Empty, 6200},
		{rules.G3, sensors.Empty, 120}, {rules.F2, sensors.Empty, 220}, {rules.F2, sensors.Occupied, 6000},
	} {
		b.Change(c.at, c.is)
		b.wait(c.then * time.Millisecond)
	}
	if got := b.lineTold(); !slices.Equal(got, []string{"h4g4", "g2h2", "g4f3", "h2g1", "f3g3", "g1h1", "g3f2"}) {
		t.Errorf("told %v, and h4g4 g2h2 g4f3 h2g1 f3g3 g1h1 g3f2 was played", got)
	}
	if n := b.changed(); n > 0 {
		t.Errorf("%d moves were changed for a while", n)
	}
}
