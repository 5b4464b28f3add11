package decoder

import (
	"math"

	"touchmove/rules"
)

// Share returns the share of all hypotheses' weight that is in this position after this many
// half-moves: how likely the position is, provided that some hypothesis is right.
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
