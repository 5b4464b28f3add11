package daemon_test

import (
	"context"
	"testing"

	"touchmove/daemon"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
)

// BenchmarkScan measures one scan of a board at rest, through driver, table and game:
// what the daemon does two hundred times a second.
func BenchmarkScan(b *testing.B) {
	h, board := newChipBoard(b)
	hands, err := simboard.NewHands(simboard.Play{Games: games(b, 1), Style: style(b, "clean"), Seed: 3}, h.pins, 0, 0)
	if err != nil {
		b.Fatal(err)
	}
	board.Hands, board.Simulation = hands, simboard.NewSimulation(1e9)
	s := open(b, b.TempDir(), header, quiet)
	defer s.Store.Journal.Close()
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	scans := 0
	board.Table = counting{board.Table, func() {
		if scans++; scans == b.N {
			stop()
		}
	}}
	b.ReportAllocs()
	b.ResetTimer()
	if err := s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRecovery measures how long a daemon needs to read a game from its journal
// before it can play on: games of 31, 114 and 200 moves, the last with every press of
// the clock, by good sensors and by poor ones.
func BenchmarkRecovery(b *testing.B) {
	real := games(b, 14)
	b.Run("short", func(b *testing.B) { recovery(b, real[0], style(b, "blitz")) })
	b.Run("long", func(b *testing.B) { recovery(b, real[13], style(b, "blitz")) })
	for _, level := range []string{"club", "noisy", "faulty", "hard"} {
		hands := style(b, level)
		hands.Clock = 1000
		b.Run("200-moves/"+level, func(b *testing.B) { recovery(b, marathon(b, 400), hands) })
	}
}

func recovery(b *testing.B, game sim.Game, hands sim.Style) {
	dir := b.TempDir()
	s := open(b, dir, header, quiet)
	p, err := sim.Perform([]sim.Game{game}, hands, 1)
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for r := range p.Records() {
		if _, end := r.What.(trace.End); end {
			break
		}
		if err := s.Loop.Run(all([]trace.Record{r})); err != nil {
			b.Fatal(err)
		}
		n++
	}
	s.Store.Journal.Close()
	for b.Loop() {
		open(b, dir, header, quiet).Store.Journal.Close()
	}
	b.ReportMetric(float64(n), "records")
}

// counting calls a function for each scan that a table makes.
type counting struct {
	scan.Table
	scanned func()
}

func (c counting) Scan(counts sensors.Counts, last sensors.Scan) sensors.Scan {
	c.scanned()
	return c.Table.Scan(counts, last)
}
