package decoder_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

func occupied(p rules.Position) (s sensors.Scan) {
	for sq := range s {
		s[sq] = sensors.Empty
		if p.At(rules.Square(sq)) != rules.NoPiece {
			s[sq] = sensors.Occupied
		}
	}
	return s
}

// BenchmarkQuiet measures a scan that changes nothing while nothing is open.
func BenchmarkQuiet(b *testing.B) {
	d := decoder.New(decoder.Config{Start: rules.StartPosition()})
	scan := occupied(rules.StartPosition())
	d.Advance(time.Millisecond)
	d.Scan(&scan)
	d.Advance(time.Minute)
	d.Findings()
	at := time.Minute
	b.ReportAllocs()
	for b.Loop() {
		at += 5 * time.Millisecond
		d.Advance(at)
		d.Scan(&scan)
		d.Findings()
	}
}

// BenchmarkRandom measures the worst that a broken board can do: every reading changes another
// square at random. It reports the slowest single step.
func BenchmarkRandom(b *testing.B) {
	d := decoder.New(decoder.Config{Start: rules.StartPosition()})
	scan := occupied(rules.StartPosition())
	d.Advance(time.Millisecond)
	d.Scan(&scan)
	r := rand.New(rand.NewPCG(1, 2))
	at := time.Second
	var worst time.Duration
	for b.Loop() {
		at += 10 * time.Millisecond
		began := time.Now()
		d.Advance(at)
		d.Change(rules.Square(r.IntN(64)), sensors.Empty+sensors.State(r.IntN(2)))
		d.Findings()
		worst = max(worst, time.Since(began))
	}
	b.ReportMetric(float64(worst.Microseconds()), "worst-µs")
}
