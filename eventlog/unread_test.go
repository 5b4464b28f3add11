package eventlog_test

import (
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A square that stops giving readings is reported by the first record a second later,
// with the time at which the second was over; one that gives readings again before then
// is not. Another square that follows does not delay the report.
func TestUnreadSquaresAreReportedAfterASecond(t *testing.T) {
	const ms = time.Millisecond
	change := func(at time.Duration, sq rules.Square, is sensors.State) trace.Record {
		return trace.Record{At: at, What: trace.Change{Square: sq, Is: is}}
	}
	for _, c := range []struct {
		name    string
		records []trace.Record
		tick    time.Duration
		want    time.Duration // 0: nothing is reported
		squares rules.Squares
	}{
		{"before the second is over", []trace.Record{change(100*ms, rules.E4, sensors.Unknown)}, 1099 * ms, 0, 0},
		{"when it is over", []trace.Record{change(100*ms, rules.E4, sensors.Unknown)}, 1100 * ms, 1100 * ms, rules.SquaresOf(rules.E4)},
		{"later", []trace.Record{change(100*ms, rules.E4, sensors.Unknown)}, 5000 * ms, 1100 * ms, rules.SquaresOf(rules.E4)},
		{
			"it reads again", []trace.Record{change(100*ms, rules.E4, sensors.Unknown), change(900*ms, rules.E4, sensors.Empty)},
			5000 * ms, 0, 0,
		},
		{
			"another one follows", []trace.Record{change(100*ms, rules.E4, sensors.Unknown), change(900*ms, rules.E5, sensors.Unknown)},
			1100 * ms, 1100 * ms, rules.SquaresOf(rules.E4, rules.E5),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var shown sensors.Scan
			for sq := range shown {
				shown[sq] = sensors.Empty
			}
			records := append([]trace.Record{{What: trace.Scan{Board: shown}}}, c.records...)
			b, err := eventlog.Of(trace.DefaultHeader(), eventlog.Journal{ID: "hall-7"}, records)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range c.records {
				shown[r.What.(trace.Change).Square] = r.What.(trace.Change).Is
			}
			if _, err := b.Step(trace.Record{At: c.tick, What: trace.Scan{Board: shown}}); err != nil {
				t.Fatal(err)
			}
			var at time.Duration
			var squares rules.Squares
			for _, e := range b.Entries() {
				if u, ok := e.What.(eventlog.Unread); ok {
					at, squares = e.At, u.Squares
				}
			}
			if at != c.want || squares != c.squares {
				t.Errorf("at %v, %v is reported at %v, want %v at %v", c.tick, squares, at, c.squares, c.want)
			}
		})
	}
}
