package wiring

import (
	"touchmove/rules"
	"touchmove/sensors/scan"
)

// Wiring describes how a board's sensors are wired: it is a Part or, as Mixed,
// several. A board without hardware has no parts.
type Wiring interface {
	// Driver returns the word for it in a configuration.
	Driver() string
	// String says what there is and where: "4×MCP23017 on I2C bus 1".
	String() string
	// Parts returns what is read, in the order of the channels; none without
	// hardware.
	Parts() []Part
}

// Part is a row of equal chips on one bus, or a matrix. Its channels are its
// inputs, counted from 0 in an order that each type documents.
type Part interface {
	Wiring
	// Served returns the square of each channel, NoSquare if nothing is wired.
	Served() []rules.Square
	// Linear reports whether channels read levels, which also show colours, and not
	// only 0 and 1.
	Linear() bool
	// Chips returns the chips on I2C buses that the part needs, without switches.
	Chips() []Chip
	// Lines returns the GPIO lines that the part needs.
	Lines() []NeededLine
	// Effort returns the cost of one scan on the part's bus or GPIO lines.
	Effort() Effort

	// what says what there is, where says where: "4×MCP23017", " on I2C bus 1".
	what() string
	where() string
	// on returns the bus of the part, or "" for lines alone.
	on() string
	// name returns names for a channel as it is soldered: one for people, one for a
	// narrow column.
	name(channel int) (long, short string)
	// unit opens the part's lines and says how to make its driver.
	unit(on scan.Hardware) (scan.Unit, error)
	// circuit adds the part's devices and wires to a circuit.
	circuit(s *soldering)
	// serving returns the same part with other squares at its channels.
	serving(squares []rules.Square) Part
	// solder puts simulated chips on the buses and lines of twins. squares are those
	// that the channels really serve.
	solder(t *Twins, squares []rules.Square) error
}

// Mixed is a board of several parts: different chips or different buses. Together
// they serve all 64 squares, each once.
type Mixed []Part

// Driver returns "mixed".
func (Mixed) Driver() string { return "mixed" }

// Parts returns the parts.
func (m Mixed) Parts() []Part { return m }

// Served returns the square of each channel of a wiring, NoSquare if nothing is
// wired. For a mixed board the parts follow one another. For a board without
// hardware the result is nil.
func Served(w Wiring) (all []rules.Square) {
	parts := w.Parts()
	if len(parts) == 1 {
		return parts[0].Served()
	}
	for _, p := range parts {
		all = append(all, p.Served()...)
	}
	return all
}

// Linear reports whether all of a board's sensors are read as levels, which also
// show colours. It is false for a board without hardware.
func Linear(w Wiring) bool {
	parts := w.Parts()
	for _, p := range parts {
		if !p.Linear() {
			return false
		}
	}
	return len(parts) > 0
}

// Natural returns the order in which squares are wired if a configuration does not
// list them: channel 0 is a1, 1 is b1, 8 is a2, 63 is h8. The whole board is turned
// clockwise by turn degrees (0, 90, 180 or 270), seen from above with White below.
func Natural(turn int) []rules.Square {
	squares := make([]rules.Square, 64)
	for i := range squares {
		squares[i] = Turned(rules.Square(i), turn)
	}
	return squares
}

// Turned returns where a square is after the board was turned clockwise by turn
// degrees.
func Turned(s rules.Square, turn int) rules.Square {
	if s == rules.NoSquare {
		return s
	}
	for ; turn > 0; turn -= 90 {
		s = rules.SquareAt(s.Rank(), 7-s.File())
	}
	return s
}
