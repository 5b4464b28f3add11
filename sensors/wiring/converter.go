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
// chip whose inputs each read a linear Hall sensor.
type Converter struct {
	Driver string // the word in a configuration, and the package of the driver
	Part   string // as its maker writes it
	// Aliases are other parts that are read in the same way, as their makers write
	// them.
	Aliases []string

	Package   Package
	Inputs    int    // per chip
	Input     string // what its maker calls an input, without its number
	Addrs     Addresses
	Usual     Bank   // the chips of a usual board; if it has no switch, none can be configured
	Enough    string // how many chips are enough for a board
	AllInputs bool   // all inputs are always read, in order

	Counts int // the number of counts of its full scale
	// FullScaleMV returns the voltage in mV that reads as Counts, for a given
	// supply of the sensors.
	FullScaleMV func(supplyMV int) int

	// effort adds the effort of a scan of so many chips behind so many ports of a
	// switch. behind adds that of reading some inputs of one chip once, one after
	// the other.
	effort func(e *Effort, chips, ports int)
	behind func(e *Effort, inputs int)
	// answers reports whether the part at an address is such a chip. It sends
	// nothing that another part would take for a setting.
	answers func(tx transact) bool

	open func(converters) (scan.Sensor, error) // the driver
	twin func(in chips.Analog, supplyMV int, now func() time.Duration) chips.Chip
}

// transact sends bytes to the part being examined and reads its answer.
type transact func(w, r []byte) error

// converters holds what a driver of converters is made from.
type converters struct {
	chips       []converter.Chip
	inputs      []int // nil for all
	fullScaleMV int
	sleep       func(time.Duration)
}

// Bank is a group of chips on a bus, or behind the ports of a TCA9548A switch.
// Behind each port there is one chip at each address.
type Bank struct {
	Mux   uint16   // of the switch, 0x70 to 0x77; 0 if the chips are on the bus itself
	Ports []int    // 0 to 7, each once; nil without a switch
	Addrs []uint16 // each once; the same behind every port
}

// Clone returns an independent copy.
func (b Bank) Clone() Bank {
	return Bank{Mux: b.Mux, Ports: slices.Clone(b.Ports), Addrs: slices.Clone(b.Addrs)}
}

// rows returns how many chips there are at each address.
func (b Bank) rows() int { return max(1, len(b.Ports)) }

// ConverterOf returns the row of a kind of converter, or nil if there is none.
func ConverterOf(driver string) *Converter {
	for i := range converterTable {
		if converterTable[i].Driver == driver {
			return &converterTable[i]
		}
	}
	return nil
}

// ConverterWords lists the words of all converters.
func ConverterWords() (words []string) {
	for _, c := range converterTable {
		words = append(words, c.Driver)
	}
	return words
}

// usual returns the wiring of a whole board on these chips, with the squares in
// order.
func (c *Converter) usual(squares []rules.Square) Wiring {
	return Converters{Chip: c.Driver, Bus: usualBuses[0], Bank: c.Usual.Clone(), Levels: UsualLevels, Squares: squares}
}
