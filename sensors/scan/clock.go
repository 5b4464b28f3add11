package scan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/gpioclock"
)

// ClockLines names the lines of a chess clock's lever or buttons.
type ClockLines struct {
	// Lever is the line of a lever, or of a contact under one end of it: active
	// when White's side is down, which is after White has pressed.
	Lever string
	// White and Black are the lines of two buttons, active while pressed.
	White, Black string
	ActiveHigh   bool          // by default a contact pulls its line to ground
	Debounce     time.Duration // for how long a line must stay, in whole microseconds
}

// Wired says that there is something to read.
func (l ClockLines) Wired() bool { return l != ClockLines{} }

// Press is a press of the clock and its moment.
type Press struct {
	By rules.Color
	At time.Time
}

// Clock reads a chess clock's lever or buttons, and sends the presses.
type Clock struct {
	lines   Lines
	dev     *gpioclock.Dev
	presses chan Press
	running sync.WaitGroup
}

// waiting is how many presses may wait for a scan.
const waiting = 16

// idle is how long the lines are waited for at once. The kernel may have
// dropped an edge; levels are read when it is over, too.
const idle = 200 * time.Millisecond

// again is how long lines that cannot be read are left alone.
const again = 20 * time.Millisecond

// openClock takes the lines of a chess clock.
func openClock(on Hardware, l ClockLines) (*Clock, error) {
	names := []string{l.White, l.Black}
	if l.Lever != "" {
		names = []string{l.Lever}
	}
	pull := gpio.PullUp
	if l.ActiveHigh {
		pull = gpio.PullDown
	}
	lines, err := on.Inputs(names, pull, true)
	if err != nil {
		return nil, fmt.Errorf("clock: %w", err)
	}
	dev, err := gpioclock.New(gpioclock.Opts{Lever: l.Lever != "", ActiveHigh: l.ActiveHigh, Debounce: l.Debounce, LineNames: names})
	if err != nil {
		return nil, errors.Join(err, lines.Close())
	}
	return &Clock{lines: lines, dev: dev, presses: make(chan Press, waiting)}, nil
}

// Presses returns what has been pressed, in the order of its moments.
func (c *Clock) Presses() <-chan Press { return c.presses }

// Start reads the lines, in a goroutine of its own, until ctx ends, and wakes
// the reader of Presses. Lines that cannot be read, or that make no sense,
// are faults.
func (c *Clock) Start(ctx context.Context, faults *Faults, wake func()) {
	c.running.Go(func() { c.run(ctx, faults, wake) })
}

// end waits until the lines are no longer read, which is a fraction of a second
// after the context of run ended, and gives them back.
func (c *Clock) end() error {
	c.running.Wait()
	return c.lines.Close()
}

func (c *Clock) run(ctx context.Context, faults *Faults, wake func()) {
	began := time.Now()
	for ctx.Err() == nil {
		now := time.Now()
		at := now.Sub(began)
		levels, err := c.lines.Read(0)
		if err == nil {
			for _, p := range c.dev.Step(at, levels) {
				by := rules.White
				if p.By == gpioclock.Black {
					by = rules.Black
				}
				select {
				case c.presses <- Press{By: by, At: began.Add(p.At)}:
					wake()
				case <-ctx.Done():
					return
				}
			}
			c.note(at, faults, Reported, c.dev.Fault(at))
		} else {
			c.note(at, faults, Unreadable, err)
		}
		c.wait(ctx, at)
	}
}

// wait returns when a line has changed, or when a press may have become
// certain, or after a while.
func (c *Clock) wait(ctx context.Context, at time.Duration) {
	limit := idle
	if due, ok := c.dev.Due(); ok {
		limit = min(limit, max(due-at, 100*time.Microsecond))
	}
	// A time of 0 would wait for ever, and less would not wait at all.
	_, _, err := c.lines.WaitForEdge(limit)
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		return
	}
	timer := time.NewTimer(min(limit, again)) // edges are not available: the levels are polled
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// note says what is wrong with the lines; nil is nothing.
func (c *Clock) note(at time.Duration, faults *Faults, cause Cause, err error) {
	if err == nil && faults.none(fromClock) {
		return
	}
	faults.begin(fromClock)
	defer faults.end(fromClock, at)
	if err == nil {
		return
	}
	f := Fault{Kind: HeldLine, Cause: cause, Part: "clock", Detail: err.Error()}
	var line *sensors.LineError
	if errors.As(err, &line) {
		f.Part, f.Detail = line.Line, line.Err.Error()
	}
	faults.note(fromClock, at, f)
}
