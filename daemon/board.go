package daemon

import (
	"errors"
	"fmt"

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

// OpenBoard opens the drivers that a configuration names, on this computer's
// buses and lines, or on simulated chips. s is where the board's journal ended;
// simulated hands go on from there. The error names the board and says what to
// do.
func OpenBoard(c configs.Board, s *Session) (Board, error) {
	return openBoard(host.Computer{}, c, s)
}

// openBoard is OpenBoard with the hardware of a real board.
func openBoard(on scan.Hardware, c configs.Board, s *Session) (b Board, err error) {
	w, simulated := c.Wiring.(configs.Simulated)
	if !simulated {
		return OpenOn(on, c)
	}
	b.Simulation = simboard.NewSimulation(w.Speed)
	if err := b.simulate(w, c, s); err != nil {
		return Board{}, fmt.Errorf("board %s: %w", c.ID, err)
	}
	return b, nil
}

// OpenOn opens the drivers that a configuration names on hardware that is
// given. The configuration's wiring may be anything but simulated.
func OpenOn(on scan.Hardware, c configs.Board) (b Board, err error) {
	if b.Board, err = assemble(on, c, c.Wiring, c.Clock); err != nil {
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
