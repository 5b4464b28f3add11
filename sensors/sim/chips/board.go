package chips

import (
	"sync"

	"touchmove/rules"
	"touchmove/sensors"
)

// Board holds what is on the squares, as switches detect it. A square set to Unknown has a
// sensor that cannot be read: the part that serves it does not answer, as if its connector
// were loose.
type Board struct {
	mu       sync.Mutex
	scan     sensors.Scan
	attached []settler

	ailing   [64]Ailment
	ills     int // how many sensors are not well
	dice     uint64
	field    Field
	strength [64]float64 // strength of the piece on a square, as a difference from 1
	lifted   [64]float64
	hum      [64]float64
	shift    [64]float64
}

// settler is a part that notices changes of its pins by itself.
type settler interface{ Settle() }

// NewBoard returns an empty board.
func NewBoard() *Board {
	b := &Board{}
	for sq := range b.scan {
		b.scan[sq] = sensors.Empty
	}
	return b
}

// Set sets all squares to s at once.
func (b *Board) Set(s sensors.Scan) {
	b.change(func() {
		for sq, is := range s {
			b.put(sq, is)
		}
	})
}

// SetSquare changes one square.
func (b *Board) SetSquare(sq rules.Square, is sensors.State) {
	b.change(func() { b.put(int(sq), is) })
}

func (b *Board) put(sq int, is sensors.State) {
	if b.scan[sq] != is {
		b.scan[sq] = is
		b.place(sq)
	}
}

func (b *Board) change(do func()) {
	b.mu.Lock()
	do()
	attached := b.attached
	b.mu.Unlock()
	for _, part := range attached {
		part.Settle()
	}
}

// Scan returns what the sensors detect now: the pieces on the board, unless a sensor has an
// ailment.
func (b *Board) Scan() sensors.Scan {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.felt()
}

// attach notifies the part of every change from now on.
func (b *Board) attach(part settler) {
	b.mu.Lock()
	b.attached = append(b.attached, part)
	b.mu.Unlock()
	part.Settle()
}
