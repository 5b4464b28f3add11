package trace

import (
	"errors"
	"fmt"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// longest is the latest time of a record. An hourglass gives each player as much time as the other
// uses, and the sum of both must fit into a time.Duration of 292 years.
const longest = 100 * 365 * 24 * time.Hour

// order keeps what the records of a trace so far require of the next one. Reader
// and Writer use the same checks, so that nothing is written that cannot be read.
type order struct {
	at    time.Duration
	begun bool
	ended bool
}

// follow takes the next record, or returns an error if it cannot come now.
func (o *order) follow(r Record) error {
	_, scan := r.What.(Scan)
	_, end := r.What.(End)
	switch {
	case o.ended:
		return errors.New("a record after the end of the recording: delete it, or the end before it")
	case !o.begun && !scan:
		return errors.New("the first record is not a scan: a trace begins with a whole reading of the board")
	case r.At > longest:
		return fmt.Errorf("at_us is %d: a trace lasts at most a hundred years", r.At/time.Microsecond)
	case r.At < o.at:
		return fmt.Errorf("at_us goes back from %d to %d: records must be in time order", o.at/time.Microsecond, r.At/time.Microsecond)
	}
	o.at, o.begun, o.ended = r.At, true, end
	return nil
}

// checkValues refuses a record that cannot be written as a line: a time between two
// microseconds, a square or a state outside its range, or no What.
func checkValues(r Record) error {
	if r.At < 0 {
		return fmt.Errorf("at is %v: time is counted from 0, when the trace began", r.At)
	}
	if r.At%time.Microsecond != 0 {
		return fmt.Errorf("at is %v: a record's time is whole microseconds", r.At)
	}
	switch w := r.What.(type) {
	case Scan:
		for sq, is := range w.Board {
			if is > sensors.Black {
				return fmt.Errorf("scan: %v is %v, which is not a reading", rules.Square(sq), is)
			}
		}
	case Change:
		if w.Square >= rules.NoSquare {
			return fmt.Errorf("change of square number %d: the board has 0 to 63", w.Square)
		}
		if w.Is > sensors.Black {
			return fmt.Errorf("square %v is %v, which is not a reading", w.Square, w.Is)
		}
	case Press:
		if w.By > rules.Black {
			return fmt.Errorf("press by colour number %d: the players are white and black", w.By)
		}
	case Command:
		if err := w.Validate(); err != nil {
			return fmt.Errorf("command: %w", err)
		}
	case End:
	default:
		return errors.New("a record without content: give it a Scan, Change, Press, Command or End")
	}
	return nil
}
