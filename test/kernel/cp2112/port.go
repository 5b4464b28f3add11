package cp2112

import (
	"sync"

	"touchmove/sensors/sim/chips"
)

// Port is the lines of a circuit, connected to one bridge or several, eight lines each.
// A line that is an input has a pull-up on the board.
type Port struct {
	mu      sync.Mutex
	circuit chips.Circuit
	output  []bool
	high    []bool // the level that an output drives
	drive   []chips.Drive
	level   []bool
}

// NewPort makes a port of n lines, all inputs.
func NewPort(c chips.Circuit, n int) *Port {
	return &Port{circuit: c, output: make([]bool, n), high: make([]bool, n), drive: make([]chips.Drive, n), level: make([]bool, n)}
}

// direct makes eight lines outputs where a bit is set, and inputs elsewhere.
func (p *Port) direct(from int, outputs byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range 8 {
		p.output[from+i] = outputs>>i&1 != 0
	}
}

// latch sets what the lines in the mask, of eight lines, drive when they are outputs.
func (p *Port) latch(from int, levels, mask byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range 8 {
		if mask>>i&1 != 0 {
			p.high[from+i] = levels>>i&1 != 0
		}
	}
}

// levels reads eight lines.
func (p *Port) levels(from int) byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.drive {
		switch {
		case !p.output[i]:
			p.drive[i] = chips.PullUp
		case p.high[i]:
			p.drive[i] = chips.DriveHigh
		default:
			p.drive[i] = chips.DriveLow
		}
	}
	p.circuit.Levels(p.drive, p.level)
	var b byte
	for i, high := range p.level[from : from+8] {
		if high {
			b |= 1 << i
		}
	}
	return b
}
