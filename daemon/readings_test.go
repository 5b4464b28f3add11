package daemon_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Readings have the board's time from 0 on. They end with an End, at the limit or, if
// they are cancelled, at once.
func TestReadingsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins, board := newChipBoard(t)
		for _, c := range []struct {
			limit, off, want time.Duration
		}{
			{2 * time.Second, 0, 2 * time.Second},
			{0, 1500 * time.Millisecond, 1500 * time.Millisecond},
			{time.Minute, time.Second, time.Second},
		} {
			ctx, cancel := context.WithCancel(t.Context())
			if c.off > 0 {
				time.AfterFunc(c.off, cancel)
			}
			time.AfterFunc(time.Second/2, func() { pins.pins.SetSquare(rules.E2, sensors.Occupied) })
			readings, err := daemon.Readings(ctx, board, header, c.limit, quiet)
			if err != nil {
				t.Fatal(err)
			}
			var all []trace.Record
			for r, err := range readings {
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, r)
			}
			cancel()
			if len(all) != 3 || all[0].At != 0 {
				t.Fatalf("%v: %v", c, all)
			}
			if change, ok := all[1].What.(trace.Change); !ok || change.Square != rules.E2 || all[1].At < time.Second/2 || all[1].At > time.Second/2+10*time.Millisecond {
				t.Errorf("%v: %v", c, all[1])
			}
			if end := all[2]; end != (trace.Record{At: c.want, What: trace.End{}}) {
				t.Errorf("%v: ends with %v", c, end)
			}
			pins.pins.SetSquare(rules.E2, sensors.Empty)
			synctest.Wait()
		}
	})
}
