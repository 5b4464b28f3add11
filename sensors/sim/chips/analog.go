package chips

import "math"

// Analog is what a converter's inputs are soldered to: a row of Hall sensors,
// or the common pins of multiplexers.
type Analog interface {
	// Millivolts returns the voltage of an input, 0 where nothing is wired.
	Millivolts(input int) float64
	// Silent reports that a square is Unknown: the part does not answer.
	Silent() bool
}

// code12 is a voltage as a converter of twelve bits gives it.
func code12(mv, full float64) uint16 {
	return uint16(max(0, min(4095, math.Floor(mv/full*4096+0.5))))
}
