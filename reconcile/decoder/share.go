package decoder

import (
	"math"

	"touchmove/rules"
)

// Share returns what part of the weight of all hypotheses those have that are in this
// position after so many half-moves: how likely it is held to be, before it is asked
// whether any hypothesis is to be believed.
func (d *Decoder) Share(ply int, p *rules.Position) float64 {
	key := p.Key()
	with, all := 0.0, 0.0
	for _, s := range d.beam {
		part := math.Exp(d.beam[0].total - s.total)
		all += part
		if on := s.tail.at(ply); on != nil && on.ply == ply && on.key == key {
			with += part
		}
	}
	return with / all
}
