package scan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/internal/sleep"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/gpioclock"
)

// ClockLines names the lines of a chess clock's lever or buttons.
type ClockLines struct {
	// Lever is the line of a lever, or of a contact under one end of it. It is
	// active while White's side is down, which is after White has pressed.
	Lever string
	// White and Black are the lines of two buttons, active while pressed.
	White, Black string
	ActiveHigh   bool          // by default an active contact pulls its line to ground
	Debounce     time.Duration // how long a line must keep its level, in whole microseconds
}

// Wired reports whether any lines are named.
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

// waiting is how many presses may wait for the next scan.
const waiting = 16

// idle is the longest wait for an edge. The levels are read after it too, because
// the kernel may have dropped an edge.
const idle = 200 * time.Millisecond

// again is the pause before lines that cannot be read are tried again.
const again = 20 * time.Millisecond

// openClock requests the lines of a chess clock.
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

// Presses returns the channel of the presses, in the order of their times.
func (c *Clock) Presses() <-chan Press { return c.presses }

// Start reads the lines in a goroutine until ctx ends, and calls wake after each
// press. Lines that cannot be read, or whose levels make no sense, are faults.
func (c *Clock) Start(ctx context.Context, faults *Faults, wake func()) {
	c.running.Go(func() { c.run(ctx, faults, wake) })
}

// end waits until the lines are no longer read, a fraction of a second after the
// context of run ended, and closes them.
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

// wait returns when a line has changed, when a press may have become certain, or
// after the time idle.
func (c *Clock) wait(ctx context.Context, at time.Duration) {
	limit := idle
	if due, ok := c.dev.Due(); ok {
		limit = min(limit, max(due-at, 100*time.Microsecond))
	}
	// A limit of 0 would wait for ever, and a negative one not at all.
	_, _, err := c.lines.WaitForEdge(limit)
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		return
	}
	sleep.For(ctx, min(limit, again)) // there are no edges: poll the levels
}

// note records that err is wrong with the lines; nil means nothing is.
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
