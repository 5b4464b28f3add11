package broadcast

import "touchmove/rules"

// Calibrated stands in the history where the daemon has found that a board is
// no longer what was measured of it, or is again. Like Keeping it is not
// published as an event, but as alarms.
type Calibrated struct {
	Days    int           // since it was measured, if that is too long; else 0
	Drifted rules.Squares // whose sensors read otherwise than then
}

// Name returns "calibrated".
func (Calibrated) Name() string { return "calibrated" }
