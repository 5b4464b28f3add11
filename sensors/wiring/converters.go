package wiring

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors/internal/converter"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Converters is a wiring of linear Hall sensors to a bank of analogue-to-digital
// converters. Channels count inputs, then addresses, then ports. All sensors have
// the same levels.
type Converters struct {
	Chip string // the word of a row of the table, such as "ads1115"
	Bus  string // as periph names it: "1" or "/dev/i2c-1"
	Bank
	Levels
	Squares []rules.Square // by channel; NoSquare if nothing is wired
}

// Levels says how to interpret the voltages of linear Hall sensors.
type Levels struct {
	SupplyMV int // supply of the sensors; without a magnet they output half of it
	EnterMV  int // a piece begins to be felt this far from half the supply
	LeaveMV  int // and ceases to be felt this near to it; less than EnterMV
}

// UsualLevels suit DRV5055 and SS49E sensors on 3.3 V under pieces with magnets.
var UsualLevels = Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}

// Driver returns Chip.
func (w Converters) Driver() string { return w.Chip }

// String says how many chips there are and on which bus.
func (w Converters) String() string { return w.what() + w.where() }

// Parts returns the bank itself.
func (w Converters) Parts() []Part { return []Part{w} }

// Served returns Squares.
func (w Converters) Served() []rules.Square { return w.Squares }

// Linear returns true.
func (w Converters) Linear() bool { return true }

// Chips returns the chips of the bank, without switches.
func (w Converters) Chips() []Chip {
	kind := ConverterOf(w.Chip)
	if kind == nil {
		return nil
	}
	return row(w.Chip, w.Bus, w.Mux, w.Ports, w.Addrs, kind.Inputs, w.Squares)
}

// Lines returns none.
func (w Converters) Lines() []NeededLine { return nil }

// Effort returns the effort of all its conversions.
func (w Converters) Effort() (e Effort) {
	if kind := ConverterOf(w.Chip); kind != nil {
		kind.effort(&e, len(w.Addrs)*w.rows(), len(w.Ports))
	}
	return e
}

func (w Converters) what() string {
	part := w.Chip
	if kind := ConverterOf(w.Chip); kind != nil {
		part = kind.Part
	}
	return times(w.rows()*len(w.Addrs), part)
}

func (w Converters) where() string { return " on I2C bus " + w.Bus }

func (w Converters) on() string { return w.Bus }

func (w Converters) name(ch int) (long, short string) {
	kind := ConverterOf(w.Chip)
	if kind == nil || len(w.Addrs) == 0 || ch >= kind.Inputs*len(w.Addrs)*w.rows() {
		return fmt.Sprintf("channel %d", ch), fmt.Sprint(ch)
	}
	chip, input := ch/kind.Inputs, ch%kind.Inputs
	long = fmt.Sprintf("chip 0x%02x %s%d", w.Addrs[chip%len(w.Addrs)], kind.Input, input)
	if w.Mux != 0 {
		long = fmt.Sprintf("port %d %s", w.Ports[chip/len(w.Addrs)], long)
	}
	return long, fmt.Sprintf("%d.%d", chip, input)
}

func (w Converters) unit(on scan.Hardware) (scan.Unit, error) {
	kind := ConverterOf(w.Chip)
	if kind == nil {
		return scan.Unit{}, fmt.Errorf("no converter is called %q", w.Chip)
	}
	linear := kind.linear(w.Levels)
	return scan.Unit{Bus: w.Bus, Squares: w.Squares, Linear: linear, Make: func(s *scan.Segment) (scan.Sensor, error) {
		from := converters{fullScaleMV: linear.FullMV, sleep: on.Sleep}
		err := s.Each(w.Mux, w.Ports, w.Addrs, func(bus i2c.Bus, addr uint16) {
			from.chips = append(from.chips, converter.Chip{Bus: bus, Addr: addr})
		})
		if err != nil {
			return nil, err
		}
		return kind.open(from)
	}}, nil
}

func (w Converters) solder(t *Twins, squares []rules.Square) error {
	kind := ConverterOf(w.Chip)
	if kind == nil {
		return fmt.Errorf("no simulated chip is called %q", w.Chip)
	}
	ports := w.Ports
	if w.Mux == 0 {
		ports = []int{0}
	}
	for i, port := range ports {
		on := t.bus(w.Bus)
		if w.Mux != 0 {
			on = t.mux(w.Bus, w.Mux).Port(port)
		}
		for j, addr := range w.Addrs {
			served := stretch(squares, kind.Inputs*(len(w.Addrs)*i+j), kind.Inputs)
			hall := t.pins.Hall(served, float64(w.SupplyMV))
			on.Attach(addr, t.converter(kind, hall, w.SupplyMV))
			t.wired(served, hall.Break)
			t.Chips = append(t.Chips, Twin{Bus: on, Addr: addr, Squares: served})
		}
	}
	return nil
}

// converter returns the twin of a chip, for which time passes while its driver
// sleeps.
func (t *Twins) converter(kind *Converter, in chips.Analog, supplyMV int) chips.Chip {
	return kind.twin(in, supplyMV, t.slept)
}
