package chips

import (
	"sync"

	"touchmove/rules"
	"touchmove/sensors"
)

// Contacts is a circuit with one switch per pin, from the pin to ground: a reed
// contact, or the open collector of a digital Hall sensor. It closes when a piece
// is on its square.
type Contacts struct {
	board    *Board
	mu       sync.Mutex
	squares  []rules.Square
	faults   []Fault
	pulledUp bool
}

// Contacts wires squares to pins: pin p serves squares[p], and NoSquare leaves the
// pin unconnected.
func (b *Board) Contacts(squares []rules.Square) *Contacts {
	c := &Contacts{board: b, squares: make([]rules.Square, len(squares)), faults: make([]Fault, len(squares))}
	copy(c.squares, squares)
	return c
}

// PullUp gives every line a resistor to the supply, as part of the board.
func (c *Contacts) PullUp() *Contacts {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pulledUp = true
	return c
}

// Break gives one line a fault; Whole repairs it.
func (c *Contacts) Break(pin int, f Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults[pin] = f
}

// Levels implements Circuit.
func (c *Contacts) Levels(drive []Drive, level []bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	scan := c.board.Scan()
	for pin, d := range drive {
		closed, fault := false, Whole
		if pin < len(c.squares) {
			sq := c.squares[pin]
			closed, fault = sq < rules.NoSquare && scan[sq].Full(), c.faults[pin]
		}
		switch {
		case fault == StuckLow, fault != Open && fault != StuckHigh && closed:
			level[pin] = false
		case fault == StuckHigh:
			level[pin] = true
		case d == Float && fault != Open:
			level[pin] = c.pulledUp
		default:
			level[pin] = d.level()
		}
	}
}

// Silent implements Circuit.
func (c *Contacts) Silent() bool {
	scan := c.board.Scan()
	for _, sq := range c.squares {
		if sq < rules.NoSquare && scan[sq] == sensors.Unknown {
			return true
		}
	}
	return false
}
