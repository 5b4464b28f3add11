package decoder

import (
	"math"
	"time"
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
