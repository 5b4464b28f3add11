package wiring

import (
	"slices"

	"touchmove/rules"
	"touchmove/sensors/scan"
)

// Circuit describes how a board is soldered: every device, what each of its pins is wired
// to, and the wire of every square. It is made from the same rows and types from which
// drivers are opened.
type Circuit struct {
	Devices []Device
	Grids   []Grid
	Wires   [64]Wire // by square; No is 0 for a square that is in a Grid or not wired
	Lines   []HeaderLine
	Buses   []BusUse
	Sensors []SensorKind
	Lamps   *LampUse // nil without lamps
	Needs   []Need   // what must be bought, devices first
}

// Device is a chip with its pins as seen from above: Left from pin 1 down, Right from the
// highest number down.
type Device struct {
	No          int // number of the device on the board, from 1
	Part        string
	Package     string
	Bus         string // "" if it is not on a bus
	Mux         bool   // it is behind a port of a switch
	Where       string // "address 0x20", "port 0, address 0x48"
	Left, Right []Pin
}

// Pin is a pin of a device.
type Pin struct {
	No     int // 0 if pins have names only
	Name   string
	Role   Role
	To     string       // what it is wired to, in words
	Wire   int          // the number of the wire to a square's sensor, a row or a column; 0 for none
	Square rules.Square // for an Input
}

// Role says what a pin does on this board.
type Role uint8

// Free pins stay unconnected; Power and Ground carry the supply; Jumper pins are tied to one
// of these; Signal is a line of a bus or to another device; Input has the wire of a square;
// Crossing is a row or a column of a matrix.
const (
	Free Role = iota
	Power
	Ground
	Jumper
	Signal
	Input
	Crossing
)

// Wire is the wire from a square's sensor to a pin.
type Wire struct {
	No     int
	Device int    // number of the device
	Pin    string // name of the pin
}

// Grid is a matrix: eight rows and eight columns, with a switch at each crossing.
type Grid struct {
	Rows, Columns [8]GridLine
	Squares       [64]rules.Square // row by row
	Diodes        bool
	ActiveHigh    bool // rows are driven high, and the diodes' cathodes are at the columns
}

// GridLine is a row or a column of a matrix.
type GridLine struct {
	Wire int
	To   string // "GPIO5", "GPB7"
}

// HeaderLine is a GPIO line and its use.
type HeaderLine struct {
	Name string
	Use  string
}

// BusUse is an I2C bus with the devices directly on it.
type BusUse struct {
	Name    string // as returned by BusName
	Devices []int
}

// SensorKind describes what is below a square, and how its output reaches a wire.
type SensorKind struct {
	Squares    int
	Linear     bool
	ActiveHigh bool // a digital sensor that drives its line high for a piece
	SupplyMV   int
	PullUps    string // of the lines, in words; "" if the board gives each line a resistor
}

// Need is an entry of the list of parts.
type Need struct {
	Count      int
	What, Note string
}

// CircuitOf returns how a board is soldered, including its clock, lamps and buzzer. A board
// without hardware has no sensors to solder.
func CircuitOf(w Wiring, clock scan.ClockLines, signals Signals) *Circuit {
	s := &soldering{Circuit: &Circuit{}}
	for _, p := range w.Parts() {
		p.circuit(s)
	}
	for _, line := range ClockLines(clock) {
		s.Lines = append(s.Lines, HeaderLine{Name: line.Name, Use: line.Use})
	}
	sensing := len(s.Devices)
	s.signals(signals)
	s.needs(clock, sensing)
	return s.Circuit
}

// SingleWires reports whether each square of a wiring has a wire of its own, unlike in a
// matrix.
func SingleWires(w Wiring) bool { return len(CircuitOf(w, scan.ClockLines{}, Signals{}).Grids) == 0 }

// Rewired returns a wiring whose channels serve other squares, as found by a calibration.
// squares lists them channel by channel through all parts.
func Rewired(w Wiring, squares []rules.Square) Wiring {
	parts := w.Parts()
	if len(parts) == 0 {
		return w
	}
	var all Mixed
	for _, p := range parts {
		n := min(len(p.Served()), len(squares))
		all = append(all, p.serving(slices.Clone(squares[:n])))
		squares = squares[n:]
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}
