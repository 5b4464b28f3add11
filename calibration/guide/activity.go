package guide

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// activity watches the last moments of a board: which squares move, and whether it looks
// empty according to its current levels.
type activity struct {
	board  *Board
	frames []Frame
	last   sensors.Scan
	since  time.Duration // when it began to look empty
	looks  bool
}

// window is how long a board must not move to be at rest; emptyAfter is how long it must
// look empty to be considered empty.
const (
	window     = 400 * time.Millisecond
	emptyAfter = time.Second
)

func newActivity(b *Board) *activity { return &activity{board: b} }

// feed takes one reading and removes those before the window.
func (c *activity) feed(f Frame) {
	c.frames = append(c.frames, f)
	drop := 0
	for drop < len(c.frames)-2 && f.At-c.frames[drop].At > window {
		drop++
	}
	c.frames = c.frames[drop:]
	c.last = c.board.Table.Scan(f.Counts, c.last)
	switch looks := c.last.Full() == 0 && c.last.Unknown() != rules.AllSquares; {
	case !looks:
		c.looks = false
	case !c.looks:
		c.looks, c.since = true, f.At
	}
}

// isFull reports whether there are enough readings in the window.
func (c *activity) isFull() bool {
	n := len(c.frames)
	return n > 2 && c.frames[n-1].At-c.frames[0].At >= window/2
}

// isEmpty reports whether the board has looked empty for a while.
func (c *activity) isEmpty() bool {
	n := len(c.frames)
	return c.looks && n > 0 && c.frames[n-1].At-c.since >= emptyAfter
}

// moving returns the squares whose readings vary by more than least within the window.
func (c *activity) moving(least func(channel int) float64) (squares rules.Squares) {
	for ch, sq := range c.board.wired() {
		if sq == rules.NoSquare {
			continue
		}
		low, high, any := int32(0), int32(0), false
		for _, f := range c.frames {
			if ch >= len(f.Counts) || f.Counts[ch] == sensors.Lost {
				continue
			}
			if v := f.Counts[ch]; !any {
				low, high, any = v, v, true
			} else {
				low, high = min(low, v), max(high, v)
			}
		}
		if any && float64(high-low) > least(ch) {
			squares = squares.With(sq)
		}
	}
	return squares
}

// mean returns the mean of a channel in the window; false if there was no reading.
func (c *activity) mean(ch int) (float64, bool) {
	sum, n := 0.0, 0
	for _, f := range c.frames {
		if ch < len(f.Counts) && f.Counts[ch] != sensors.Lost {
			sum, n = sum+float64(f.Counts[ch]), n+1
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}
