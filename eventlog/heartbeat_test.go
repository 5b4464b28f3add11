package eventlog_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// While a clock runs, a scan without changes is kept every ten seconds, so that a power
// cut costs no more than that of a player's time. While the clock stands still none is
// kept.
func TestRunningClockIsKeptEveryTenSeconds(t *testing.T) {
	var shown sensors.Scan
	p := rules.StartPosition()
	for sq := range shown {
		shown[sq] = sensors.Empty
		if p.At(rules.Square(sq)) != rules.NoPiece {
			shown[sq] = sensors.Occupied
		}
	}
	h := trace.DefaultHeader()
	h.TimeControl = "300"
	b, err := eventlog.Of(h, eventlog.Journal{ID: "hall-7"}, []trace.Record{{What: trace.Scan{Board: shown}}})
	if err != nil {
		t.Fatal(err)
	}
	kept := func(from, until int) (seconds []int) {
		for at := from; at < until; at++ {
			step, err := b.Step(trace.Record{At: time.Duration(at) * time.Second, What: trace.Scan{Board: shown}})
			if err != nil {
				t.Fatal(err)
			}
			if step.Keep {
				seconds = append(seconds, at)
			}
		}
		return seconds
	}
	kept(5, 6) // the game begins
	if at := kept(6, 60); len(at) > 0 {
		t.Errorf("the clock stands, and scans without news are kept at %v s", at)
	}
	if _, err := b.Step(trace.Record{At: time.Minute, What: trace.Command{Do: trace.DoStartClocks}}); err != nil {
		t.Fatal(err)
	}
	if at, want := kept(61, 95), []int{70, 80, 90}; !slices.Equal(at, want) {
		t.Errorf("the clock runs from 60 s, and scans are kept at %v s, want %v", at, want)
	}
}
