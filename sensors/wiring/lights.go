package wiring

import (
	"fmt"

	"touchmove/sensors/lights"
)

// Lights describes how the lamps of a board are wired. The zero value is a board without
// lamps.
type Lights struct {
	Driver     string // the word of a row of the table, such as "ws2812b"
	Port       string // of SPI, such as "0.0"; "" for lamps on I2C
	Bus        string // of I2C; "" for lamps on SPI
	Addr       uint16 // on the I2C bus
	Layout     lights.Layout
	Edge       bool // there is one more lamp, beside the board, after that of the last square
	Brightness int  // percent of the lamps' full brightness, 1 to 100
	SupplyMA   int  // what their supply can give; frames that would draw more are dimmed
}

// Wired reports whether there are lamps.
func (l Lights) Wired() bool { return l.Driver != "" }

// Kind returns the row of the table, or nil if there is no such driver.
func (l Lights) Kind() *LightKind {
	for i := range lightKinds {
		if lightKinds[i].Driver == l.Driver {
			return &lightKinds[i]
		}
	}
	return nil
}

// Count returns the number of lamps: 64, or 65 with one at the edge.
func (l Lights) Count() int {
	if l.Edge {
		return 65
	}
	return 64
}

// String says which lamps there are, and where: "65×WS2812B on SPI port 0.0".
func (l Lights) String() string {
	kind := l.Kind()
	if kind == nil {
		return l.Driver
	}
	if kind.OnSPI() {
		return times(l.Count(), kind.Part) + " on SPI port " + l.Port
	}
	return fmt.Sprintf("%s 0x%02x on I2C bus %s", kind.Part, l.Addr, l.Bus)
}

// PortLines returns the GPIO lines that an SPI port of a Raspberry Pi occupies when it is
// switched on, its data output first; none if the port is not on the header.
func PortLines(port string) []string {
	switch port {
	case "0.0", "0.1":
		return []string{"GPIO10", "GPIO9", "GPIO11", "GPIO8", "GPIO7"}
	case "1.0", "1.1", "1.2":
		return []string{"GPIO20", "GPIO19", "GPIO21", "GPIO18", "GPIO17", "GPIO16"}
	}
	return nil
}

// Buzzer describes how a buzzer is wired. The zero value means none.
type Buzzer struct {
	Line string // "GPIO18"; it sounds while the line is high
}

// Wired reports whether there is a buzzer.
func (b Buzzer) Wired() bool { return b.Line != "" }

// Signals are the lamps and the buzzer with which a board signals to the people around it.
type Signals struct {
	Lights Lights
	Buzzer Buzzer
}

// Wired reports whether there is a lamp or a buzzer.
func (s Signals) Wired() bool { return s.Lights.Wired() || s.Buzzer.Wired() }
