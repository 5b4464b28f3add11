package scan

import (
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// Drifted says how a board differs from its calibration. The zero value means that
// it does not.
type Drifted struct {
	Squares rules.Squares // squares whose zero has drifted
	Days    int           // since the calibration, if it is too old; else 0
}

// Drift detects when a board differs from its calibration. It keeps nothing across
// a restart. It is for one goroutine. A nil Drift stands for a board that was not
// measured.
type Drift struct {
	sheet  *calibration.Sheet
	watch  *calibration.Drift
	last   Drifted
	looked time.Time // when the age of the calibration was last checked
}

// NewDrift returns the Drift of a board, or nil if the board was not measured.
func NewDrift(b *Board) *Drift {
	if b.Sheet == nil {
		return nil
	}
	watch, err := calibration.NewDrift(b.Sheet)
	if err != nil {
		return nil // cannot happen: Calibrate made a table from the same sheet
	}
	return &Drift{sheet: b.Sheet, watch: watch}
}

// See takes the counts of one reading and the squares made from them. fresh are the
// squares that have begun to drift. changed says whether the result is worth
// reporting; the number of days, which grows every day, is not by itself.
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

// Off returns the difference in counts between what an empty square reads now and
// what it read when it was measured.
func (d *Drift) Off(sq rules.Square) int32 { return d.watch.Off(sq) }
