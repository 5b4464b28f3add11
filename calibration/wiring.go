package calibration

import (
	"fmt"

	"touchmove/rules"
)

// Wiring says which square each channel serves: channel n serves wiring[n]. NoSquare is a
// channel that is not connected. Any channel may serve any square.
type Wiring []rules.Square

// RowMajor wires channel 8·row + column to the square of that row and column; row 0 is the
// first rank and column 0 the a-file: channel 0 is a1, channel 7 is h1, channel 63 is h8.
// It fits a matrix whose rows are the ranks, and chips with sixteen inputs that serve two
// ranks each.
func RowMajor() Wiring { return wire(func(file, rank int) int { return 8*rank + file }) }

// Serpentine wires the channels along a cable that turns back at the end of each rank:
// channel 0 is a1, channel 7 is h1, channel 8 is h2, channel 15 is a2.
func Serpentine() Wiring {
	return wire(func(file, rank int) int {
		if rank%2 == 1 {
			file = 7 - file
		}
		return 8*rank + file
	})
}

func wire(channel func(file, rank int) int) Wiring {
	w := make(Wiring, 64)
	for sq := range rules.AllSquares.All() {
		w[channel(sq.File(), sq.Rank())] = sq
	}
	return w
}

// Turned returns the wiring of the same board turned clockwise, as seen from above, by
// quarter turns: after one, the sensor that was under a1 is under a8, and the one that was
// under h1 is under a1. quarters may be negative.
func (w Wiring) Turned(quarters int) Wiring {
	return w.moved(func(file, rank int) (int, int) {
		for range (quarters%4 + 4) % 4 {
			file, rank = rank, 7-file
		}
		return file, rank
	})
}

// Mirrored returns the wiring of the same board with left and right exchanged, as if its
// ribbon cables were soldered to the other side: the channel of a1 serves h1.
func (w Wiring) Mirrored() Wiring {
	return w.moved(func(file, rank int) (int, int) { return 7 - file, rank })
}

func (w Wiring) moved(to func(file, rank int) (int, int)) Wiring {
	moved := make(Wiring, len(w))
	for ch, sq := range w {
		if moved[ch] = rules.NoSquare; sq < rules.NoSquare {
			moved[ch] = rules.SquareAt(to(sq.File(), sq.Rank()))
		}
	}
	return moved
}

// Channel returns the channel that serves a square, or -1.
func (w Wiring) Channel(sq rules.Square) int {
	for ch, served := range w {
		if served == sq && sq < rules.NoSquare {
			return ch
		}
	}
	return -1
}

// squares returns the squares that are wired. The error names a square with two channels.
func (w Wiring) squares() (rules.Squares, error) {
	var wired rules.Squares
	for ch, sq := range w {
		switch {
		case sq == rules.NoSquare:
			continue
		case sq > rules.NoSquare:
			return 0, fmt.Errorf("channel %d is wired to square number %d: the board has 0 to 63", ch, sq)
		case wired.Has(sq):
			return 0, fmt.Errorf("square %v is wired to channel %d and to channel %d: give it one of them", sq, w.Channel(sq), ch)
		}
		wired = wired.With(sq)
	}
	return wired, nil
}
