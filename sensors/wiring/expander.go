package wiring

import (
	"slices"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Expander is a row of the table of I2C port expanders: one kind of chip whose inputs
// each serve a square.
type Expander struct {
	Driver string // the word in a configuration, and the package of the driver if it has its own
	Part   string // as its maker writes it
	// Aliases are other parts that are read in the same way, as their makers write
	// them: other names, makers, packages or addresses of the same design.
	Aliases []string

	Inputs int // per chip
	Addrs  Addresses
	Usual  [][]uint16         // the addresses on each bus of a usual board; the buses are those of usualBuses
	Pin    func(n int) string // the maker's name for the n-th input

	Package Package
	PullUps string // of its inputs, in words; "" if it has none

	Resistors bool // it has no pull-ups: the board gives every line a resistor
	// OutputOnly are inputs that the current datasheet allows only as outputs. They can
	// be read; Advise says why not to.
	OutputOnly []int

	// In one transfer, a scan writes and reads this many bytes for each chip.
	Writes, Reads int
	// If nothing is written to the chip, one long read returns the same bytes again
	// after Repeats. Ports means that these bytes are its ports, which may read alike,
	// and not its registers.
	Repeats int
	Ports   bool

	open func(i2c.Bus, Expanders) (scan.Sensor, error) // the driver
	twin func(chips.Circuit) chips.Chip
}

// Fewest returns how many chips a whole board needs.
func (e *Expander) Fewest() int { return (64 + e.Inputs - 1) / e.Inputs }

// Room returns how many chips there can be on one bus.
func (e *Expander) Room() int { return e.Addrs.Room() }

// ExpanderOf returns the row of a kind of port expander, or nil if there is none.
func ExpanderOf(driver string) *Expander {
	for i := range expanders {
		if expanders[i].Driver == driver {
			return &expanders[i]
		}
	}
	return nil
}

// usual returns the wiring of a whole board on these chips, with the squares in order.
func (e *Expander) usual(squares []rules.Square) Wiring {
	var parts Mixed
	for n, addrs := range e.Usual {
		inputs := min(e.Inputs*len(addrs), len(squares))
		parts = append(parts, Expanders{Chip: e.Driver, Bus: usualBuses[n], Addrs: slices.Clone(addrs), Squares: Padded(squares[:inputs], e.Inputs*len(addrs))})
		squares = squares[inputs:]
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// usualBuses are buses on a Raspberry Pi's header: the first, and the next one that an
// overlay adds.
var usualBuses = [...]string{"1", "3"}

// Padded returns a list of squares, extended to n with NoSquare: channels with nothing wired to them.
func Padded(squares []rules.Square, n int) []rules.Square {
	squares = slices.Clip(squares)
	for len(squares) < n {
		squares = append(squares, rules.NoSquare)
	}
	return squares
}
