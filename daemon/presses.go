package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/gpioclock"
)

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

func newClock(lines Lines, l configs.Lines, names []string) (*Clock, error) {
	dev, err := gpioclock.New(gpioclock.Opts{Lever: l.Lever != "", ActiveHigh: l.ActiveHigh, Debounce: l.Debounce, LineNames: names})
	if err != nil {
		return nil, err
	}
	return &Clock{lines: lines, dev: dev, presses: make(chan Press, waiting)}, nil
}

// end waits until the lines are no longer read, which is a fraction of a second
// after the context of run ended, and gives them back.
func (c *Clock) end() error {
	c.running.Wait()
	return c.lines.Close()
}

// run reads the lines until ctx ends, and wakes whoever takes the presses. It
// tells of lines that cannot be read, or that make no sense.
func (c *Clock) run(ctx context.Context, troubles *Troubles, wake func()) {
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
			err = c.dev.Fault(at)
		} else {
			err = fmt.Errorf("cannot be read: %w: is another program using it?", err)
		}
		c.tell(at, troubles, err)
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
	timer := time.NewTimer(min(limit, again)) // no edges to be had: the levels are looked at
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (c *Clock) tell(at time.Duration, troubles *Troubles, err error) {
	if err == nil && troubles.none(fromClock) {
		return
	}
	troubles.begin(fromClock)
	defer troubles.end(fromClock, at)
	if err == nil {
		return
	}
	part, text := "clock", err.Error()
	var line *sensors.LineError
	if errors.As(err, &line) {
		part, text = line.Line, line.Err.Error()
	}
	troubles.note(fromClock, at, Trouble{Kind: HeldLine, Part: part, Text: text})
}
