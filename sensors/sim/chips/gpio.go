package chips

import (
	"errors"
	"fmt"
	"log"
	"math/bits"
	"os"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// ErrLineBusy is the kernel's error for a line that another program holds.
var ErrLineBusy = errors.New("device or resource busy")

// GPIO is the port of a Raspberry Pi whose lines are connected to a circuit: for a
// Matrix, lines 0 to 7 are its rows and 8 to 15 its columns. Its lines can be used
// one by one (Pin) or in sets (LineSet).
type GPIO struct {
	mu      sync.Mutex
	circuit Circuit
	drive   []Drive
	level   []bool
	busy    []bool
	calls   int
	pins    []*Pin
	moved   chan struct{} // closed and replaced when a level may have changed
	moves   int           // how often moved was replaced
}

// NewGPIO makes a port of n lines on a circuit; all are floating inputs. Its pins
// are called GPIO4, GPIO5 and so on, as on the header of a Raspberry Pi, where the
// first lines belong to buses.
func NewGPIO(c Circuit, n int) *GPIO {
	g := &GPIO{circuit: c, drive: make([]Drive, n), level: make([]bool, n), busy: make([]bool, n), moved: make(chan struct{})}
	for i := range n {
		g.pins = append(g.pins, &Pin{g: g, line: i})
	}
	return g
}

// Busy makes another program hold a line, or release it. While it is held, it can
// be neither driven nor read.
func (g *GPIO) Busy(line int, busy bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.busy[line] = busy
}

// Calls returns the number of system calls that the use of the lines would have
// cost.
func (g *GPIO) Calls() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls
}

// Pins returns the lines with numbers from (inclusive) to to (exclusive), one by
// one.
func (g *GPIO) Pins(from, to int) []*Pin { return g.pins[from:to] }

// set sets what a line does.
func (g *GPIO) set(line int, d Drive) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls++
	if g.busy[line] {
		return ErrLineBusy
	}
	g.drive[line] = d
	return nil
}

// read returns the levels of the lines from a number on. It returns an error if one
// of them is busy, or cannot be read because a square is Unknown on the Board.
func (g *GPIO) read(from int, mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls++
	for i := range min(len(g.busy)-from, 64) {
		if mask>>i&1 != 0 && g.busy[from+i] {
			return 0, ErrLineBusy
		}
	}
	if g.isSilent() {
		return 0, errors.New("input/output error")
	}
	g.circuit.Levels(g.drive, g.level)
	var v gpio.GPIOValue
	for i, high := range g.level[from:] {
		if high {
			v |= 1 << i
		}
	}
	return v & mask, nil
}

// edge wakes the goroutines that wait for an edge.
func (g *GPIO) edge() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.moves++
	close(g.moved)
	g.moved = make(chan struct{})
}

// settle updates the circuit with what the lines do now.
func (g *GPIO) settle() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.circuit.Levels(g.drive, g.level)
}

// isSilent reports whether a row that is being driven cannot be read.
func (g *GPIO) isSilent() bool {
	if _, selects := g.circuit.(*Multiplexers); selects {
		return false // its squares are at the converter's side
	}
	m, ok := g.circuit.(*Matrix)
	if !ok {
		return g.circuit.Silent()
	}
	var low, high byte
	for row, d := range g.drive[:min(8, len(g.drive))] {
		switch d {
		case DriveLow:
			low |= 1 << row
		case DriveHigh:
			high |= 1 << row
		}
	}
	// The row being read is the only one driven to its level.
	switch {
	case bits.OnesCount8(low) == 1:
		return m.silentRows(low)
	case bits.OnesCount8(high) == 1:
		return m.silentRows(high)
	}
	return false
}

// LineSet is a group of lines of a port, used together like periph's
// gpioioctl.LineSet: bit n of a value is line n of the set, and a mask of 0 means
// all lines. Its lines are either all outputs or all inputs.
type LineSet struct {
	g       *GPIO
	from, n int
	out     bool
	heard   int // changes of the port seen by WaitForEdge
}

// Outputs returns the lines with numbers from (inclusive) to to (exclusive) as
// outputs, low.
func (g *GPIO) Outputs(from, to int) *LineSet {
	s := &LineSet{g: g, from: from, n: to - from, out: true}
	_ = s.Out(0, 0) // a busy line reports it when it is first used
	return s
}

