package decoder

import "touchmove/rules"

// sight is what the sensor of one end of a move shows of it.
type sight uint8

const (
	agrees      sight = iota // reads what the move leaves behind
	unseen                   // gives no reading
	dubious                  // is distrusted by this hypothesis
	contradicts              // is trusted and reads something else
)

func (d *Decoder) sight(s *hypothesis, sq rules.Square, full, white bool) sight {
	bit := rules.Squares(1) << sq
	if d.board.blind&bit != 0 {
		return unseen
	}
	ok := (d.board.full&bit != 0) == full
	if ok && full && d.board.polarity {
		ok = (d.board.white&bit != 0) == white
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
