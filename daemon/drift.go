package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/calibration"
	"touchmove/sensors"
)

// drift tells when a board is no longer what was measured of it: its zeros have
// wandered, or it was measured too long ago. Raw counts are in no record, so
// this is told beside the game, as the disk's state is, and found out anew
// after a restart.
type drift struct {
	sheet  *calibration.Sheet
	watch  *calibration.Drift
	told   broadcast.Calibrated
	looked time.Time // when its age was looked at
}

// newDrift watches a board, nil when it was not measured.
func newDrift(b *Board) *drift {
	if b.Sheet == nil {
		return nil
	}
	watch, err := calibration.NewDrift(b.Sheet)
	if err != nil {
		return nil // calibrate has made a table of the same sheet
	}
	return &drift{sheet: b.Sheet, watch: watch}
}

// see takes one reading and what was made of it.
func (d *drift) see(at time.Duration, now time.Time, counts sensors.Counts, seen sensors.Scan, to *Daemon) {
	if d == nil {
		return
	}
	next := d.told
	if d.looked.IsZero() || now.Sub(d.looked) >= time.Hour || now.Before(d.looked) {
		d.looked = now
		next.Days = 0
		if days, old := d.sheet.Old(now); old {
			next.Days = days
		}
	}
	if squares, changed := d.watch.See(at, counts, seen); changed {
		for sq := range (squares &^ d.told.Drifted).All() {
			to.log.Warn("a sensor reads otherwise than when it was calibrated: measure the square again", "square", sq.String(), "counts", d.watch.Off(sq))
		}
		next.Drifted = squares
	}
	// Days alone grow every day; that is not worth a new alarm.
	if next.Drifted == d.told.Drifted && (next.Days > 0) == (d.told.Days > 0) {
		return
	}
	d.told = next
	to.history.Calibrated(at, next)
}
