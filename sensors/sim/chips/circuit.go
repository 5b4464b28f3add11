package chips

import "touchmove/rules"

// Drive is what a pin does to its line.
type Drive uint8

// A pin floats, pulls its line through a resistor, or drives it.
const (
	Float Drive = iota
	PullDown
	PullUp
	DriveLow
	DriveHigh
)

// Circuit is what the pins of a part are connected to.
type Circuit interface {
	// Levels sets level to the level at every pin, true for high, if the pins do
	// what drive says. Both have one entry per pin.
	Levels(drive []Drive, level []bool)
	// Silent reports that the part does not answer, because a square that it serves
	// is Unknown on the Board.
	Silent() bool
}

// level returns the level of a line on which nothing else pulls or drives. A line
// that nothing pulls is taken to be low: with contacts to ground this is the worst
// case, since an empty board then reads as full.
func (d Drive) level() bool { return d == PullUp || d == DriveHigh }

// Fault is a fault of one line of a circuit.
type Fault uint8

// A line is whole, broken between the pin and the switches, or shorted to ground or
// to the supply.
const (
	Whole Fault = iota
	Open
	StuckLow
	StuckHigh
)

// through returns what reaches a line with fault f if its pin does d.
func (f Fault) through(d Drive) Drive {
	switch f {
	case Open:
		return Float
	case StuckLow:
		return DriveLow
	case StuckHigh:
		return DriveHigh
	}
	return d
}

// Swapped returns a circuit of sixteen pins with the two ports exchanged: pins 0 to
// 7 are connected to pins 8 to 15 of c, and vice versa.
func Swapped(c Circuit) Circuit { return swapped{c} }

type swapped struct{ Circuit }

// Levels implements Circuit.
func (s swapped) Levels(drive []Drive, level []bool) {
	var d [16]Drive
	var l [16]bool
	copy(d[:8], drive[8:])
	copy(d[8:], drive[:8])
	s.Circuit.Levels(d[:], l[:])
	copy(level[:8], l[8:])
	copy(level[8:], l[:8])
}

// Exchanged returns a circuit with two of its sixteen pins exchanged.
func Exchanged(c Circuit, a, b int) Circuit { return exchanged{c, a, b} }

type exchanged struct {
	Circuit
	a, b int
}

// Levels implements Circuit.
func (e exchanged) Levels(drive []Drive, level []bool) {
	drive[e.a], drive[e.b] = drive[e.b], drive[e.a] // exchanged back below: a copy would be allocated
	e.Circuit.Levels(drive, level)
	drive[e.a], drive[e.b] = drive[e.b], drive[e.a]
	level[e.a], level[e.b] = level[e.b], level[e.a]
}

// PushPull returns the circuit of sensors that drive their lines both ways, high
// for a piece, on the same squares and with the same faults as contacts to ground.
func PushPull(c *Contacts) Circuit { return pushPull{c} }

type pushPull struct{ *Contacts }

// Levels implements Circuit.
func (p pushPull) Levels(drive []Drive, level []bool) {
	c := p.Contacts
	c.mu.Lock()
	defer c.mu.Unlock()
	scan := c.board.Scan()
	for pin, d := range drive {
		level[pin] = d.level()
		if pin >= len(c.squares) || c.squares[pin] >= rules.NoSquare {
			continue
		}
		switch c.faults[pin] {
		case StuckLow:
			level[pin] = false
		case StuckHigh:
			level[pin] = true
		case Whole:
			level[pin] = scan[c.squares[pin]].Full()
		}
	}
}

// PulledUp returns the circuit of contacts with a resistor to the supply at every
// pin, for parts without pull-ups of their own. A broken line reads high.
func PulledUp(c *Contacts) Circuit { return pulledUp{c} }

type pulledUp struct{ *Contacts }

// Levels implements Circuit.
func (p pulledUp) Levels(drive []Drive, level []bool) {
	var pins [32]Drive
	pulled := append(pins[:0], drive...)
	for pin, d := range pulled {
		if d == Float {
			pulled[pin] = PullUp
		}
	}
	p.Contacts.Levels(pulled, level)
}
