package calibration

import (
	"math"
	"slices"
	"time"

	"touchmove/sensors"
)

// Reading sums up the readings of one channel while the board was at rest.
type Reading struct {
	Level  float64 // median, in counts
	Noise  float64 // standard deviation without far readings, in counts
	Came   int     // number of readings that came
	Lost   int     // number of readings that did not come
	Far    int     // readings more than eight deviations from Level
	Full   int     // readings that were not 0, for a digital channel
	Lowest int32
	Most   int32
}

// Capture is one position that was at rest for a while, with what every channel read.
type Capture struct {
	From, To time.Duration // on the clock of the board's reader
	// Shown is what stood on each square: Empty, or the piece. Unknown squares are not
	// used.
	Shown    sensors.Scan
	Channels []Reading
}

// Gather collects readings for a Capture. It is for one goroutine.
type Gather struct {
	from, to time.Duration
	times    []time.Duration
	scans    []sensors.Counts
}

// NewGather returns a Gather without readings. The first reading determines the number of
// channels.
func NewGather() *Gather { return &Gather{} }

// Add adds one reading of all channels; at must not decrease.
func (g *Gather) Add(at time.Duration, c sensors.Counts) {
	if len(g.times) == 0 {
		g.from = at
	}
	g.to = at
	g.times, g.scans = append(g.times, at), append(g.scans, slices.Clone(c))
}

// cut removes the readings after a time.
func (g *Gather) cut(after time.Duration) {
	for n := len(g.times); n > 0 && g.times[n-1] > after; n-- {
		g.times, g.scans = g.times[:n-1], g.scans[:n-1]
	}
	if n := len(g.times); n > 0 {
		g.to = g.times[n-1]
	}
}

// For returns the time from the first reading to the last.
func (g *Gather) For() time.Duration { return g.to - g.from }

// Scans returns the number of readings.
func (g *Gather) Scans() int { return len(g.scans) }

// Capture sums up the readings that were collected of a position.
func (g *Gather) Capture(shown sensors.Scan) Capture {
	c := Capture{From: g.from, To: g.to, Shown: shown}
	if len(g.scans) == 0 {
		return c
	}
	c.Channels = make([]Reading, len(g.scans[0]))
	for ch := range c.Channels {
		var samples []int32
		lost := 0
		for _, scan := range g.scans {
			if ch >= len(scan) || scan[ch] == sensors.Lost {
				lost++
			} else {
				samples = append(samples, scan[ch])
			}
		}
		c.Channels[ch] = read(samples)
		c.Channels[ch].Lost = lost
	}
	return c
}

// quantum is the least deviation assumed, in counts: even a converter that always gives the
// same count may be off by half a count.
const quantum = 0.5

func read(samples []int32) Reading {
	r := Reading{Came: len(samples)}
	if r.Came == 0 {
		return r
	}
	values := make([]float64, len(samples))
	r.Lowest, r.Most = samples[0], samples[0]
	for i, v := range samples {
		values[i] = float64(v)
		r.Lowest, r.Most = min(r.Lowest, v), max(r.Most, v)
		if v != 0 {
			r.Full++
		}
	}
	r.Level = median(values)
	limit := 8 * max(spread(values), quantum) // the spread of only a few readings may be too small
	sum, n := 0.0, 0
	for _, v := range values {
		if far := v - r.Level; math.Abs(far) > limit {
			r.Far++
		} else {
			sum, n = sum+far*far, n+1
		}
	}
	r.Noise = math.Sqrt(sum / float64(n)) // n > 0: the median is never far from itself
	return r
}
