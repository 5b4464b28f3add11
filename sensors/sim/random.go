package sim

import "math/rand/v2"

// Spread is a distribution of durations in milliseconds, given by what can be
// measured: minimum, 5th percentile, median, 95th percentile and maximum.
type Spread [5]int64

// atPermille are the ranks, in thousandths, of the five values of a Spread.
var atPermille = [5]int64{0, 50, 500, 950, 1000}

// times returns the spread with every value scaled to that percentage.
func (s Spread) times(percent int64) Spread {
	for i := range s {
		s[i] = s[i] * percent / 100
	}
	return s
}

// dice is the only source of chance. It uses only integers, because some machines
// fuse floating-point operations and others do not.
type dice struct{ r *rand.Rand }

// newDice returns dice with the same numbers for the same seed and stream on every
// machine. The players' hands and the board's faults use different streams, so that
// a change to one does not change the other.
func newDice(seed, stream uint64) dice { return dice{rand.New(rand.NewPCG(seed, stream))} }

// chance returns true with this probability in thousandths.
func (d dice) chance(permille int) bool { return d.r.IntN(1000) < permille }

// within returns a uniformly distributed number from lo to hi, both included; lo if
// hi is not greater.
func (d dice) within(lo, hi int64) int64 {
	if hi <= lo {
		return lo
	}
	return lo + d.r.Int64N(hi-lo+1)
}

// pick draws a duration in microseconds.
func (d dice) pick(s Spread) int64 {
	u := d.r.Int64N(1000000)
	for i := 1; i < len(s); i++ {
		lo, hi := atPermille[i-1]*1000, atPermille[i]*1000
		if u >= hi {
			continue
		}
		x := u - lo // of hi-lo
		a, b := s[i-1]*1000, s[i]*1000
		if i < len(s)-1 {
			return a + (b-a)*x/(hi-lo)
		}
		// The last twentieth gets rarer towards the maximum.
		return a + (b-a)/1000*(x*1000/(hi-lo))*(x*1000/(hi-lo))/1000
	}
	return s[len(s)-1] * 1000
}

// percent returns between lo and hi percent of a number.
func (d dice) percent(of, lo, hi int64) int64 { return of * d.within(lo, hi) / 100 }

// one returns one element of a list, or the zero value if the list is empty.
func one[T any](d dice, from []T) (v T) {
	if len(from) == 0 {
		return v
	}
	return from[d.r.IntN(len(from))]
}

// shuffle puts a list in random order, in place.
func shuffle[T any](d dice, s []T) {
	d.r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
}
