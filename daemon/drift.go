package daemon

import (
	"time"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors/scan"
)

// drifted reports that a board no longer matches its calibration, or matches it again.
// No record has raw counts, so this is reported outside the game, like the state of the
// disk; a restart determines it again.
func (d *BoardLoop) drifted(at time.Duration, is scan.Drifted, fresh rules.Squares, changed bool, by *scan.Drift) {
	for sq := range fresh.All() {
		d.log.Warn("a sensor reads differently from when it was calibrated: calibrate the square again", "square", sq.String(), "counts", by.Off(sq))
	}
	if changed {
		d.history.Calibrated(at, eventlog.Calibrated{Drifted: is.Squares, Days: is.Days})
	}
}
