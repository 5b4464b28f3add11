package daemon

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Twins are register-accurate simulated chips, soldered as a wiring says, and
// with them the scan.Hardware for its drivers: what a simulated board reads, and
// tests break.
type Twins struct {
	Buses    map[string]*chips.Bus // by the bus's name in the wiring
	Chips    []Twin                // every chip of the board, switches left out
	Matrix   *chips.Matrix         // nil when there is none
	Selector *chips.Multiplexers   // likewise
	Clock    *chips.Clock          // likewise
	Lines    []*chips.GPIO         // the ports that lines are on

	pins   *chips.Board
	inputs map[rules.Square]func(chips.Fault)
	muxes  map[string]*chips.TCA9548A
	where  map[string]place
	asleep atomic.Int64
}

// Twin is one chip of a board.
type Twin struct {
	Bus     *chips.Bus // it is on this one, which may be behind a switch
	Addr    uint16
	Squares []rules.Square // that it serves, by pin or input
}

// Break gives the line of one square's sensor a fault, or mends it with Whole.
// It is false when the sensor has no line of its own, as in a matrix.
func (t *Twins) Break(sq rules.Square, f chips.Fault) bool {
	set, ok := t.inputs[sq]
	if ok {
		set(f)
	}
	return ok
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

// wired remembers whose line every square's sensor is on.
func (t *Twins) wired(squares []rules.Square, set func(n int, f chips.Fault)) {
	for n, sq := range squares {
		t.inputs[sq] = func(f chips.Fault) { set(n, f) }
	}
}

// uneven is how far apart the zeros of a board's linear sensors are, in mV.
// Those of a real board are; behind multiplexers it shows which is which.
const uneven = 60

// spread gives sensors zeros of their own, the same for the same squares.
func spread(h *chips.Hall, squares []rules.Square, supply int) {
	for n, sq := range squares {
		off := float64(int(sq)*37%64)/64 - 0.5
		h.Tune(n, float64(supply)/2+uneven*off, float64(supply)/8)
	}
}

// place is a line on a port.
type place struct {
	port *chips.GPIO
	line int
}

// NewTwins makes the chips of a wiring, any but a simulated one, and the lines
// of a clock. soldered says which square each channel serves in truth, channel
// by channel as configs.Served has them; nil is as the wiring says. The error
// names a chip that has no twin.
func NewTwins(w configs.Wiring, clock configs.Lines, pins *chips.Board, soldered []rules.Square) (*Twins, error) {
	t := &Twins{Buses: map[string]*chips.Bus{}, pins: pins, inputs: map[rules.Square]func(chips.Fault){}, muxes: map[string]*chips.TCA9548A{}, where: map[string]place{}}
	if soldered == nil {
		soldered = configs.Served(w)
	}
	parts := []configs.Wiring{w}
	if mixed, ok := w.(configs.Mixed); ok {
		parts = mixed.Parts
	}
	for _, part := range parts {
		n := len(configs.Served(part))
		if err := t.solder(part, soldered[:n]); err != nil {
			return nil, err
		}
		soldered = soldered[n:]
	}
	if clock.Lever != "" {
		t.Clock = chips.NewClock(1)
		t.take(t.Clock.Lines(), clock.Lever)
	} else if clock.Wired() {
		t.Clock = chips.NewClock(2)
		t.take(t.Clock.Lines(), clock.White, clock.Black)
	}
	return t, nil
}

func (t *Twins) solder(w configs.Wiring, squares []rules.Square) error {
	switch w := w.(type) {
	case configs.MCP23017:
		t.expanders(w.Bus, w.Addrs, squares, func(c chips.Circuit) chips.Chip { return chips.NewMCP23017(c) }, w.ActiveHigh)
	case configs.Expanders:
		makers := map[string]func(chips.Circuit) chips.Chip{
			"mcp23008": func(c chips.Circuit) chips.Chip { return chips.NewMCP23008(c) },
			"pcf8574":  func(c chips.Circuit) chips.Chip { return chips.NewPCF8574(c) },
			"pcf8575":  func(c chips.Circuit) chips.Chip { return chips.NewPCF8575(c) },
			"tca9555":  func(c chips.Circuit) chips.Chip { return chips.NewTCA9555(c) },
		}
		if makers[w.Chip] == nil {
			return fmt.Errorf("no simulated chip is called %q", w.Chip)
		}
		t.expanders(w.Bus, w.Addrs, squares, makers[w.Chip], w.ActiveHigh)
	case configs.MCPMatrix:
		t.Matrix = t.pins.Matrix(squares, diodes(!w.Bare, false))
		circuit := chips.Circuit(t.Matrix)
		if w.RowsOnB {
			circuit = chips.Swapped(circuit)
		}
		t.bus(w.Bus).Attach(w.Addr, chips.NewMCP23017(circuit))
		t.Chips = append(t.Chips, Twin{Bus: t.bus(w.Bus), Addr: w.Addr, Squares: squares})
	case configs.ADS1115:
		t.converters(w.Bus, w.Mux, w.Ports, w.Addrs, squares, 4, w.Supply, "ads1115")
	case configs.Converters:
		t.converters(w.Bus, w.Mux, w.Ports, w.Addrs, squares, 8, w.Supply, w.Chip)
	case configs.Multiplexed:
		rows := make([]*chips.Hall, 8) // by the converter's input
		for n, input := range w.Inputs {
			behind := squares[16*n : 16*n+16]
			rows[input] = t.pins.Hall(behind, float64(w.Supply))
			spread(rows[input], behind, w.Supply)
			t.wired(behind, rows[input].Break)
		}
		for input := range rows {
			if rows[input] == nil {
				rows[input] = t.pins.Hall(nil, float64(w.Supply))
			}
		}
		t.Selector = chips.NewMultiplexers(rows...)
		t.take(t.Selector.Lines(), w.Select...)
		t.bus(w.Bus).Attach(w.Addr, t.converter(w.Converter, t.Selector, w.Supply))
		t.Chips = append(t.Chips, Twin{Bus: t.bus(w.Bus), Addr: w.Addr, Squares: squares})
	case configs.GPIOMatrix:
		t.Matrix = t.pins.Matrix(squares, diodes(!w.Bare, w.ActiveHigh))
		t.take(chips.NewGPIO(t.Matrix, 16), append(append([]string{}, w.Rows...), w.Columns...)...)
	default:
		return fmt.Errorf("no simulated chip is called %q", w.Driver())
	}
	return nil
}

func diodes(there, activeHigh bool) chips.Diodes {
	switch {
	case !there:
		return chips.NoDiodes
	case activeHigh:
		return chips.DiodesToColumns
	}
	return chips.DiodesToRows
}

func (t *Twins) expanders(bus string, addrs []uint16, squares []rules.Square, twin func(chips.Circuit) chips.Chip, activeHigh bool) {
	width := len(squares) / len(addrs)
	for n, addr := range addrs {
		c := t.pins.Contacts(squares[n*width : (n+1)*width])
		circuit := chips.Circuit(c)
		if activeHigh {
			circuit = chips.PushPull(c)
		}
		t.bus(bus).Attach(addr, twin(circuit))
		t.wired(squares[n*width:(n+1)*width], c.Break)
		t.Chips = append(t.Chips, Twin{Bus: t.bus(bus), Addr: addr, Squares: squares[n*width : (n+1)*width]})
	}
}

func (t *Twins) converters(bus string, mux uint16, ports []int, addrs []uint16, squares []rules.Square, width, supply int, chip string) {
	if mux == 0 {
		ports = []int{0}
	}
	for i, port := range ports {
		on := t.bus(bus)
		if mux != 0 {
			on = t.mux(bus, mux).Port(port)
		}
		for j, addr := range addrs {
			from := width * (len(addrs)*i + j)
			hall := t.pins.Hall(squares[from:from+width], float64(supply))
			on.Attach(addr, t.converter(chip, hall, supply))
			t.wired(squares[from:from+width], hall.Break)
			t.Chips = append(t.Chips, Twin{Bus: on, Addr: addr, Squares: squares[from : from+width]})
		}
	}
}

func (t *Twins) converter(chip string, inputs chips.Analog, supply int) chips.Chip {
	switch chip {
	case "ads1115":
		return chips.NewADS1115(inputs, func() time.Duration { return time.Duration(t.asleep.Load()) })
	case "ads7138":
		return chips.NewADS7138(inputs, float64(supply))
	}
	return chips.NewADS7828(inputs, float64(supply))
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

// take gives the lines of a port their names.
func (t *Twins) take(port *chips.GPIO, names ...string) {
	t.Lines = append(t.Lines, port)
	for line, name := range names {
		t.where[name] = place{port, line}
	}
}

// twinBus is a simulated bus as scan.Hardware opens it.
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

// Sleep implements scan.Hardware: simulated chips settle and convert meanwhile, and
// nobody waits.
func (t *Twins) Sleep(d time.Duration) { t.asleep.Add(int64(d)) }

// side returns the port that has these lines side by side.
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
