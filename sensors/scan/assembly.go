package scan

import (
	"errors"
	"fmt"
	"io"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"touchmove/calibration"
	"touchmove/sensors"
	"touchmove/sensors/gpiomatrix"
)

// Config is what Open needs to know about a board besides its drivers.
type Config struct {
	Sensing               sensors.Sensing
	Period                time.Duration // from the start of one scan to the next
	IdlePeriod, IdleAfter time.Duration // as in Board
	Clock                 ClockLines    // of the chess clock; the zero value means none
}

// Open opens the buses and lines of a board and makes its drivers and the reader of
// its chess clock.
//
// It sends nothing on a bus yet: the first reading sets up the chips, each bus in a
// goroutine of its own, so that a stuck bus delays nothing else. Mistakes in a
// unit's configuration are reported at once nevertheless. The error names the part,
// if there are several, and what is wrong with it.
func Open(on Hardware, c Config, drivers ...Driver) (_ *Board, err error) {
	b := &Board{Period: c.Period, IdlePeriod: c.IdlePeriod, IdleAfter: c.IdleAfter, Stats: &Stats{}, Faults: &Faults{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	a := &assembly{on: on, board: b}
	for i, driver := range drivers {
		u, err := driver(borrowed{on, b})
		if err == nil {
			err = a.put(u)
		}
		if err != nil && len(drivers) > 1 {
			return nil, fmt.Errorf("part %d: %w", i+1, err)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := a.interpret(c.Sensing); err != nil {
		return nil, err
	}
	if c.Clock.Wired() {
		if b.Clock, err = openClock(on, c.Clock); err != nil {
			return nil, err
		}
		b.closers = append(b.closers, b.Clock.end)
	}
	return b, nil
}

// assembly puts the units of a board on their buses.
type assembly struct {
	on      Hardware
	board   *Board
	strands []*strand
}

// strand holds what must be read one after the other: the units on one bus, or one
// unit with lines of its own.
type strand struct {
	name  string
	seg   *Segment // of an I2C bus; nil for lines
	units []Unit
	bus   Bus
}

// put makes a unit's driver. On a bus, this first driver is made on a nowhere, so
// that nothing is sent.
func (a *assembly) put(u Unit) error {
	s, err := a.strand(u)
	if err != nil {
		return err
	}
	var p Part
	if s.seg == nil {
		p.Sensor, err = u.Make(nil)
	} else {
		p.Sensor, err = u.Make(newSegment(nowhere(s.bus.wire.String())))
		p.open = func() (Sensor, error) { return u.Make(s.seg) }
	}
	if err != nil {
		return err
	}
	if n := p.Sensor.Channels(); n != len(u.Squares) {
		return fmt.Errorf("%s has %d channels and squares are named for %d", p.Sensor, n, len(u.Squares))
	}
	s.units, s.bus.Parts = append(s.units, u), append(s.bus.Parts, p)
	return nil
}

// strand returns the strand of the unit's bus, and opens the bus the first time.
func (a *assembly) strand(u Unit) (*strand, error) {
	if u.Bus == "" {
		s := &strand{name: "GPIO"}
		a.strands = append(a.strands, s)
		return s, nil
	}
	for _, s := range a.strands {
		if s.seg != nil && s.name == u.Bus {
			return s, nil
		}
	}
	bus, err := a.on.Bus(u.Bus)
	if err != nil {
		return nil, err
	}
	for _, s := range a.strands {
		if s.seg != nil && s.bus.wire.String() == bus.String() { // "1" is "/dev/i2c-1"
			return s, bus.Close()
		}
	}
	wire := &retryingBus{bus: bus, stats: a.board.Stats.bus(bus.String())}
	s := &strand{name: u.Bus, seg: newSegment(wire), bus: Bus{wire: wire}}
	a.strands = append(a.strands, s)
	a.board.closers = append(a.board.closers, wire.Close)
	return s, nil
}

// borrowed is hardware whose lines the board remembers in order to close them at
// the end.
type borrowed struct {
	Hardware
	board *Board
}

func (b borrowed) lines(l Lines, err error) (Lines, error) {
	if err == nil {
		b.board.closers = append(b.board.closers, l.Close)
	}
	return l, err
}

// Outputs implements Hardware.
func (b borrowed) Outputs(names []string) (Lines, error) { return b.lines(b.Hardware.Outputs(names)) }

// Inputs implements Hardware.
func (b borrowed) Inputs(names []string, pull gpio.Pull, edges bool) (Lines, error) {
	return b.lines(b.Hardware.Inputs(names, pull, edges))
}

// Pins implements Hardware.
func (b borrowed) Pins(names []string) ([]gpiomatrix.RowPin, error) {
	pins, err := b.Hardware.Pins(names)
	for _, p := range pins {
		if line, ok := p.(io.Closer); ok { // pins of simulated hardware need not be closed
			b.board.closers = append(b.board.closers, line.Close)
		}
	}
	return pins, err
}

// interpret works out what the counts of all channels mean, and makes the table.
func (a *assembly) interpret(sensing sensors.Sensing) error {
	b := a.board
	var levels [64]calibration.Levels
	digital, linear, high := 0, 0, 0
	for _, s := range a.strands {
		for _, u := range s.units {
			switch {
			case u.Linear != nil:
				linear++
			case u.ActiveHigh:
				high++
				digital++
			default:
				digital++
			}
		}
	}
	for _, s := range a.strands {
		for i, u := range s.units {
			for _, g := range u.Groups {
				for n := range g.Channels {
					g.Channels[n] += len(b.Squares)
				}
				b.groups = append(b.groups, g)
			}
			for _, sq := range u.Squares {
				b.Squares = append(b.Squares, sq)
				b.ranges = append(b.ranges, u.plausible())
			}
			counts := &s.bus.Parts[i].counts
			switch {
			case u.Linear != nil:
				u.levels(&levels)
			case linear > 0: // digital inputs among linear ones
				if *counts = stepsLow; u.ActiveHigh {
					*counts = stepsHigh
				}
				u.steps(&levels)
			case u.ActiveHigh && high < digital:
				*counts = flipped
			}
		}
		b.Buses = append(b.Buses, s.bus)
	}
	board := calibration.Board{Sensing: sensing, Wiring: b.Squares, ActiveLow: high < digital}
	if linear > 0 {
		board.ActiveLow, board.Levels, b.levels = false, &levels, &levels
	}
	var err error
	b.Table, err = calibration.NewTable(board)
	return err
}

// nowhere is a bus with this name on which nothing is sent.
type nowhere string

// errNowhere is never reported, because a driver on nowhere is not read.
var errNowhere = errors.New("not opened yet")

// String implements i2c.Bus.
func (n nowhere) String() string { return string(n) }

// Tx implements i2c.Bus.
func (nowhere) Tx(uint16, []byte, []byte) error { return errNowhere }

// SetSpeed implements i2c.Bus.
func (nowhere) SetSpeed(physic.Frequency) error { return errNowhere }

var _ i2c.Bus = nowhere("")
