package main

import (
	"context"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// canned is hardware that repeats the answers of simulated chips in one scan, so that
// the measurement is of the driver, not of the simulation.
type canned struct {
	scan.Hardware
	keeping bool
	tapes   []*tape
}

// tape is the answers of one bus or set of lines, in order.
type tape struct {
	of    *canned
	bytes [][]byte
	lines []gpio.GPIOValue
	next  int
}

func (c *canned) tape() *tape {
	t := &tape{of: c}
	c.tapes = append(c.tapes, t)
	return t
}

type cannedBus struct {
	i2c.BusCloser
	*tape
}

// Bus implements scan.Hardware.
func (c *canned) Bus(name string) (i2c.BusCloser, error) {
	bus, err := c.Hardware.Bus(name)
	return &cannedBus{bus, c.tape()}, err
}

// Tx implements i2c.Bus.
func (b *cannedBus) Tx(addr uint16, w, r []byte) error {
	if b.of.keeping {
		err := b.BusCloser.Tx(addr, w, r)
		b.bytes = append(b.bytes, append([]byte{}, r...))
		return err
	}
	if b.next == len(b.bytes) {
		b.next = 0
	}
	copy(r, b.bytes[b.next])
	b.next++
	return nil
}

type cannedLines struct {
	scan.Lines
	*tape
}

// Outputs implements scan.Hardware.
func (c *canned) Outputs(names []string) (scan.Lines, error) {
	l, err := c.Hardware.Outputs(names)
	return &cannedLines{l, c.tape()}, err
}

// Inputs implements scan.Hardware.
func (c *canned) Inputs(names []string, pull gpio.Pull, edges bool) (scan.Lines, error) {
	l, err := c.Hardware.Inputs(names, pull, edges)
	return &cannedLines{l, c.tape()}, err
}

// Out implements scan.Lines.
func (l *cannedLines) Out(value, mask gpio.GPIOValue) error {
	if l.of.keeping {
		return l.Lines.Out(value, mask)
	}
	return nil
}

// Read implements scan.Lines.
func (l *cannedLines) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	if l.of.keeping {
		v, err := l.Lines.Read(mask)
		l.lines = append(l.lines, v)
		return v, err
	}
	if l.next == len(l.lines) {
		l.next = 0
	}
	v := l.lines[l.next]
	l.next++
	return v, nil
}

// enough is how long scans are measured for.
const enough = 200 * time.Millisecond

// processor returns the time that driver, bus layer and table take for one scan. The
// measured goroutine does nothing else, so the time of day serves as processor time.
func processor(c configs.Board) (time.Duration, error) {
	pins := chips.NewBoard()
	twins, err := wiring.NewTwins(c.Wiring, c.Clock, pins, nil)
	if err != nil {
		return 0, err
	}
	on := &canned{Hardware: twins, keeping: true}
	board, err := hardware.OpenOn(on, c, hardware.Played{})
	if err != nil {
		return 0, err
	}
	defer board.Close()
	scanner := scan.NewScanner(context.Background(), board.Board, 0)
	if err := once(scanner, board); err != nil { // sets up
		return 0, err
	}
	for _, t := range on.tapes {
		t.bytes, t.lines = nil, nil
	}
	if err := once(scanner, board); err != nil {
		return 0, err
	}
	on.keeping = false
	var last sensors.Scan
	best := time.Duration(1 << 62)
	for began := time.Now(); time.Since(began) < enough; {
		const scans = 20
		then := time.Now()
		for range scans {
			last = board.Table.Scan(scanner.Read(context.Background(), 0), last)
		}
		best = min(best, time.Since(then)/scans) // the fastest, without the time that other programs took
	}
	return best, nil
}
