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

// Opts describes how the clock is wired.
type Opts struct {
	// Lever means that one line follows the lever and is active while White's side
	// is down. Otherwise line 0 is White's button and line 1 Black's.
	Lever      bool
	ActiveHigh bool          // by default an active contact pulls its line low
	Debounce   time.Duration // how long a line must keep its level, 100 µs to 200 ms
	LineNames  []string      // names of the lines in errors, such as "GPIO17"
}

// restless is how long a line may keep changing before that is a fault.
const restless = 2 * time.Second

// Dev keeps track of the levels of a clock's lines. It does not read them itself:
// Step receives them. It is for one goroutine at a time.
type Dev struct {
	opts    Opts
	lines   []line
	presses []Press
}

type line struct {
	known    bool
	stable   bool // its level before the present bouncing: active or not
	raw      bool
	bouncing bool
	first    time.Duration // first edge of the present bouncing
	last     time.Duration // latest edge
}

// New returns the driver for one line (a lever) or two (buttons). It returns an
// error if the debounce time is out of range.
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

// Step takes the levels of the lines at a moment, bit n for line n. It returns the
// presses that are now certain, in the order of their first edges. The first levels
// only show the position of the clock and are not a press. The result is valid
// until the next call. Step allocates nothing.
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
			continue // the lever was brushed and sprang back
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

// Due returns when to call Step next even if no line changes. ok is false if there
// is nothing to wait for.
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

// Fault returns a *sensors.LineError if the levels show that something is wrong: a
// line that has kept changing for two seconds, or two buttons that are both held
// down. While it lasts, presses cannot be known.
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
