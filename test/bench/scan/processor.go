package main

import (
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// canned is hardware that answers as simulated chips did in one scan, over and
// over: what is measured on it is the driver and not the simulation.
type canned struct {
	daemon.Hardware
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

// Bus implements daemon.Hardware.
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
	daemon.Lines
	*tape
}

// Outputs implements daemon.Hardware.
func (c *canned) Outputs(names []string) (daemon.Lines, error) {
	l, err := c.Hardware.Outputs(names)
	return &cannedLines{l, c.tape()}, err
}

// Inputs implements daemon.Hardware.
func (c *canned) Inputs(names []string, pull gpio.Pull, edges bool) (daemon.Lines, error) {
	l, err := c.Hardware.Inputs(names, pull, edges)
	return &cannedLines{l, c.tape()}, err
}

// Out implements daemon.Lines.
func (l *cannedLines) Out(value, mask gpio.GPIOValue) error {
	if l.of.keeping {
		return l.Lines.Out(value, mask)
	}
	return nil
}

// Read implements daemon.Lines.
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

// enough is for how long scans are measured.
const enough = 200 * time.Millisecond

// processor is the time that driver, bus layer and table take for one scan. The
// measured goroutine does nothing else, so that the clock's time is the
// processor's.
func processor(c configs.Board) (time.Duration, error) {
	pins := chips.NewBoard()
	twins, err := daemon.NewTwins(c.Wiring, c.Clock, pins, nil)
	if err != nil {
		return 0, err
	}
	hardware := &canned{Hardware: twins, keeping: true}
	board, closing, err := daemon.OpenOn(hardware, c)
	if err != nil {
		return 0, err
	}
	defer closing()
	if err := once(board); err != nil { // sets up
		return 0, err
	}
	for _, t := range hardware.tapes {
		t.bytes, t.lines = nil, nil
	}
	if err := once(board); err != nil {
		return 0, err
	}
	hardware.keeping = false
	counts := make(sensors.Counts, len(board.Squares))
	var last sensors.Scan
	scan := func() error {
		from := 0
		for _, bus := range board.Buses {
			for _, sensor := range bus {
				if err := sensor.Read(counts[from:]); err != nil {
					return err
				}
				from += sensor.Channels()
			}
		}
		last = board.Table.Scan(counts, last)
		return nil
	}
	best := time.Duration(1 << 62)
	for began := time.Now(); time.Since(began) < enough; {
		const scans = 20
		then := time.Now()
		for range scans {
			if err := scan(); err != nil {
				return 0, err
			}
		}
		best = min(best, time.Since(then)/scans) // what others on this machine took is not ours
	}
	return best, nil
}
