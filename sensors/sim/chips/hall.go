package chips

import (
	"sync"

	"touchmove/rules"
	"touchmove/sensors"
)

// Hall is a row of linear Hall sensors, ratiometric ones as the DRV5055 and
// the SS49E, and the voltages at their outputs. At no field a sensor gives
// half the supply; a white piece lifts that and a black one lowers it.
type Hall struct {
	board   *Board
	mu      sync.Mutex
	supply  float64 // in mV
	squares []rules.Square
	zero    []float64 // in mV, by input
	swing   []float64 // in mV, by input
	faults  []Fault   // by input
}

// Hall puts a linear Hall sensor under each square: input n is squares[n], and
// NoSquare leaves the input in the air. supply is in mV.
func (b *Board) Hall(squares []rules.Square, supply float64) *Hall {
	h := &Hall{board: b, supply: supply, squares: make([]rules.Square, len(squares)), faults: make([]Fault, len(squares))}
	copy(h.squares, squares)
	for range squares {
		h.zero = append(h.zero, supply/2)
		h.swing = append(h.swing, supply/8)
	}
	return h
}

// Tune gives one sensor its own zero and the change that a piece makes, both
// in mV; a negative change is a sensor that lies upside down.
func (h *Hall) Tune(input int, zero, swing float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.zero[input], h.swing[input] = zero, swing
}

// Break gives the line of one sensor a fault, or mends it with Whole. A broken
// line is taken to lie at ground, as leakage and a converter's sampling bring it
// there.
func (h *Hall) Break(input int, f Fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults[input] = f
}

// Millivolts returns the voltage of an input, 0 where there is no sensor.
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
		return h.supply
	}
	felt, off, cold := h.board.flux(h.squares[input])
	if cold {
		return 0
	}
	return h.zero[input] + felt*h.swing[input] + off
}

// Silent reports that a square is Unknown: the part cannot be heard.
func (h *Hall) Silent() bool {
	for input := range h.squares {
		if h.silent(input) {
			return true
		}
	}
	return false
}

// silent reports that the square of one input is Unknown.
func (h *Hall) silent(input int) bool {
	if input >= len(h.squares) || h.squares[input] >= rules.NoSquare {
		return false
	}
	return h.board.Scan()[h.squares[input]] == sensors.Unknown
}
