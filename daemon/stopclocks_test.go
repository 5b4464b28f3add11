package daemon_test

import (
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A clock that ran when the power was cut stands still after the restart, at the last
// stored moment, which is at most ten seconds earlier. It stays there however often the
// machine is restarted.
func TestClockAfterARestart(t *testing.T) {
	dir := t.TempDir()
	h := trace.DefaultHeader()
	h.Clock, h.TimeControl = trace.ClockButtons, "5400+30"
	began := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	s, err := daemon.OpenSession(dir, "hall-7", h, began, quiet)
	if err != nil {
		t.Fatal(err)
	}
	var scan trace.Scan
	for sq := range scan.Board {
		scan.Board[sq] = sensors.Empty
		if rules.StartPosition().At(rules.Square(sq)) != rules.NoPiece {
			scan.Board[sq] = sensors.Occupied
		}
	}
	run := func(records ...trace.Record) {
		t.Helper()
		err := s.Loop.Run(func(yield func(trace.Record, error) bool) {
			for _, r := range records {
				if !yield(r, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	at := time.Duration(0)
	for ; at < 3*time.Second; at += 20 * time.Millisecond {
		run(trace.Record{At: at, What: scan})
	}
	run(trace.Record{At: at, What: trace.Command{Do: trace.DoStartClocks, By: "arbiter"}})
	started := at
	for ; at < started+95*time.Second; at += 100 * time.Millisecond { // White thinks; nothing changes
		run(trace.Record{At: at, What: scan})
	}
	kept, err := journal.Read(s.Store.Journal.Path())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(kept.Records); n > 16 || at-kept.Last() > 11*time.Second {
		t.Errorf("%d records are kept, the last %v ago", n, at-kept.Last())
	}
	if err := s.Store.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	for restart := range 3 {
		s, err = daemon.OpenSession(dir, "hall-7", h, began.Add(time.Hour), quiet)
		if err != nil {
			t.Fatal(err)
		}
		left, stands := clockTold(s.History)
		if stands != chessclock.Paused || left < 5430*time.Second-95*time.Second || left > 5430*time.Second-84*time.Second {
			t.Errorf("restart %d: White has %v, the clocks are %v", restart, left, stands)
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// clockTold returns the last published state of White's clock.
func clockTold(h *daemon.History) (left time.Duration, phase chessclock.Phase) {
	entries, _ := h.From(0)
	for _, e := range entries {
		if c, ok := e.What.(reconcile.ClockChanged); ok {
			left, phase = c.Left[rules.White], c.Phase
		}
	}
	return left, phase
}
