// Package hardware opens the boards of a configuration: their drivers on this
// computer's buses and lines, or on simulated chips with simulated hands at them; to
// be played on (Board), or for a technician to look at what the sensors read (Bench).
package hardware

import (
	"errors"
	"fmt"
	"time"

	"touchmove/configs"
	"touchmove/sensors/scan"
	"touchmove/sensors/scan/host"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/wiring"
)

// Board is a board that is opened to be played on. Close gives back what is open.
type Board struct {
	*scan.Board
	Timer *scan.Timer // from scan to scan; nil are Go's timers

	Hands      *simboard.Hands      // move the pieces of a simulated board; nil on a real one
	Simulation *simboard.Simulation // how its time goes, and what visitors may do; nil on a real one
}

// Played is how far a board's journal has come, from where simulated hands go on.
// The zero value is from the beginning.
type Played struct {
	Until     time.Duration // the time of the last record
	Done      int           // what hands pressed and said at exactly that time
	Announced bool          // who plays is told by others, and not by the hands
}

// Open opens the drivers that a configuration names, on this computer's buses and
// lines, or on simulated chips. The error names the board and says what to do.
// Buses and lines that are not there are an error (OpenOn has hardware that waits
// for them).
func Open(c configs.Board, played Played) (Board, error) {
	return OpenOn(host.Computer{}, c, played)
}

// OpenOn is Open with the hardware of a real board given.
func OpenOn(on scan.Hardware, c configs.Board, played Played) (b Board, err error) {
	w, simulated := c.Wiring.(configs.Simulated)
	if simulated {
		b.Simulation = simboard.NewSimulation(w.Speed)
		err = b.simulate(w, c, played)
	} else {
		b.Board, err = assemble(on, c, c.Wiring, c.Clock)
	}
	if err != nil {
		return Board{}, fmt.Errorf("board %s: %w", c.ID, err)
	}
	return b, nil
}

// assemble puts the drivers of a wiring on hardware, and the lines of a clock,
// which simulated hands have not: what they press is known.
func assemble(on scan.Hardware, c configs.Board, w wiring.Wiring, clock scan.ClockLines) (*scan.Board, error) {
	drivers := wiring.Drivers(w)
	if len(drivers) == 0 {
		return nil, fmt.Errorf("no driver is called %q", w.Driver())
	}
	return scan.Open(on, scan.Config{
		Sensing: c.Sensing, Period: c.Period(), IdlePeriod: c.IdlePeriod(), IdleAfter: c.IdleAfter, Clock: clock,
	}, drivers...)
}

// TwinOf returns the wiring of a simulated board's twin, any other wiring as it
// is.
func TwinOf(w wiring.Wiring) (wiring.Wiring, error) {
	if s, ok := w.(configs.Simulated); ok {
		return wiring.Usual(s.Chip)
	}
	return w, nil
}

// Close gives back what is open. Nothing may read the board any more.
func (b Board) Close() error { return errors.Join(b.Board.Close(), b.Timer.Close()) }
