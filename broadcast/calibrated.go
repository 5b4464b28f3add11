package broadcast

import (
	"fmt"

	"touchmove/rules"
)

// Calibrated stands in the history where the daemon has found that a board is
// no longer what was measured of it, or is again. Like Keeping it is not
// published as an event, but as alarms.
type Calibrated struct {
	Days    int           // since it was measured, if that is too long; else 0
	Drifted rules.Squares // whose sensors read otherwise than then
}

// Name returns "calibrated".
func (Calibrated) Name() string { return "calibrated" }

// The alarms of a calibration. Neither is urgent: play goes on.
const (
	AlarmCalibrationOld = "calibration_old"
	AlarmDrifted        = "calibration_drifted"
)

// alarms of a calibration, none while it holds.
func (c Calibrated) alarms() (list []Alarm) {
	if c.Drifted != 0 {
		list = append(list, Alarm{ID: AlarmDrifted, Squares: names(c.Drifted), Text: fmt.Sprintf("Sensors %v read otherwise than when they were calibrated; play goes on", squaresText(c.Drifted))})
	}
	if c.Days > 0 {
		list = append(list, Alarm{ID: AlarmCalibrationOld, Text: fmt.Sprintf("Calibrated %d days ago: measure the board again", c.Days)})
	}
	return list
}
