package scan

import (
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// Drifted is how a board is no longer what was measured of it. The zero value is
// a board that is.
type Drifted struct {
	Squares rules.Squares // whose zeros have wandered
	Days    int           // since it was measured, once that is too long ago; else 0
}

// Drift finds out when a board is no longer what was measured of it. It keeps
// nothing across a restart. It is for one goroutine; nil is a board that was
// not measured.
type Drift struct {
	sheet  *calibration.Sheet
	watch  *calibration.Drift
	last   Drifted
	looked time.Time // when its age was looked at
}

// NewDrift watches a board, nil when it was not measured.
func NewDrift(b *Board) *Drift {
	if b.Sheet == nil {
		return nil
	}
	watch, err := calibration.NewDrift(b.Sheet)
	if err != nil {
		return nil // Calibrate has made a table of the same sheet
	}
	return &Drift{sheet: b.Sheet, watch: watch}
}

// See takes one reading at a moment, and what was made of it. fresh are the
// squares that have begun to drift; changed says that what is returned is worth
// reporting: days alone, which grow every day, are not.
func (d *Drift) See(at time.Duration, now time.Time, counts sensors.Counts, seen sensors.Scan) (is Drifted, fresh rules.Squares, changed bool) {
	if d == nil {
		return Drifted{}, 0, false
	}
	is = d.last
	if d.looked.IsZero() || now.Sub(d.looked) >= time.Hour || now.Before(d.looked) {
		d.looked = now
		is.Days = 0
		if days, old := d.sheet.Old(now); old {
			is.Days = days
		}
	}
	if squares, other := d.watch.See(at, counts, seen); other {
		fresh = squares &^ d.last.Squares
		is.Squares = squares
	}
	if is.Squares == d.last.Squares && (is.Days > 0) == (d.last.Days > 0) {
		return d.last, fresh, false
	}
	d.last = is
	return is, fresh, true
}

// Off returns by how many counts an empty square reads another value than when
// it was measured.
func (d *Drift) Off(sq rules.Square) int32 { return d.watch.Off(sq) }
