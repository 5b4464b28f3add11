package chips

import "sync"

// Clock is the circuit of a chess clock's contacts: one under a lever, or two under
// buttons, each to ground on a line of its own. The caller makes them bounce.
type Clock struct {
	mu     sync.Mutex
	closed []bool
	faults []Fault
	lines  *GPIO
}

// NewClock makes a clock of n open contacts on lines of their own.
func NewClock(n int) *Clock {
	c := &Clock{closed: make([]bool, n), faults: make([]Fault, n)}
	c.lines = NewGPIO(c, n)
	return c
}

// Lines returns the port with the contacts' lines.
func (c *Clock) Lines() *GPIO { return c.lines }

// Contact closes or opens one of the contacts.
func (c *Clock) Contact(n int, closed bool) { c.change(func() { c.closed[n] = closed }) }

// Break gives a line a fault; Whole repairs it.
func (c *Clock) Break(n int, f Fault) { c.change(func() { c.faults[n] = f }) }

func (c *Clock) change(do func()) {
	c.mu.Lock()
	do()
	c.mu.Unlock()
	c.lines.edge()
}

// Levels implements Circuit.
func (c *Clock) Levels(drive []Drive, level []bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n, d := range drive {
		at := c.faults[n].through(d)
		if c.faults[n] == Open {
			at = d
		} else if c.closed[n] && c.faults[n] != StuckHigh {
			at = DriveLow
		}
		level[n] = at.level()
	}
}

// Silent implements Circuit: a line can always be read.
func (c *Clock) Silent() bool { return false }
