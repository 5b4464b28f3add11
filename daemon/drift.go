package daemon

import (
	"time"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors/scan"
)

// drifted tells that a board is no longer what was measured of it, or is again.
// Raw counts are in no record, so this is told beside the game, as the disk's
// state is, and found out anew after a restart.
func (d *BoardLoop) drifted(at time.Duration, is scan.Drifted, fresh rules.Squares, changed bool, by *scan.Drift) {
	for sq := range fresh.All() {
		d.log.Warn("a sensor reads otherwise than when it was calibrated: measure the square again", "square", sq.String(), "counts", by.Off(sq))
	}
	if changed {
		d.history.Calibrated(at, eventlog.Calibrated{Drifted: is.Squares, Days: is.Days})
	}
}
