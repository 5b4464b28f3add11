package configs

import (
	"time"

	"touchmove/rules"
)

// Wiring is how a board's sensors are wired: MCP23017, GPIOMatrix or
// Simulated. Driver is the word the file uses for it.
type Wiring interface{ Driver() string }

// MCP23017 is one input a square on I2C port expanders (Microchip MCP23017,
// DS20001952). A channel is an input of a chip: sixteen a chip in the order of
// Addrs, GPA0 to GPA7 and then GPB0 to GPB7.
type MCP23017 struct {
	Bus        string         // as periph names it: "1" or "/dev/i2c-1"
	Addrs      []uint16       // 0x20 to 0x27, each once
	ActiveHigh bool           // a piece reads 1; by default it pulls the input to 0
	Squares    []rules.Square // by channel; NoSquare where nothing is wired; all 64 are there
}

// GPIOMatrix is a matrix of eight driven rows and eight read columns on GPIO
// lines, with a diode a square. Channel 8r+c is row r, column c.
type GPIOMatrix struct {
	Rows       []string      // eight output lines, as "GPIO17"
	Columns    []string      // eight input lines
	Settle     time.Duration // from driving a row to reading its columns; whole microseconds
	ActiveHigh bool
	Squares    []rules.Square // by channel; all 64 are there
}

// Simulated is a board without hardware: the real driver over a
// register-accurate chip, moved by simulated hands that play the games of a
// PGN file one after the other.
type Simulated struct {
	Chip  string  // whose registers: "mcp23017" or "gpiomatrix"
	PGN   string  // file of games; empty plays the games that are built in
	Style string  // how the hands move
	Seed  uint64  // the same seed gives the same play
	Speed float64 // times real time, 0.1 to 100
}

// Driver returns "mcp23017".
func (MCP23017) Driver() string { return "mcp23017" }

// Driver returns "gpiomatrix".
func (GPIOMatrix) Driver() string { return "gpiomatrix" }

// Driver returns "simulated".
func (Simulated) Driver() string { return "simulated" }

// Natural is the order of squares in which a board is wired when its file
// does not list them: channel 0 is a1, 1 is b1, 8 is a2, 63 is h8, the whole
// board turned clockwise, seen from above with White below, by turn degrees
// (0, 90, 180 or 270).
func Natural(turn int) []rules.Square {
	squares := make([]rules.Square, 64)
	for i := range squares {
		squares[i] = turned(rules.Square(i), turn)
	}
	return squares
}

// turned is where a square comes to lie when the board is turned clockwise.
func turned(s rules.Square, turn int) rules.Square {
	if s == rules.NoSquare {
		return s
	}
	for ; turn > 0; turn -= 90 {
		s = rules.SquareAt(s.Rank(), 7-s.File())
	}
	return s
}
