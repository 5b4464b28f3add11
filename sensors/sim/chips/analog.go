package chips

import "math"

// Analog is what a converter's inputs are connected to: a row of Hall sensors, or
// the common pins of multiplexers.
type Analog interface {
	// Millivolts returns the voltage of an input, or 0 if nothing is connected.
	Millivolts(input int) float64
	// Silent reports that a square is Unknown, so the part does not answer.
	Silent() bool
}

// code12 converts a voltage to the result of a twelve-bit converter.
func code12(mv, full float64) uint16 {
	return uint16(max(0, min(4095, math.Floor(mv/full*4096+0.5))))
}
