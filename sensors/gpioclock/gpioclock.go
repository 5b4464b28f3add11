package gpioclock

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors"
)

// Side is a player.
type Side uint8

// White and Black.
const (
	White Side = iota
	Black
)

// Press is a press of the clock, at the time of its first edge.
type Press struct {
	By Side
	At time.Duration
}

// Opts is how the clock is wired.
type Opts struct {
	// Lever says that one line follows the lever, active while White's side is
	// down. Otherwise line 0 is White's button and line 1 Black's.
	Lever      bool
	ActiveHigh bool          // by default a contact pulls its line low
	Debounce   time.Duration // for how long a line must stay, 100 µs to 200 ms
	LineNames  []string      // what errors call the lines, as "GPIO17"
}

// restless is how long a line may change without staying anywhere before it is
// a fault.
const restless = 2 * time.Second

// Dev knows the levels of a clock's lines. It reads no line itself: Step is
// told what was read. It is for one goroutine at a time.
type Dev struct {
	opts    Opts
	lines   []line
	presses []Press
}

type line struct {
	known    bool
	stable   bool // its level, active or not, when it last stayed
	raw      bool
	bouncing bool
	first    time.Duration // edge since it last stayed
	last     time.Duration // edge
}

// New returns the driver; its lines are first 1 (a lever) or 2 (buttons). It
// fails when the debounce time is out of range.
func New(opts Opts) (*Dev, error) {
	if opts.Debounce < 100*time.Microsecond || opts.Debounce > 200*time.Millisecond {
		return nil, fmt.Errorf("gpioclock: debounce is %v and must be between 100µs and 200ms", opts.Debounce)
	}
	n := 2
	if opts.Lever {
		n = 1
	}
	return &Dev{opts: opts, lines: make([]line, n)}, nil
}

// Lines returns how many lines there are.
func (d *Dev) Lines() int { return len(d.lines) }

// Step takes the levels of the lines at a time, bit n being line n, and returns
// the presses that are now certain, in the order of their first edges. The
// first levels are where the clock stands, no press. The result is good until
// the next call; Step allocates nothing.
func (d *Dev) Step(at time.Duration, levels gpio.GPIOValue) []Press {
	d.presses = d.presses[:0]
	for n := range d.lines {
		l := &d.lines[n]
		active := (levels>>n&1 != 0) == d.opts.ActiveHigh
		if !l.known {
			*l = line{known: true, stable: active, raw: active}
			continue
		}
		if active != l.raw {
			l.raw, l.last = active, at
			if !l.bouncing {
				l.bouncing, l.first = true, at
			}
		}
		if !l.bouncing || at-l.last < d.opts.Debounce {
			continue
		}
		l.bouncing = false
		if l.stable == l.raw {
			continue // it was brushed, and sprang back
		}
		l.stable = l.raw
		switch {
		case d.opts.Lever && active:
			d.presses = append(d.presses, Press{White, l.first})
		case d.opts.Lever:
			d.presses = append(d.presses, Press{Black, l.first})
		case active:
			d.presses = append(d.presses, Press{Side(n), l.first})
		}
	}
	if len(d.presses) == 2 && d.presses[1].At < d.presses[0].At {
		d.presses[0], d.presses[1] = d.presses[1], d.presses[0]
	}
	return d.presses
}

// Due returns the time at which Step wants to be called even when no line
// changes, and false when there is nothing to wait for.
func (d *Dev) Due() (at time.Duration, ok bool) {
	for n := range d.lines {
		if l := &d.lines[n]; l.bouncing {
			if due := l.last + d.opts.Debounce; !ok || due < at {
				at, ok = due, true
			}
		}
	}
	return at, ok
}

// Fault says what is wrong with a line as far as its levels tell, as a
// *sensors.LineError: one that has not come to rest for two seconds, or two
// buttons that are both held down. Presses cannot be known while it lasts.
func (d *Dev) Fault(at time.Duration) error {
	for n := range d.lines {
		if l := &d.lines[n]; l.bouncing && at-l.first > restless {
			return &sensors.LineError{Line: d.name(n), Err: errors.New("it comes and goes without rest: look for a loose wire, or a missing resistor")}
		}
	}
	if len(d.lines) == 2 && d.lines[0].stable && d.lines[1].stable && !d.lines[0].bouncing && !d.lines[1].bouncing {
		return &sensors.LineError{Line: d.name(0) + " and " + d.name(1), Err: errors.New("both are held down: look for a short, or write active = \"high\" if they are so at rest")}
	}
	return nil
}

func (d *Dev) name(n int) string {
	s := "clock's button"
	switch {
	case d.opts.Lever:
		s = "clock's lever"
	case n == 0:
		s = "clock's button of White"
	default:
		s = "clock's button of Black"
	}
	if n < len(d.opts.LineNames) {
		s += " (" + d.opts.LineNames[n] + ")"
	}
	return s
}
