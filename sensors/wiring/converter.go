package wiring

import (
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors/internal/converter"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Converter is a row of the table of analogue-to-digital converters: one kind of
// chip, each of whose inputs reads a linear Hall sensor.
type Converter struct {
	Driver string // the word of the configuration, and the driver's package
	Part   string // as its maker writes it
	// Aliases are other parts that are read in the same way, as their makers write
	// them.
	Aliases []string

	Package   Package
	Inputs    int    // a chip
	Input     string // what its maker calls one, before its number
	Addrs     Addresses
	Usual     Bank   // the chips of a usual board; without a switch none can be configured
	Enough    string // how many chips are enough for a board
	AllInputs bool   // all inputs are always read, in order

	Counts int // that its full scale is divided into
	// FullScaleMV is the voltage of which Counts are the value, for a supply of the
	// sensors.
	FullScaleMV func(supplyMV int) int

	// effort adds what a scan of some chips behind some ports of a switch asks;
	// behind what reading some inputs of one chip once asks, one after the other.
	effort func(e *Effort, chips, ports int)
	behind func(e *Effort, inputs int)
	// answers identifies the part at the address of such a chip. It sends
	// nothing that another part takes for a setting.
	answers func(tx transact) bool

	open func(converters) (scan.Sensor, error) // the driver
	twin func(in chips.Analog, supplyMV int, now func() time.Duration) chips.Chip
}

// transact sends bytes to the part that is asked and reads its answer.
type transact func(w, r []byte) error

// converters is what a driver of converters is made from.
type converters struct {
	chips       []converter.Chip
	inputs      []int // nil for all
	fullScaleMV int
	sleep       func(time.Duration)
}

// Bank is chips on a bus, or behind the ports of a TCA9548A switch: behind each
// port one at each address.
type Bank struct {
	Mux   uint16   // of the switch, 0x70 to 0x77; 0 when the chips are on the bus itself
	Ports []int    // 0 to 7, each once; nil without a switch
	Addrs []uint16 // each once; the same behind every port
}

// Clone returns a bank of its own.
func (b Bank) Clone() Bank {
	return Bank{Mux: b.Mux, Ports: slices.Clone(b.Ports), Addrs: slices.Clone(b.Addrs)}
}

// rows is how often there is a chip at each address.
func (b Bank) rows() int { return max(1, len(b.Ports)) }

// ConverterOf returns the row of a kind of converter, nil when there is none.
func ConverterOf(driver string) *Converter {
	for i := range converterTable {
		if converterTable[i].Driver == driver {
			return &converterTable[i]
		}
	}
	return nil
}

// ConverterWords lists the words of the converters that there are.
func ConverterWords() (words []string) {
	for _, c := range converterTable {
		words = append(words, c.Driver)
	}
	return words
}

// usual is the wiring of a whole board on these chips, squares in order.
func (c *Converter) usual(squares []rules.Square) Wiring {
	return Converters{Chip: c.Driver, Bus: usualBuses[0], Bank: c.Usual.Clone(), Levels: UsualLevels, Squares: squares}
}
