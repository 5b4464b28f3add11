package calibration

import (
	"errors"
	"fmt"

	"touchmove/sensors"
)

// Threshold says when one pole of a magnet is felt, as two distances from a channel's zero
// in counts, both on the same side of it. A piece is felt from Enter on, until the reading
// comes back to Leave. Enter is farther from zero, so that a reading that fluctuates
// between the two changes nothing. The zero value is a pole that the sensor does not feel.
type Threshold struct{ Enter, Leave int32 }

// Levels are the measured levels of the channel under one square.
type Levels struct {
	Zero  int32     // counts with no piece on the square
	White Threshold // the pole of white pieces, or the only one
	Black Threshold // the other pole
}

// mostCounts is the largest distance of a level from 0, in counts; 24-bit converters stay
// below it.
const mostCounts = 1 << 28

// Validate returns an error if the levels cannot be those of a board with this sensing.
func (l Levels) Validate(s sensors.Sensing) error {
	if l.Zero < -mostCounts || l.Zero > mostCounts {
		return fmt.Errorf("zero is %d, farther from 0 than any converter reads", l.Zero)
	}
	for _, pole := range [...]struct {
		name string
		t    Threshold
	}{{"white", l.White}, {"black", l.Black}} {
		if pole.t == (Threshold{}) {
			continue
		}
		if err := pole.t.validate(); err != nil {
			return fmt.Errorf("%s: %w", pole.name, err)
		}
	}
	none := Threshold{}
	switch {
	case l.White == none && l.Black == none:
		return errors.New("no level at which a piece is detected: measure one with a piece on the square")
	case s == sensors.Polarity && (l.White == none || l.Black == none):
		return errors.New("only one colour has levels: a board that distinguishes colours needs both")
	case l.White != none && l.Black != none && (l.White.Enter > 0) == (l.Black.Enter > 0):
		return fmt.Errorf("white at %+d and black at %+d lie on the same side of zero: are the magnets of one colour the wrong way up?", l.White.Enter, l.Black.Enter)
	}
	return nil
}

func (t Threshold) validate() error {
	switch {
	case t.Enter < -mostCounts || t.Enter > mostCounts:
		return fmt.Errorf("enter is %+d, farther from zero than any converter reads", t.Enter)
	case t.Enter == 0 || t.Leave == 0 || (t.Enter > 0) != (t.Leave > 0):
		return fmt.Errorf("enter %+d and leave %+d must both lie above zero, or both below", t.Enter, t.Leave)
	case t.Enter > 0 && t.Leave >= t.Enter, t.Enter < 0 && t.Leave <= t.Enter:
		return fmt.Errorf("leave %+d must lie nearer to zero than enter %+d, so that a fluctuating reading changes nothing", t.Leave, t.Enter)
	}
	return nil
}

// isFelt reports whether a pole is felt at this distance from zero; before says whether it
// was felt before.
func (t Threshold) isFelt(from int32, before bool) bool {
	level := t.Enter
	if before {
		level = t.Leave
	}
	if level > 0 {
		return from >= level
	}
	return level < 0 && from <= level
}
