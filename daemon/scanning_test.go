package daemon_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// While nobody touches the board it is scanned slowly. A touch, a press or a command makes it fast
// again.
func TestIdleRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := wirings(t)["mcp23017"]
		config.ScanHz, config.IdleScanHz, config.IdleAfter = 100, 10, 20*time.Second
		b := run(t, config, nil)
		rate := func() float64 { return b.board.Stats.Snapshot().RateHz }
		time.Sleep(10 * time.Second)
		if hz := rate(); hz != 100 {
			t.Errorf("after ten seconds: %v scans a second", hz)
		}
		time.Sleep(20 * time.Second)
		before := b.board.Stats.Snapshot().Scans
		time.Sleep(10 * time.Second)
		if n := b.board.Stats.Snapshot().Scans - before; n != 100 || rate() != 10 {
			t.Errorf("idle: %d scans in ten seconds, %v a second", n, rate())
		}
		b.pins.SetSquare(rules.E2, sensors.Empty)
		time.Sleep(150 * time.Millisecond)
		if hz := rate(); hz != 100 {
			t.Errorf("touched: %v scans a second", hz)
		}
		b.pins.SetSquare(rules.E2, sensors.Occupied)
		time.Sleep(time.Minute)
		if rate() != 10 {
			t.Errorf("idle again: %v", rate())
		}
		asked := time.Now()
		answered := make(chan time.Duration, 1)
		b.requests <- broadcast.Request{
			Command: trace.Command{ID: "1", Do: trace.DoNote, What: "hello"},
			Answer:  func(broadcast.Answer) { answered <- time.Since(asked) },
		}
		if took := <-answered; took > 20*time.Millisecond {
			t.Errorf("a command waited %v for an idle board", took)
		}
		b.stop()
	})
}

// slowly is a sensor whose readings take time.
type slowly struct {
	scan.Sensor
	took time.Duration
}

func (s slowly) Read(into sensors.Counts) error {
	time.Sleep(s.took)
	return s.Sensor.Read(into)
}

// Scans that take longer than their period are counted, with how long they took and how late they
// were.
func TestOverruns(t *testing.T) {
	for _, c := range []struct {
		took     time.Duration
		overruns func(scans uint64) uint64
	}{
		{2 * time.Millisecond, func(uint64) uint64 { return 0 }},
		{7 * time.Millisecond, func(scans uint64) uint64 { return scans }},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, board := newChipBoard(t)
			board.Buses[0].Parts[0].Sensor = slowly{board.Buses[0].Parts[0].Sensor, c.took}
			board.Stats = &scan.Stats{}
			s := open(t, t.TempDir(), header, quiet)
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error)
			go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)) }()
			time.Sleep(time.Second)
			stop()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			s.Store.Journal.Close()
			time.Sleep(time.Second) // the reading that was in progress
			n := board.Stats.Snapshot()
			if n.Scans == 0 || n.Overruns != c.overruns(n.Scans) || n.TookMax != c.took || n.TookP50 < c.took*3/4 || n.TookP50 > c.took || n.TookP99 > n.TookMax {
				t.Errorf("%v: %+v", c.took, n)
			}
			if late := n.LateMax > 0; late != (c.took > 5*time.Millisecond) {
				t.Errorf("%v: %+v", c.took, n)
			}
		})
	}
}

// A scan of a healthy board allocates nothing: driver, bus, table, monitor, counts and game.
func TestScanDoesNotAllocate(t *testing.T) {
	for name, config := range wirings(t) {
		t.Run(name, func(t *testing.T) {
			config.ScanHz, config.Clock = 1e6, scan.ClockLines{} // as fast as it goes
			b := &boardUnderTest{config: config, pins: chips.NewBoard(), log: &strings.Builder{}}
			b.pins.Set(setUp(config))
			var err error
			if b.twins, err = wiring.NewTwins(config.Wiring, config.Clock, b.pins, nil); err != nil {
				t.Fatal(err)
			}
			// Other parts of this process allocate now and then, and the scheduler's own lists
			// grow. One window among many without other allocations is proof enough.
			const window, windows, scheduler = 60, 100, 2 // the first one warms up
			n, before, fewest := 0, uint64(0), uint64(1<<63)
			var stats runtime.MemStats
			done := make(chan struct{})
			b.start(t, b.twins, func(board *hardware.Board) {
				board.Table = counting{board.Table, func() {
					if n++; n%window != 0 || n > window*windows || fewest <= scheduler {
						return
					}
					runtime.ReadMemStats(&stats)
					if n > window {
						fewest = min(fewest, stats.Mallocs-before)
					}
					runtime.ReadMemStats(&stats)
					if before = stats.Mallocs; n == window*windows || fewest <= scheduler {
						close(done)
					}
				}}
			})
			<-done
			b.stop()
			if fewest > scheduler {
				t.Errorf("a scan of %s allocates: at least %d allocations in each %d scans", name, fewest, window)
			}
		})
	}
}
