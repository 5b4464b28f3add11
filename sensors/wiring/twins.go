package wiring

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Twins are register-accurate simulated chips, soldered according to a wiring,
// together with the scan.Hardware for its drivers. Simulated boards read them, and
// tests give them faults.
type Twins struct {
	Buses    map[string]*chips.Bus   // by the bus's name in the wiring
	Chips    []Twin                  // every chip of the board, without switches
	Matrix   *chips.Matrix           // nil if there is none
	Selector *chips.Multiplexers     // nil if there is none
	Clock    *chips.Clock            // nil if there is none
	Lines    []*chips.GPIO           // the ports that have the lines
	Ports    map[string]*chips.Strip // SPI ports with lamps; nil if there are none

	pins   *chips.Board
	inputs map[rules.Square]func(chips.Fault)
	muxes  map[string]*chips.TCA9548A
	where  map[string]place
	asleep atomic.Int64
}

// Twin is one chip of a board.
type Twin struct {
	Bus     *chips.Bus // its bus, which may be behind a switch
	Addr    uint16
	Squares []rules.Square // the squares that it serves, by pin or input
}

// Break gives the line of one square's sensor a fault; Whole repairs it. It returns
// false if the sensor has no line of its own, as in a matrix.
func (t *Twins) Break(sq rules.Square, f chips.Fault) bool {
	set, ok := t.inputs[sq]
	if ok {
		set(f)
	}
	return ok
}

// wired records how to break the line of every square's sensor.
func (t *Twins) wired(squares []rules.Square, set func(n int, f chips.Fault)) {
	for n, sq := range squares {
		t.inputs[sq] = func(f chips.Fault) { set(n, f) }
	}
}

// Unplug takes the chip that serves a square off its bus.
func (t *Twins) Unplug(sq rules.Square) error {
	for _, chip := range t.Chips {
		if slices.Contains(chip.Squares, sq) {
			chip.Bus.Unplug(chip.Addr)
			return nil
		}
	}
	return fmt.Errorf("no chip of its own serves %v: silent is for boards of chips", sq)
}

// place is a line on a port.
type place struct {
	port *chips.GPIO
	line int
}

// NewTwins makes the chips of a wiring, which must have hardware, and the lines of
// a clock. soldered gives the square that each channel really serves, in the order
// of Served; nil means as in the wiring. The error names a chip that has no twin.
func NewTwins(w Wiring, clock scan.ClockLines, pins *chips.Board, soldered []rules.Square) (*Twins, error) {
	t := &Twins{Buses: map[string]*chips.Bus{}, pins: pins, inputs: map[rules.Square]func(chips.Fault){}, muxes: map[string]*chips.TCA9548A{}, where: map[string]place{}}
	if soldered == nil {
		soldered = Served(w)
	}
	parts := w.Parts()
	if len(parts) == 0 {
		return nil, fmt.Errorf("no simulated chip is called %q", w.Driver())
	}
	for _, part := range parts {
		n := len(part.Served())
		if err := part.solder(t, soldered[:n]); err != nil {
			return nil, err
		}
		soldered = soldered[n:]
	}
	if clock.Lever != "" {
		t.Clock = chips.NewClock(1)
		t.name(t.Clock.Lines(), clock.Lever)
	} else if clock.Wired() {
		t.Clock = chips.NewClock(2)
		t.name(t.Clock.Lines(), clock.White, clock.Black)
	}
	return t, nil
}

func (t *Twins) bus(name string) *chips.Bus {
	if t.Buses[name] == nil {
		t.Buses[name] = chips.NewBus("I2C" + name)
	}
	return t.Buses[name]
}

func (t *Twins) mux(bus string, addr uint16) *chips.TCA9548A {
	key := fmt.Sprintf("%s %x", bus, addr)
	if t.muxes[key] == nil {
		t.muxes[key] = chips.NewTCA9548A(fmt.Sprintf("tca9548a 0x%02x", addr))
		t.bus(bus).Attach(addr, t.muxes[key])
	}
	return t.muxes[key]
}

// name says how the lines of a port are called.
func (t *Twins) name(port *chips.GPIO, names ...string) {
	t.Lines = append(t.Lines, port)
	for line, name := range names {
		t.where[name] = place{port, line}
	}
}

// twinBus is a simulated bus, as scan.Hardware opens it.
type twinBus struct{ *chips.Bus }

// Close does nothing.
func (twinBus) Close() error { return nil }

// Bus implements scan.Hardware.
func (t *Twins) Bus(name string) (i2c.BusCloser, error) {
	if t.Buses[name] == nil {
		return nil, fmt.Errorf("I2C bus %s is not simulated", name)
	}
	return twinBus{t.Buses[name]}, nil
}

// Sleep implements scan.Hardware. It only advances the time of the simulated chips,
// which settle and convert meanwhile.
func (t *Twins) Sleep(d time.Duration) { t.asleep.Add(int64(d)) }

// slept returns the total of all sleeps so far, which is the time of the chips.
func (t *Twins) slept() time.Duration { return time.Duration(t.asleep.Load()) }

// side returns the port that has these lines next to each other.
func (t *Twins) side(names []string) (place, error) {
	first, ok := t.where[names[0]]
	for i, name := range names {
		if at, there := t.where[name]; !there || at.port != first.port || at.line != first.line+i {
			ok = false
		}
	}
	if !ok {
		return place{}, fmt.Errorf("lines %v are not simulated side by side", names)
	}
	return first, nil
}

// Outputs implements scan.Hardware.
func (t *Twins) Outputs(names []string) (scan.Lines, error) {
	at, err := t.side(names)
	if err != nil {
		return nil, err
	}
	return at.port.Outputs(at.line, at.line+len(names)), nil
}

// Inputs implements scan.Hardware.
func (t *Twins) Inputs(names []string, pull gpio.Pull, _ bool) (scan.Lines, error) {
	at, err := t.side(names)
	if err != nil {
		return nil, err
	}
	return at.port.Inputs(at.line, at.line+len(names), pull), nil
}

// Pins implements scan.Hardware.
func (t *Twins) Pins(names []string) ([]gpiomatrix.RowPin, error) {
	at, err := t.side(names)
	if err != nil {
		return nil, err
	}
	var pins []gpiomatrix.RowPin
	for _, p := range at.port.Pins(at.line, at.line+len(names)) {
		pins = append(pins, p)
	}
	return pins, nil
}
