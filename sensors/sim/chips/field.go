package chips

import (
	"math"

	"touchmove/rules"
	"touchmove/sensors"
)

// Field is how the magnets of a board's pieces reach its linear sensors. The
// zero value is the ideal board: a piece is felt on its own square, always
// alike, without noise.
type Field struct {
	NoiseMV float64 // of every reading (standard deviation)
	Spread  float64 // of a piece's strength from one placing to the next, as a part of it
	Beside  float64 // part of a piece's strength that is felt on the squares beside it
	Corner  float64 // and on those that touch its corners
}

// Magnets gives the board this field from now on.
func (b *Board) Magnets(f Field) { b.change(func() { b.field = f }) }

// Lift has the sensor of a square feel this part of what the others feel: one
// that is lifted off the board, or one on which a weak magnet stands. 1 mends
// it.
func (b *Board) Lift(sq rules.Square, gain float64) { b.change(func() { b.lifted[sq] = 1 - gain }) }

// Hum adds noise to one sensor, in mV (standard deviation).
func (b *Board) Hum(sq rules.Square, mv float64) { b.change(func() { b.hum[sq] = mv }) }

// Shift moves the voltage of one linear sensor, in mV, as warmth does.
func (b *Board) Shift(sq rules.Square, mv float64) { b.change(func() { b.shift[sq] = mv }) }

// place draws the strength of a piece that is put on a square.
func (b *Board) place(sq int) {
	b.strength[sq] = 0
	if b.field.Spread > 0 {
		b.strength[sq] = b.field.Spread * b.normal()
	}
}

// magnet is the piece on a square as its neighbours feel it: about 1 for a
// white one, about -1 for a black one.
func (b *Board) magnet(sq rules.Square) float64 {
	switch b.scan[sq] {
	case sensors.White, sensors.Occupied:
		return 1 + b.strength[sq]
	case sensors.Black:
		return -1 - b.strength[sq]
	}
	return 0
}

// flux is what the sensor of a square feels, in strengths of a piece that
// stands on it, and what its output is off by, in mV. A cold sensor has no
// output.
func (b *Board) flux(sq rules.Square) (felt, mv float64, cold bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	mv = b.shift[sq]
	if noise := math.Hypot(b.field.NoiseMV, b.hum[sq]); noise > 0 {
		mv += noise * b.normal()
	}
	felt = b.magnet(sq)
	switch b.ailing[sq] {
	case Cold:
		return 0, 0, true
	case StuckOn, StuckOff, Chattering:
		is := b.felt()[sq]
		switch {
		case !is.Full():
			felt = 0
		case felt == 0:
			felt = 1
		}
	}
	if b.field.Beside != 0 || b.field.Corner != 0 {
		felt += b.beside(sq)
	}
	felt *= 1 - b.lifted[sq]
	if b.ailing[sq] == Inverted {
		felt = -felt
	}
	return felt, mv, false
}

// beside is what the pieces on the squares around one add.
func (b *Board) beside(sq rules.Square) (felt float64) {
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			file, rank := sq.File()+df, sq.Rank()+dr
			if df == 0 && dr == 0 || file < 0 || file > 7 || rank < 0 || rank > 7 {
				continue
			}
			part := b.field.Beside
			if df != 0 && dr != 0 {
				part = b.field.Corner
			}
			felt += part * b.magnet(rules.SquareAt(file, rank))
		}
	}
	return felt
}