// Inputs returns the lines with numbers from (inclusive) to to (exclusive) as
// inputs with a pull resistor.
func (g *GPIO) Inputs(from, to int, pull gpio.Pull) *LineSet {
	for line := from; line < to; line++ {
		_ = g.set(line, pulled(pull)) // a busy line reports it when it is first used
	}
	return &LineSet{g: g, from: from, n: to - from}
}

// Out sets the lines in the mask. It returns an error if the lines are inputs or
// one of the set is busy.
func (s *LineSet) Out(value, mask gpio.GPIOValue) error {
	g := s.g
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls++
	if !s.out {
		return errors.New("operation not permitted")
	}
	for i := range s.n {
		if g.busy[s.from+i] {
			return ErrLineBusy
		}
	}
	for i := range s.n {
		switch {
		case mask != 0 && mask>>i&1 == 0:
		case value>>i&1 != 0:
			g.drive[s.from+i] = DriveHigh
		default:
			g.drive[s.from+i] = DriveLow
		}
	}
	return nil
}

// Read returns the levels of the lines in the mask. It returns an error if one of
// them is busy or cannot be read.
func (s *LineSet) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	if all := gpio.GPIOValue(1)<<s.n - 1; mask == 0 {
		mask = all
	} else {
		mask &= all
	}
	return s.g.read(s.from, mask)
}

// WaitForEdge waits until a level may have changed since it last returned. If the
// time is over first, it returns an error, as the kernel's interface does. It does
// not say which line changed: read the levels.
func (s *LineSet) WaitForEdge(timeout time.Duration) (number int, edge gpio.Edge, err error) {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	for {
		s.g.mu.Lock()
		moves, moved := s.g.moves, s.g.moved
		s.g.mu.Unlock()
		if moves != s.heard {
			s.heard = moves
			return s.from, gpio.BothEdges, nil
		}
		select {
		case <-moved:
		case <-timer.C:
			return 0, gpio.NoEdge, os.ErrDeadlineExceeded
		}
	}
}

// Close does nothing.
func (s *LineSet) Close() error { return nil }

// Pin is one line of a port, as periph's gpio.PinIO. Like the real one it cannot
// return an error for a reading: it logs the error and returns Low.
type Pin struct {
	g    *GPIO
	line int
	pull gpio.Pull
}

// Name returns the pin's name, such as "GPIO4".
func (p *Pin) Name() string { return fmt.Sprintf("GPIO%d", p.Number()) }

// String returns the pin's name.
func (p *Pin) String() string { return p.Name() }

// Number returns the pin's number on its port.
func (p *Pin) Number() int { return p.line + 4 }

// Function returns "not implemented", as for lines of the kernel's interface.
func (p *Pin) Function() string { return "not implemented" }

// Halt does nothing.
func (p *Pin) Halt() error { return nil }

// In makes the pin an input. It returns an error if another program holds the line,
// and for any edge: edges are not simulated.
func (p *Pin) In(pull gpio.Pull, edge gpio.Edge) error {
	if edge != gpio.NoEdge {
		return errors.New("edges are not simulated")
	}
	if err := p.g.set(p.line, pulled(pull)); err != nil {
		return err
	}
	p.pull = pull
	return nil
}

func pulled(pull gpio.Pull) Drive {
	switch pull {
	case gpio.PullUp:
		return PullUp
	case gpio.PullDown:
		return PullDown
	}
	return Float
}

// Read returns the level at the pin.
func (p *Pin) Read() gpio.Level {
	v, err := p.g.read(p.line, 1)
	if err != nil {
		log.Printf("GPIOLine.Read(): reading line %d: %v", p.line, err)
	}
	return v == 1
}

// WaitForEdge returns at once.
func (p *Pin) WaitForEdge(time.Duration) bool { return false }

// Pull returns the pull resistor last requested.
func (p *Pin) Pull() gpio.Pull { return p.pull }

// DefaultPull is unknown.
func (p *Pin) DefaultPull() gpio.Pull { return gpio.PullNoChange }

// Out makes the pin an output. It returns ErrLineBusy if another program holds the
// line.
func (p *Pin) Out(l gpio.Level) error {
	if l {
		return p.g.set(p.line, DriveHigh)
	}
	return p.g.set(p.line, DriveLow)
}

// PWM returns an error, as for lines of the kernel's interface.
func (p *Pin) PWM(gpio.Duty, physic.Frequency) error { return errors.New("PWM() not implemented") }

var _ gpio.PinIO = (*Pin)(nil)
