package decoder

import (
	"math"
	"time"

	"touchmove/rules"
)

// curve is the cost of a mismatch of one class after some time: a fixed cost, reduced in proportion
// if it was only a bounce, and a running cost that approaches a ceiling.
type curve struct {
	ceiling float64
	scale   time.Duration
	once    float64
	bounce  time.Duration
}

// at returns the cost after t.
func (c *curve) at(t time.Duration) float64 {
	if t <= 0 {
		return 0
	}
	once := c.once
	if t < c.bounce {
		once *= float64(t) / float64(c.bounce)
	}
	x := float64(t) * fadeSteps / float64(c.scale)
	if x >= fadeSteps*fadeMost {
		return once + c.ceiling
	}
	i := int(x)
	return once + c.ceiling*(1-fade[i]-(fade[i+1]-fade[i])*(x-float64(i)))
}

// span is a part of a mismatch that began at since.
type span struct{ since, from, until time.Duration }

// spans holds the curves and, by square and class, the cost of the latest span: at each evaluation
// nearly all hypotheses ask for the same one.
type spans struct {
	curves [classes]curve
	last   [64][classes]priced
}

// priced is a span with its cost.
type priced struct {
	span
	cost  float64
	sofar float64 // cost of the mismatch up to the end of the span
}

func (p *priced) reckon(of span, c *curve) {
	before := p.sofar
	if p.since != of.since || p.until != of.from {
		before = c.at(of.from - of.since)
	}
	p.span, p.sofar = of, c.at(of.until-of.since)
	p.cost = p.sofar - before
}

func (s *spans) cost(sq rules.Square, k class, of span) float64 {
	last := &s.last[sq][k]
	if last.span != of {
		last.reckon(of, &s.curves[k])
	}
	return last.cost
}

// fade is a table of e^-x, interpolated linearly. Costs are needed so often that computing it took
// a seventh of the time for a game. The error is at most one in ten thousand.
var fade = func() (f [fadeSteps*fadeMost + 1]float64) {
	for i := range f {
		f[i] = math.Exp(-float64(i) / fadeSteps)
	}
	return f
}()

const (
	fadeSteps = 32
	fadeMost  = 24 // practically zero beyond that
)
