package chips

import (
	"sync"

	"touchmove/rules"
	"touchmove/sensors"
)

// Hall is a row of ratiometric linear Hall sensors, such as the DRV5055 and the
// SS49E, and the voltages at their outputs. Without a field a sensor outputs half
// the supply. A white piece raises that and a black one lowers it.
type Hall struct {
	board    *Board
	mu       sync.Mutex
	supplyMV float64
	squares  []rules.Square
	zeroMV   []float64 // by input
	swingMV  []float64 // by input
	faults   []Fault   // by input
}

// Hall puts a linear Hall sensor under each square: input n is squares[n], and
// NoSquare leaves the input unconnected.
func (b *Board) Hall(squares []rules.Square, supplyMV float64) *Hall {
	h := &Hall{board: b, supplyMV: supplyMV, squares: make([]rules.Square, len(squares)), faults: make([]Fault, len(squares))}
	copy(h.squares, squares)
	for range squares {
		h.zeroMV = append(h.zeroMV, supplyMV/2)
		h.swingMV = append(h.swingMV, supplyMV/8)
	}
	return h
}

// Tune gives one sensor its own zero and the change that a piece causes, both in
// mV. A negative change means that the sensor is upside down.
func (h *Hall) Tune(input int, zeroMV, swingMV float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.zeroMV[input], h.swingMV[input] = zeroMV, swingMV
}

// Break gives the line of one sensor a fault; Whole repairs it. A broken line is
// taken to be at ground, where leakage and the converter's sampling bring it.
func (h *Hall) Break(input int, f Fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults[input] = f
}

// Millivolts returns the voltage of an input, or 0 if there is no sensor.
func (h *Hall) Millivolts(input int) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if input >= len(h.squares) || h.squares[input] >= rules.NoSquare {
		return 0
	}
	switch h.faults[input] {
	case Open, StuckLow:
		return 0
	case StuckHigh:
		return h.supplyMV
	}
	felt, off, cold := h.board.flux(h.squares[input])
	if cold {
		return 0
	}
	return h.zeroMV[input] + felt*h.swingMV[input] + off
}

// Silent reports whether a square is Unknown, so that the part does not answer.
func (h *Hall) Silent() bool {
	for input := range h.squares {
		if h.silent(input) {
			return true
		}
	}
	return false
}

// silent reports whether the square of one input is Unknown.
func (h *Hall) silent(input int) bool {
	if input >= len(h.squares) || h.squares[input] >= rules.NoSquare {
		return false
	}
	return h.board.Scan()[h.squares[input]] == sensors.Unknown
}
