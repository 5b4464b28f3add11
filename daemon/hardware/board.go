// Package hardware opens the boards of a configuration: their drivers on this
// computer's buses and lines, or on simulated chips with simulated hands. A Board is
// opened for play; a Bench shows a technician what the sensors read.
package hardware

import (
	"errors"
	"fmt"
	"os"
	"time"

	"touchmove/configs"
	"touchmove/sensors/scan"
	"touchmove/sensors/scan/host"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/wiring"
)

// Board is a board opened for play. Close releases it.
type Board struct {
	*scan.Board
	Timer *scan.Timer // for the time between scans; nil means Go's timers

	Hands      simboard.Player      // play on a simulated board; nil on a real one
	Simulation *simboard.Simulation // its time, and what visitors may do; nil on a real one

	script *os.File // what scripted hands do; nil if there are none
}

// Played is how far a board's journal has got. Simulated hands continue from there. The
// zero value is the beginning.
type Played struct {
	Until     time.Duration // the time of the last record
	Done      int           // number of acts of hands at exactly that time
	Announced bool          // the event file announces the pairing, not the hands
}

// Open opens the drivers of a configuration on this computer's buses and lines, or on
// simulated chips. The error names the board and says what to do. Missing buses and
// lines are an error (OpenOn accepts hardware that waits for them).
func Open(c configs.Board, played Played) (Board, error) {
	return OpenOn(host.Computer{}, c, played)
}

// OpenOn is Open with given hardware for a real board.
func OpenOn(on scan.Hardware, c configs.Board, played Played) (b Board, err error) {
	w, simulated := c.Wiring.(configs.Simulated)
	if simulated {
		b.Simulation = simboard.NewSimulation(w.Speed)
		err = b.simulate(w, c, played)
	} else {
		b.Board, err = assemble(on, c, c.Wiring, c.Clock)
	}
	if err != nil {
		if b.script != nil {
			err = errors.Join(err, b.script.Close())
		}
		return Board{}, fmt.Errorf("board %s: %w", c.ID, err)
	}
	return b, nil
}

// assemble opens the drivers of a wiring on hardware, and the lines of a clock.
// Simulated hands have no clock lines: their presses are known.
func assemble(on scan.Hardware, c configs.Board, w wiring.Wiring, clock scan.ClockLines) (*scan.Board, error) {
	drivers := wiring.Drivers(w)
	if len(drivers) == 0 {
		return nil, fmt.Errorf("no driver is called %q", w.Driver())
	}
	return scan.Open(on, scan.Config{
		Sensing: c.Sensing, Period: c.Period(), IdlePeriod: c.IdlePeriod(), IdleAfter: c.IdleAfter, Clock: clock,
	}, drivers...)
}

// TwinOf returns the wiring that a simulated board simulates, and any other wiring
// unchanged.
func TwinOf(w wiring.Wiring) (wiring.Wiring, error) {
	if s, ok := w.(configs.Simulated); ok {
		return wiring.Usual(s.Chip)
	}
	return w, nil
}

// Close releases everything. Nothing may read the board afterwards.
func (b Board) Close() error {
	var err error
	if b.script != nil {
		err = b.script.Close()
	}
	return errors.Join(b.Board.Close(), b.Timer.Close(), err)
}
