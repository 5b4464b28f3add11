package reconcile_test

import (
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// BenchmarkQuiet measures a scan in which nothing has changed. A live board has hundreds of them a
// second.
func BenchmarkQuiet(b *testing.B) {
	h := trace.DefaultHeader()
	g, err := reconcile.NewGame(h)
	if err != nil {
		b.Fatal(err)
	}
	scan := trace.Scan{Board: board(rules.StartPosition())}
	at := time.Duration(0)
	for range 4000 {
		step(b, g, trace.Record{At: at, What: scan})
		at += 5 * time.Millisecond
	}
	r := trace.Record{What: scan}
	b.ReportAllocs()
	for b.Loop() {
		at += 5 * time.Millisecond
		r.At = at
		if _, err := g.Step(r); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSample measures a whole recorded game.
func BenchmarkSample(b *testing.B) {
	h, records := sample(b, "testdata/traces/club-04.jsonl.gz")
	b.ReportAllocs()
	for b.Loop() {
		play(b, h, records)
	}
}
