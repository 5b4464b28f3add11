package configs

import (
	"time"

	"touchmove/rules"
)

// Wiring is how a board's sensors are wired: MCP23017, Expanders, MCPMatrix,
// GPIOMatrix, ADS1115, Converters, Multiplexed, Mixed or Simulated. Driver is
// the word the file uses for it.
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

// Expanders is one input a square on other I2C port expanders than MCP23017. A
// channel is an input of a chip, in the order of Addrs and, within a chip, of
// its pins.
type Expanders struct {
	Chip       string // "mcp23008", "pcf8574", "pcf8575" or "tca9555"
	Bus        string
	Addrs      []uint16 // each once, among those the chip can have
	ActiveHigh bool
	Squares    []rules.Square // by channel; NoSquare where nothing is wired; all 64 are there
}

// MCPMatrix is a matrix of eight rows and eight columns on the two ports of one
// MCP23017. Channel 8r+c is row r, column c.
type MCPMatrix struct {
	Bus     string
	Addr    uint16         // 0x20 to 0x27
	RowsOnB bool           // rows on GPB0 to GPB7, columns on GPA0 to GPA7
	Bare    bool           // no diodes; else one a square, its anode to the column
	Settle  time.Duration  // from driving a row to reading its columns; whole microseconds
	Squares []rules.Square // by channel; all 64 are there
}

// ADS1115 is linear Hall sensors on converters behind a TCA9548A switch: on
// each port a chip at each address, four inputs a chip. Channels count inputs,
// then addresses, then ports. All sensors have the same levels, in mV.
type ADS1115 struct {
	Bus     string
	Mux     uint16   // of the switch, 0x70 to 0x77; 0 when the chips are on the bus itself
	Ports   []int    // 0 to 7, each once; nil without a switch
	Addrs   []uint16 // 0x48 to 0x4B, each once; the same behind every port
	Supply  int      // of the sensors; without a magnet they give half of it
	Enter   int      // so far from half the supply a piece is felt
	Leave   int      // and so near to it no longer; less than Enter
	Squares []rules.Square
}

// Converters is linear Hall sensors on ADS7828 or ADS7138: eight inputs a chip.
// Channels count inputs, then addresses, then ports. All sensors have the same
// levels, in mV.
type Converters struct {
	Chip    string // "ads7828" or "ads7138"
	Bus     string
	Mux     uint16   // as in ADS1115; an ADS7138 needs none
	Ports   []int    // as in ADS1115
	Addrs   []uint16 // 0x48 to 0x4B, of an ADS7138 0x10 to 0x17, each once
	Supply  int      // as in ADS1115
	Enter   int
	Leave   int
	Squares []rules.Square
}

// Multiplexed is linear Hall sensors behind CD74HC4067 multiplexers, sixteen
// each, whose common pins go to inputs of one converter and whose select pins
// hang on four GPIO lines. Channel 16n+a is channel a of the multiplexer at
// Inputs[n].
type Multiplexed struct {
	Converter string // "ads1115", "ads7828" or "ads7138"
	Bus       string
	Addr      uint16        // of the converter
	Inputs    []int         // its inputs; of an ADS1115 all four
	Select    []string      // S0 to S3, as "GPIO17"
	Settle    time.Duration // from setting an address to converting; whole microseconds
	Supply    int           // as in ADS1115
	Enter     int
	Leave     int
	Squares   []rules.Square
}

// Mixed is a board of several wirings, none of them Mixed or Simulated: other
// chips, other buses. Together their squares are all 64, each once.
type Mixed struct{ Parts []Wiring }

// GPIOMatrix is a matrix of eight driven rows and eight read columns on GPIO
// lines. Channel 8r+c is row r, column c.
type GPIOMatrix struct {
	Rows       []string      // eight output lines, as "GPIO17"
	Columns    []string      // eight input lines
	Settle     time.Duration // from driving a row to reading its columns; whole microseconds
	ActiveHigh bool
	Bare       bool           // no diodes; else one a square
	Squares    []rules.Square // by channel; all 64 are there
}

// Simulated is a board without hardware: the real driver over a
// register-accurate chip, moved by simulated hands that play the games of a
// PGN file one after the other.
type Simulated struct {
	Chip  string  // whose registers: one of Chips
	PGN   string  // file of games; empty plays the games that are built in
	Style string  // how the hands move
	Seed  uint64  // the same seed gives the same play
	Speed float64 // times real time, 0.1 to 100
}

// Driver returns "mcp23017".
func (MCP23017) Driver() string { return "mcp23017" }

// Driver returns Chip.
func (e Expanders) Driver() string { return e.Chip }

// Driver returns "mcpmatrix".
func (MCPMatrix) Driver() string { return "mcpmatrix" }

// Driver returns "ads1115".
func (ADS1115) Driver() string { return "ads1115" }

// Driver returns Chip.
func (c Converters) Driver() string { return c.Chip }

// Driver returns "cd74hc4067".
func (Multiplexed) Driver() string { return "cd74hc4067" }

// Driver returns "mixed".
func (Mixed) Driver() string { return "mixed" }

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
