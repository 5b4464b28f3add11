package calibration

import (
	"fmt"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// Fits returns an error unless the sheet belongs to the board as it is configured now: its
// id, the square of each channel, what it senses, and whether its sensors are linear. The
// error says what differs and what to do.
func (s *Sheet) Fits(id string, wiring []rules.Square, sensing sensors.Sensing, linear bool) error {
	again := "calibrate the board again"
	switch {
	case s.Board != id:
		return fmt.Errorf("it was measured on board %s, and this is %s: %s", s.Board, id, again)
	case s.Sensing != sensing:
		return fmt.Errorf("it was measured with sensing %v, and the configuration says %v: %s", s.Sensing, sensing, again)
	case s.Linear != linear:
		return fmt.Errorf("it was measured with other sensors (linear or digital) than are configured: %s", again)
	case len(s.Wiring) != len(wiring):
		return fmt.Errorf("it was measured on %d channels, and %d are configured: %s", len(s.Wiring), len(wiring), again)
	case !s.WiringFound && !slices.Equal(s.Wiring, wiring):
		return fmt.Errorf("the squares were wired differently when it was measured: %s", again)
	}
	return nil
}
