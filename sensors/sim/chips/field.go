package chips

import (
	"math"

	"touchmove/rules"
	"touchmove/sensors"
)

// Field describes how the magnets of a board's pieces reach its linear sensors. The
// zero value is the ideal board: a piece is felt only on its own square, always
// equally strongly, without noise.
type Field struct {
	NoiseMV float64 // of each reading (standard deviation)
	Spread  float64 // variation of a piece's strength from one placing to the next, as a fraction of it (standard deviation)
	Beside  float64 // fraction of a piece's strength felt on the squares beside it
	Corner  float64 // fraction felt on the squares at its corners
}

// Magnets sets the board's field from now on.
func (b *Board) Magnets(f Field) { b.change(func() { b.field = f }) }

// Lift makes the sensor of a square feel this fraction of what others feel, as if
// it were farther below the board or the magnet on it were weak. 1 restores it.
func (b *Board) Lift(sq rules.Square, gain float64) { b.change(func() { b.lifted[sq] = 1 - gain }) }

// Hum adds noise to one sensor, in mV (standard deviation).
func (b *Board) Hum(sq rules.Square, mv float64) { b.change(func() { b.hum[sq] = mv }) }

// Shift shifts the voltage of one linear sensor, in mV, as a change of temperature
// does.
func (b *Board) Shift(sq rules.Square, mv float64) { b.change(func() { b.shift[sq] = mv }) }

// place draws the strength of a piece that is put on a square.
func (b *Board) place(sq int) {
	b.strength[sq] = 0
	if b.field.Spread > 0 {
		b.strength[sq] = b.field.Spread * b.normal()
	}
}

// magnet returns the strength of the piece on a square as its neighbours feel it:
// about 1 for a white piece, about -1 for a black one.
func (b *Board) magnet(sq rules.Square) float64 {
	switch b.scan[sq] {
	case sensors.White, sensors.Occupied:
		return 1 + b.strength[sq]
	case sensors.Black:
		return -1 - b.strength[sq]
	}
	return 0
}

// flux returns what the sensor of a square feels, in units of the strength of a
// piece on its square, and the error of its output in mV. A cold sensor has no
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

// beside returns what the pieces on the squares around sq add.
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
