package calibration

import (
	"fmt"
	"math"

	"touchmove/rules"
)

// Coupling is the part of a reading of one linear sensor that comes from the piece on
// another square.
type Coupling struct {
	On   rules.Square // the square of the sensor
	From rules.Square // the square of the piece
	Part float64      // as a fraction of what the sensor under From reads: from -1/2 to 1/2
}

// mostPart is the largest Part that is subtracted from a reading: calculation cannot
// correct a sensor that feels more than half of a neighbour's piece.
const mostPart = 0.5

// mostParts is the largest sum of the Parts of one sensor: from 1 on, the readings would
// not determine the pieces.
const mostParts = 0.9

// couplings has the parts as thousandths, so that the same counts give the same squares on
// every machine.
type couplings [64]struct {
	n    uint8
	from [8]rules.Square
	part [8]int16
}

// couple checks the crosstalk of a calibration.
func couple(b Board) (c couplings, err error) {
	for _, k := range b.Crosstalk {
		switch {
		case b.Levels == nil:
			return c, fmt.Errorf("crosstalk: digital inputs have none that could be taken off")
		case k.On >= rules.NoSquare || k.From >= rules.NoSquare || !areNeighbours(k.On, k.From):
			return c, fmt.Errorf("crosstalk: %v does not lie beside %v: only the eight neighbouring squares are detected", k.From, k.On)
		case math.IsNaN(k.Part) || math.Abs(k.Part) > mostPart:
			return c, fmt.Errorf("crosstalk: %v feels %g of the piece on %v: it must lie within ±%g", k.On, k.Part, k.From, mostPart)
		}
		on := &c[k.On]
		for _, from := range on.from[:on.n] {
			if from == k.From {
				return c, fmt.Errorf("crosstalk: %v feels %v twice", k.On, k.From)
			}
		}
		on.from[on.n], on.part[on.n] = k.From, int16(math.Round(1000*k.Part))
		on.n++
	}
	for sq := range c {
		sum := 0
		for _, part := range c[sq].part {
			sum += max(int(part), -int(part))
		}
		if sum > 1000*mostParts {
			return c, fmt.Errorf("crosstalk: %v feels %.3f of its neighbours in all: at most %g can be taken off", rules.Square(sq), float64(sum)/1000, mostParts)
		}
	}
	return c, nil
}

// areNeighbours reports whether two squares touch.
func areNeighbours(a, b rules.Square) bool {
	df, dr := a.File()-b.File(), a.Rank()-b.Rank()
	return a != b && df >= -1 && df <= 1 && dr >= -1 && dr <= 1
}

// rounds is the number of iterations that separate the readings of neighbours. If a sensor
// feels a third of its neighbours in all, an error of a hundredth is left.
const rounds = 4

// unmix subtracts from the readings what neighbours add. r is what every sensor reads, in
// counts from zero, and becomes what each would read of the piece on its own square alone
// (Jacobi's method). known are the squares that gave a reading.
func (c *couplings) unmix(r *[64]int32, known rules.Squares) {
	own := *r
	for range rounds {
		before := own
		for sq := range c {
			sum := int64(0)
			on := &c[sq]
			for i, from := range on.from[:on.n] {
				if known.Has(from) {
					sum += int64(on.part[i]) * int64(before[from])
				}
			}
			own[sq] = r[sq] - int32(min(max(sum/1000, -mostCounts), mostCounts))
		}
	}
	*r = own
}
