package wiring

import (
	"slices"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Expander is a row of the table of I2C port expanders: one kind of chip, each
// of whose inputs serves a square.
type Expander struct {
	Driver string // the word of the configuration, and the driver's package where it has one of its own
	Part   string // as its maker writes it
	// Aliases are other parts that are read in the same way, as their makers write
	// them: other names, makers, packages or addresses of one design.
	Aliases []string

	Inputs int // a chip
	Addrs  Addresses
	Usual  [][]uint16         // the addresses on each bus of a usual board; buses are 1, 3 and so on
	Pin    func(n int) string // what its maker calls the n-th input

	Package Package
	PullUps string // of its inputs, in words; "" where it has none

	Resistors bool // it has no pull-ups: the board gives every line a resistor
	// OutputOnly are inputs that its maker's datasheet in force calls outputs only.
	// They can be read, and Advise says why not to.
	OutputOnly []int

	// A scan writes so many bytes to each chip and reads so many, in one transfer.
	Writes, Reads int
	// One long read of a chip to which nothing is written gives the same bytes again
	// after Repeats; Ports says that these are its ports alone, which may be alike, and
	// not registers.
	Repeats int
	Ports   bool

	open func(i2c.Bus, Expanders) (scan.Sensor, error) // the driver
	twin func(chips.Circuit) chips.Chip
}

// Fewest is how many chips a whole board needs.
func (e *Expander) Fewest() int { return (64 + e.Inputs - 1) / e.Inputs }

// Room is how many chips there can be on one bus.
func (e *Expander) Room() int { return e.Addrs.Room() }

// ExpanderOf returns the row of a kind of port expander, nil when there is none.
func ExpanderOf(driver string) *Expander {
	for i := range expanders {
		if expanders[i].Driver == driver {
			return &expanders[i]
		}
	}
	return nil
}

// usual is the wiring of a whole board on these chips, squares in order.
func (e *Expander) usual(squares []rules.Square) Wiring {
	var parts Mixed
	for n, addrs := range e.Usual {
		inputs := min(e.Inputs*len(addrs), len(squares))
		parts = append(parts, Expanders{Chip: e.Driver, Bus: usualBuses[n], Addrs: slices.Clone(addrs), Squares: padded(squares[:inputs], e.Inputs*len(addrs))})
		squares = squares[inputs:]
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// usualBuses are those of a Raspberry Pi's header: the first, and the next that
// an overlay gives it.
var usualBuses = [...]string{"1", "3"}

// padded is a list of squares with NoSquare behind it, up to n.
func padded(squares []rules.Square, n int) []rules.Square {
	squares = slices.Clip(squares)
	for len(squares) < n {
		squares = append(squares, rules.NoSquare)
	}
	return squares
}
