package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"touchmove/configs"
	"touchmove/daemon/signals"
	"touchmove/sensors/lights"
	"touchmove/sensors/scan/host"
	"touchmove/sensors/wiring"
)

// lamps holds the lamps and the buzzer of the board that is being calibrated. The zero value
// has none.
type lamps struct {
	*signals.Signals
	stop func()
}

// newLamps opens the lamps and the buzzer of a board. Those of a simulated board are
// simulated as well.
func newLamps(ctx context.Context, board configs.Board) *lamps {
	var on wiring.SignalHardware = host.Computer{}
	if _, simulated := board.Wiring.(configs.Simulated); simulated {
		on, _ = wiring.NewSignalTwins(board.Signals())
	}
	l := &lamps{Signals: signals.New(board.Signals(), on, slog.New(slog.DiscardHandler)), stop: func() {}}
	if l.Signals == nil {
		return l
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { l.Run(ctx) })
	l.stop = func() {
		cancel()
		running.Wait()
	}
	return l
}

// wish returns the function with which a guide sets the lamps, or nil if there are none.
func (l *lamps) wish() func(lights.Frame) {
	if l.Signals == nil {
		return nil
	}
	return l.Wish
}

// faults returns one sentence for each lamp or buzzer that does not answer.
func (l *lamps) faults() (all []string) {
	if l.Signals != nil {
		now, _ := l.Now()
		for _, f := range now.Faults {
			all = append(all, fmt.Sprintf("lamps or buzzer do not respond: %s", f))
		}
	}
	return all
}

// end turns everything off and returns the faults so far.
func (l *lamps) end() []string {
	faults := l.faults()
	l.stop()
	return faults
}
