package decoder

import (
	"touchmove/rules"
	"touchmove/sensors"
)

// sight is what the sensor of one end of a move shows of it.
type sight uint8

const (
	agrees      sight = iota // reads what the move leaves behind
	unseen                   // gives no reading
	dubious                  // is distrusted by this hypothesis
	contradicts              // is trusted and reads something else
)

// readingOf returns how a sensor that tells colours apart reads a piece.
func readingOf(c rules.Color) sensors.State {
	if c == rules.White {
		return sensors.White
	}
	return sensors.Black
}

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
