package decoder_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestRandomReadings feeds readings that no player could cause, and checks that the decoder neither
// panics nor grows.
func TestRandomReadings(t *testing.T) {
	for _, test := range []struct {
		name     string
		seed     uint64
		step     time.Duration
		squares  int // how many squares take part
		polarity bool
		variant  rules.Variant
	}{
		{"every square at random", 1, 10 * time.Millisecond, 64, false, rules.Standard},
		{"a corner that chatters", 2, 5 * time.Millisecond, 6, false, rules.Standard},
		{"slow mischief", 3, 700 * time.Millisecond, 16, false, rules.Standard},
		{"colours at random", 4, 20 * time.Millisecond, 64, true, rules.Standard},
		{"Chess960", 5, 100 * time.Millisecond, 12, false, rules.Chess960},
	} {
		t.Run(test.name, func(t *testing.T) {
			var start sensors.Scan
			p := rules.StartPosition()
			if test.variant == rules.Chess960 {
				p = rules.MustPosition("rqnnbbkr/pppppppp/8/8/8/8/PPPPPPPP/RQNNBBKR w HAha - 0 1", rules.Chess960)
			}
			states := []sensors.State{sensors.Empty, sensors.Occupied, sensors.Empty, sensors.Occupied, sensors.Unknown}
			for sq := range start {
				start[sq] = sensors.Empty
				if piece := p.At(rules.Square(sq)); piece != rules.NoPiece {
					start[sq] = sensors.Occupied
					if test.polarity {
						start[sq] = sensors.White + sensors.State(piece.Color())
					}
				}
			}
			if test.polarity {
				states = []sensors.State{sensors.Empty, sensors.White, sensors.Black, sensors.Empty, sensors.Unknown}
			}
			d := decoder.New(decoder.Config{Start: p, Polarity: test.polarity})
			d.Advance(time.Millisecond)
			d.Scan(&start)
			r := rand.New(rand.NewPCG(test.seed, 7))
			at := time.Second
			const steps = 4000
			var before, after runtime.MemStats
			for i := range steps {
				if i == steps/2 {
					runtime.GC()
					runtime.ReadMemStats(&before)
				}
				at += test.step
				d.Advance(at)
				if r.IntN(40) == 0 {
					d.Press(rules.Color(r.IntN(2)))
				}
				d.Change(rules.Square(r.IntN(test.squares)*61%64), states[r.IntN(len(states))])
				d.Findings()
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 4<<20 {
				t.Errorf("the heap grew by %d bytes in %d readings", grown, steps/2)
			}
			runtime.KeepAlive(d)
		})
	}
}
