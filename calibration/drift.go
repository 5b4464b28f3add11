package calibration

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Drift checks whether a board still reads what it read when it was calibrated. Only the
// empty squares of linear sensors show this: the strength of pieces differs, and digital
// inputs have nothing between their two levels. It reads no clock; the times are those of
// the readings. It is for one goroutine.
type Drift struct {
	table    *Table
	limit    [64]int32 // in counts; 0 for a square that is not watched
	off      [64]int64 // slow mean of the readings, in 1/256 counts from zero
	heard    [64]time.Duration
	last     time.Duration
	reported rules.Squares
}

// Drift is slow: means are taken over about a minute of readings of an empty square, and
// nothing is reported of a square that has been empty for less time.
const (
	driftMean = time.Minute
	driftWait = time.Minute
)

// NewDrift watches a board for drift from the sheet of its calibration.
func NewDrift(s *Sheet) (*Drift, error) {
	t, err := s.Table()
	if err != nil {
		return nil, err
	}
	d := &Drift{table: t, last: -1}
	for sq := range s.Squares {
		q := &s.Squares[sq]
		if !s.Linear || q.Grade > Weak {
			continue
		}
		leave := abs(q.AtW.Leave)
		if b := abs(q.AtB.Leave); b > 0 && (b < leave || leave == 0) {
			leave = b
		}
		d.limit[sq] = max(leave/3, whole(4*q.Noise), 1)
	}
	return d, nil
}

// See takes one reading and the squares read from it. It returns the squares whose zero has
// moved by more than a third of the level at which a piece is let go (more on noisy
// sensors); changed says that they differ from those before. A square that was reported is
// removed only when its zero has come back to half of that, so that a zero near the limit
// is reported once.
func (d *Drift) See(at time.Duration, c sensors.Counts, s sensors.Scan) (squares rules.Squares, changed bool) {
	step := at - d.last
	if first := d.last < 0; first || step <= 0 {
		if first {
			d.last = at
		}
		return d.reported, false
	}
	d.last = at
	step = min(step, driftMean/8)
	var from [64]int32
	known := d.table.From(c, &from)
	before := d.reported
	for sq := range d.limit {
		if d.limit[sq] == 0 || s[sq] != sensors.Empty || !known.Has(rules.Square(sq)) {
			continue
		}
		d.heard[sq] = min(d.heard[sq]+step, driftWait)
		// At first the mean is over the readings so far.
		over := int64(max(step, min(d.heard[sq], driftMean)) / time.Microsecond)
		d.off[sq] += (256*int64(from[sq]) - d.off[sq]) * int64(step/time.Microsecond) / over
		if d.heard[sq] < driftWait {
			continue
		}
		off := int32(max(d.off[sq], -d.off[sq]) / 256)
		switch {
		case off >= d.limit[sq]:
			d.reported = d.reported.With(rules.Square(sq))
		case off < d.limit[sq]/2:
			d.reported = d.reported.Without(rules.Square(sq))
		}
	}
	return d.reported, d.reported != before
}

// Off returns how far the zero of a square has moved since the calibration, in counts; 0 if
// that is not known yet.
func (d *Drift) Off(sq rules.Square) int32 { return int32(d.off[sq] / 256) }
