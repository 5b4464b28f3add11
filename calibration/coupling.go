package calibration

import (
	"fmt"
	"math"

	"touchmove/rules"
)

// Coupling is what one linear sensor feels of the piece on another square.
type Coupling struct {
	On   rules.Square // whose sensor
	From rules.Square // whose piece
	Part float64      // of what the sensor under From reads: from -1/2 to 1/2
}

// mostPart is the largest part that is taken off a reading: a sensor that feels
// more of its neighbour's piece than half is not mended by arithmetic.
const mostPart = 0.5

// mostParts is the largest sum of what one sensor feels of all its neighbours:
// from 1 on their readings would determine nothing.
const mostParts = 0.9

// couplings are kept in thousandths, so that the same counts give the same
// squares on every machine.
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
			return c, fmt.Errorf("crosstalk: %v does not lie beside %v: only the eight squares around one are felt", k.From, k.On)
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

// rounds is how often neighbours' readings are separated from each other: what is
// left after it is a hundredth where neighbours feel a third in all.
const rounds = 4

// unmix takes off what neighbours add, in counts from zero: r is what every
// sensor reads and becomes what it would read of the piece on its own square
// alone (Jacobi's method). known are the squares that give a reading.
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
