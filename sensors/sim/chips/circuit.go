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

// Circuit is what the pins of a part are soldered to.
type Circuit interface {
	// Levels returns the level at every pin, true for high, when the pins
	// do what drive says. Both have one entry a pin.
	Levels(drive []Drive, level []bool)
	// Silent reports that the part does not answer: a square it serves is
	// Unknown on the Board.
	Silent() bool
}

// level is where a line lies on which these pull and nothing else.
// A line nobody pulls is taken to lie low: with contacts to ground that is the
// worst case, a full board that is not there.
func (d Drive) level() bool { return d == PullUp || d == DriveHigh }

// Fault is what is wrong with one line of a circuit.
type Fault uint8

// A line is whole, broken between pin and switches, or shorted to ground or to
// the supply.
const (
	Whole Fault = iota
	Open
	StuckLow
	StuckHigh
)

// through is what reaches a line of fault f when its pin does d.
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

// Swapped is a circuit of sixteen pins with the two ports exchanged: pins 0 to
// 7 are soldered to what is c's pins 8 to 15, and the other way round.
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

// Exchanged is a circuit with two of its sixteen pins exchanged.
func Exchanged(c Circuit, a, b int) Circuit { return exchanged{c, a, b} }

type exchanged struct {
	Circuit
	a, b int
}

// Levels implements Circuit.
func (e exchanged) Levels(drive []Drive, level []bool) {
	drive[e.a], drive[e.b] = drive[e.b], drive[e.a] // and back: a copy would be allocated
	e.Circuit.Levels(drive, level)
	drive[e.a], drive[e.b] = drive[e.b], drive[e.a]
	level[e.a], level[e.b] = level[e.b], level[e.a]
}

// PushPull is the circuit of sensors that drive their line both ways, high for
// a piece, on the same squares and with the same faults as contacts to ground.
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

// PulledUp is the circuit of contacts with a resistor to the supply at every pin,
// as a part without pull-ups of its own needs it: a broken line reads high.
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
