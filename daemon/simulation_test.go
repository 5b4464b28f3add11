package daemon_test

import (
	"context"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/sensors"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
)

// A visitor pauses a simulated board, makes it faster and pulls a chip: the board's own
// time continues from where it stopped, and the chip's squares are unknown while it is
// off.
func TestSimulation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := configs.Default().Boards[0]
		config.ScanHz = 100
		s, err := daemon.OpenSession(filepath.Join(t.TempDir(), "demo"), "demo", header, time.Now(), quiet)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Store.Journal.Close()
		board, err := hardware.Open(config, hardware.Played{Until: s.Last, Done: s.Done, Announced: s.Paired})
		if err != nil {
			t.Fatal(err)
		}
		defer board.Close()
		visit := board.Simulation
		if visit == nil || visit.Speed() != 1 || visit.Halted() || visit.Pulled() || visit.Chip() != "0x23" {
			t.Fatalf("simulation %+v", visit)
		}

		d := daemon.NewBoardLoop(newBoard(t, "s"), nil, s.History, quiet)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var last time.Duration
		var shown sensors.Scan
		live := daemon.NewLive(board, 0, nil, nil)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for r := range live.Records(ctx, d) {
				last = r.At
				switch w := r.What.(type) {
				case trace.Scan:
					shown = w.Board
				case trace.Change:
					shown[w.Square] = w.Is
				}
			}
		}()
		pass := func(t time.Duration) {
			time.Sleep(t) // of the synctest bubble
			synctest.Wait()
		}

		pass(10 * time.Millisecond)
		visit.Pull(true)
		pass(20 * time.Millisecond)
		unknown := shown.Unknown()
		if unknown.Count() != 16 || !visit.Pulled() {
			t.Errorf("with a chip pulled, %d squares are unknown", unknown.Count())
		}
		visit.Pull(false)
		pass(20 * time.Millisecond)
		if unknown := shown.Unknown(); unknown != 0 {
			t.Errorf("with the chip put back, %v are unknown", unknown)
		}

		visit.Halt(true)
		pass(50 * time.Millisecond)
		before := last
		pass(time.Hour)
		if last != before || !visit.Halted() {
			t.Errorf("halted, the board's time went on from %v to %v", before, last)
		}
		visit.Halt(false)
		visit.SetSpeed(1000)
		if visit.Speed() != simboard.Fastest {
			t.Errorf("speed %v, want %v", visit.Speed(), simboard.Fastest)
		}
		pass(300 * time.Millisecond)
		if last < before+5*time.Second || last > before+32*time.Second {
			t.Errorf("at a hundred times real time, 300 ms took the board from %v to %v", before, last)
		}
		cancel()
		<-done
	})
}
