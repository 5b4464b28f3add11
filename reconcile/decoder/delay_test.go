package decoder_test

import (
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestHowLongAMoveWaits: where every second of waiting is worth it, a move waits for restMost; for
// restAlone if there is no clock and nothing else disagrees. Where a short delay is enough it is published
// soon, but not with a clock, and not a piece that has rested on another square before.
func TestHowLongAMoveWaits(t *testing.T) {
	const soon = 300 * time.Millisecond
	seconds := func(name string) time.Duration { return time.Duration(costOf(t, name) * float64(time.Second)) }
	tries := func(b *table) { // the pawn rests on e3 first
		b.move(rules.E2, rules.E3)
		b.wait(200 * time.Millisecond)
		b.Change(rules.E3, sensors.Empty)
		b.wait(400 * time.Millisecond)
	}
	lifts := func(b *table) {
		b.Change(rules.E2, sensors.Empty)
		b.wait(400 * time.Millisecond)
	}
	for _, c := range []struct {
		name    string
		clock   bool
		prompt  float64 // promptWorth
		lift    func(b *table)
		other   bool // another piece of White's is missing
		atLeast time.Duration
	}{
		{"alone", false, 0, lifts, false, seconds("restAlone")},
		{"with a clock", true, 0, lifts, false, seconds("restMost")},
		{"another piece missing", false, 0, lifts, true, seconds("restMost")},
		{"soon", false, 1, lifts, false, 0},
		{"soon, with a clock", true, 1, lifts, false, seconds("restMost")},
		{"soon, but it has rested before", false, 1, tries, false, seconds("restAlone")},
	} {
		p := *decoder.DefaultParameters()
		for name, value := range map[string]float64{"sureWorth": 0, "promptWorth": c.prompt} {
			at, ok := decoder.ParameterByName(name)
			if !ok {
				t.Fatalf("there is no parameter %s", name)
			}
			p[at] = value
		}
		b := sitAt(decoder.Config{Start: rules.StartPosition(), Clock: c.clock, Parameters: &p})
		c.lift(b)
		b.Change(rules.E4, sensors.Occupied)
		landed := b.at
		if c.other {
			b.Change(rules.A2, sensors.Empty)
		}
		for told, _ := b.of(1); len(told) == 0 && b.at < landed+5*time.Second; told, _ = b.of(1) {
			b.wait(10 * time.Millisecond)
		}
		if got := b.at - landed; got < c.atLeast || got > c.atLeast+soon {
			t.Errorf("%s: published after %v, want from %v to %v", c.name, got, c.atLeast, c.atLeast+soon)
		}
	}
}
