package calibration

import (
	"math"
	"time"

	"touchmove/sensors"
)

// Reading is what one channel read while the board stood still.
type Reading struct {
	Level  float64 // the median, in counts
	Noise  float64 // standard deviation of all but far readings, in counts
	Drift  float64 // from the first half to the second, in counts
	Came   int     // readings that came
	Lost   int     // readings that did not
	Far    int     // of those that came, how many are more than six deviations off
	Full   int     // of a digital channel, how many were not 0
	Lowest int32
	Most   int32
}

// Capture is one position that stood still for a while, and what every channel
// read of it.
type Capture struct {
	From, To time.Duration // on the clock of whoever reads the board
	// Shown is what stood on each square: Empty, or the piece. Unknown squares
	// are not used.
	Shown    sensors.Scan
	Channels []Reading
}

// one says whether nothing but the piece on one square stood on the board, as
// when the wiring is sought.
func (c *Capture) one() bool { return c.Shown.Full().Count() == 1 }

// Gather gathers readings for a Capture. It is for one goroutine.
type Gather struct {
	from, to time.Duration
	lost     []int
	samples  [][]int32
}

// NewGather returns a Gather without readings. The first reading says how many
// channels there are.
func NewGather() *Gather { return &Gather{} }

// Add takes one reading of all channels; at must not go back.
func (g *Gather) Add(at time.Duration, c sensors.Counts) {
	if g.samples == nil {
		g.from, g.samples, g.lost = at, make([][]int32, len(c)), make([]int, len(c))
	}
	g.to = at
	for ch := range g.samples {
		if ch >= len(c) || c[ch] == sensors.Lost {
			g.lost[ch]++
			continue
		}
		g.samples[ch] = append(g.samples[ch], c[ch])
	}
}

// For returns the time from the first reading to the last.
func (g *Gather) For() time.Duration { return g.to - g.from }

// Scans returns how many readings were taken.
func (g *Gather) Scans() int {
	if len(g.samples) == 0 {
		return 0
	}
	return g.lost[0] + len(g.samples[0])
}

// Capture sums up what was gathered of this position.
func (g *Gather) Capture(shown sensors.Scan) Capture {
	c := Capture{From: g.from, To: g.to, Shown: shown, Channels: make([]Reading, len(g.samples))}
	for ch, samples := range g.samples {
		c.Channels[ch] = read(samples)
		c.Channels[ch].Lost = g.lost[ch]
	}
	return c
}

// quantum is the least deviation that is believed: a converter that always
// gives the same count may still be half a count off.
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
	half := len(values) / 2
	r.Level = median(values)
	r.Drift = median(values[len(values)-half:]) - median(values[:half])
	limit := 6 * max(spread(values), quantum)
	sum, n := 0.0, 0
	for _, v := range values {
		if far := v - r.Level; math.Abs(far) > limit {
			r.Far++
		} else {
			sum, n = sum+far*far, n+1
		}
	}
	r.Noise = math.Sqrt(sum / float64(n)) // the median itself is never far
	return r
}
