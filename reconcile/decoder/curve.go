package decoder

import (
	"math"
	"time"

	"touchmove/rules"
)

// at gives the cost after t.
func (c *curve) at(t time.Duration) float64 {
	if t <= 0 {
		return 0
	}
	once := c.once
	if t < bounce {
		once *= float64(t) / float64(bounce)
	}
	x := float64(t) * fadeSteps / float64(c.scale)
	if x >= fadeSteps*fadeMost {
		return once + c.ceiling
	}
	i := int(x)
	return once + c.ceiling*(1-fade[i]-(fade[i+1]-fade[i])*(x-float64(i)))
}

// span is a time from which until which a mismatch lasts that began at since.
type span struct{ since, from, until time.Duration }

// spans holds what the last span asked for cost, of each square and class: at
// each evaluation nearly all hypotheses ask for the same.
type spans [64][classes]priced

// priced is a span with its cost.
type priced struct {
	span
	cost  float64
	sofar float64 // what the mismatch has cost by its end
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
	last := &s[sq][k]
	if last.span != of {
		last.reckon(of, &curves[k])
	}
	return last.cost
}

// fade holds e to the -x, for straight lines in between: costs are asked for so
// often that working it out each time took a seventh of a game. They are wrong
// by a ten-thousandth at most.
var fade = func() (f [fadeSteps*fadeMost + 1]float64) {
	for i := range f {
		f[i] = math.Exp(-float64(i) / fadeSteps)
	}
	return f
}()

const (
	fadeSteps = 32
	fadeMost  = 24 // beyond that nothing is left of it
)
