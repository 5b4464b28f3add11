package wiring

import (
	"touchmove/rules"
	"touchmove/sensors/scan"
)

// Wiring is how a board's sensors are wired: a Part, or Mixed, several of them.
// A board without hardware is wired by no parts.
type Wiring interface {
	// Driver is the word for it in a configuration.
	Driver() string
	// String says in words what there is, and where: "4×MCP23017 on I2C bus 1".
	String() string
	// Parts are what is read, in the order of the channels; none without hardware.
	Parts() []Part
}

// Part is a row of equal chips on one bus, or a matrix. Its channels are its
// inputs, counted from 0 in an order that each type documents.
type Part interface {
	Wiring
	// Served is the square of each channel, NoSquare where nothing is wired.
	Served() []rules.Square
	// Linear reports whether channels read levels, which show colours too, and not
	// only 0 and 1.
	Linear() bool
	// Chips are those on I2C buses that it needs, switches left out.
	Chips() []Chip
	// Lines are the GPIO lines that it needs.
	Lines() []NeededLine
	// Effort is what one scan of it asks of its bus, or of GPIO lines.
	Effort() Effort

	// what says what there is, where says where: "4×MCP23017", " on I2C bus 1".
	what() string
	where() string
	// on is the bus it is on, "" for lines alone.
	on() string
	// name names a channel as it is soldered, for people and in a narrow column.
	name(channel int) (long, short string)
	// unit opens its lines and says how its driver is made.
	unit(on scan.Hardware) (scan.Unit, error)
	// circuit adds its devices and wires to what a board is soldered from.
	circuit(s *soldering)
	// serving is the same part with other squares at its channels.
	serving(squares []rules.Square) Part
	// solder puts simulated chips on the buses and lines of twins; squares are those
	// that the channels serve in truth.
	solder(t *Twins, squares []rules.Square) error
}

// Mixed is a board of several parts: other chips, other buses. Together their
// squares are all 64, each once.
type Mixed []Part

// Driver returns "mixed".
func (Mixed) Driver() string { return "mixed" }

// Parts returns the parts.
func (m Mixed) Parts() []Part { return m }

// Served returns the square of each channel of a wiring, NoSquare where nothing
// is wired; nil for a board without hardware. Of a mixed board they are its
// parts' one after the other.
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

// Linear reports whether all of a board's sensors are read as levels, which show
// colours too. It is false for a board without hardware.
func Linear(w Wiring) bool {
	parts := w.Parts()
	for _, p := range parts {
		if !p.Linear() {
			return false
		}
	}
	return len(parts) > 0
}

// Natural is the order of squares in which a board is wired when its file
// does not list them: channel 0 is a1, 1 is b1, 8 is a2, 63 is h8, the whole
// board turned clockwise, seen from above with White below, by turn degrees
// (0, 90, 180 or 270).
func Natural(turn int) []rules.Square {
	squares := make([]rules.Square, 64)
	for i := range squares {
		squares[i] = Turned(rules.Square(i), turn)
	}
	return squares
}

// Turned is where a square comes to lie when the board is turned clockwise by
// turn degrees.
func Turned(s rules.Square, turn int) rules.Square {
	if s == rules.NoSquare {
		return s
	}
	for ; turn > 0; turn -= 90 {
		s = rules.SquareAt(s.Rank(), 7-s.File())
	}
	return s
}
