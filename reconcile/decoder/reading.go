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
