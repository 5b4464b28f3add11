package decoder

import (
	"touchmove/rules"
	"touchmove/sensors"
)

// sight compares the sensor of a square with what a move leaves there: Empty, White or Black.
func (d *Decoder) sight(s *hypothesis, sq rules.Square, left sensors.State) sight {
	bit := rules.Squares(1) << sq
	if d.board.blind&bit != 0 {
		return unseen
	}
	full := left != sensors.Empty
	ok := (d.board.full&bit != 0) == full
	if ok && full && d.board.polarity {
		ok = (d.board.white&bit != 0) == (left == sensors.White)
	}
	switch {
	case ok && s.distrust&bit != 0:
		return dubious
	case ok:
		return agrees
	case s.distrust&bit != 0:
		return dubious
	}
	return contradicts
}
