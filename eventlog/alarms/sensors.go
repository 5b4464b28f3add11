package alarms

import (
	"strings"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
)

func (d *Desk) fault(w reconcile.Fault, at time.Duration) {
	if w.Kind == reconcile.Trusted {
		for i := range d.faults {
			d.faults[i].squares &^= w.Squares &^ d.unread
		}
	} else {
		d.fails(w.Squares, w.Kind.String())
	}
	d.sense(at)
}

// fails notes squares that fail in a way in which they did not yet.
func (d *Desk) fails(squares rules.Squares, why string) {
	for i := range d.faults {
		if d.faults[i].why == why {
			squares &^= d.faults[i].squares
		}
	}
	for i := range d.faults {
		d.faults[i].squares &^= squares
	}
	if squares != 0 {
		d.faults = append(d.faults, fault{strings.Join(names(squares), " "), squares, why})
	}
}

// Unread says which squares give no reading, whatever is played.
func (d *Desk) Unread(squares rules.Squares, at time.Duration) {
	d.fails(squares, reconcile.NoReading.String())
	for i := range d.faults {
		if d.faults[i].why == reconcile.NoReading.String() {
			d.faults[i].squares &^= d.unread &^ squares
		}
	}
	d.unread = squares
	d.sense(at)
}

// sense rings for the sensors that fail, each cause by itself, or for the whole
// board when none of them answers.
func (d *Desk) sense(at time.Duration) {
	var silent rules.Squares
	for _, f := range d.faults {
		if f.why == reconcile.NoReading.String() {
			silent |= f.squares
		}
	}
	missing := silent.Count() == 64
	if missing {
		d.Set(Alarm{ID: BoardMissing}, at)
	} else {
		d.ClearAll(at, BoardMissing)
	}
	kept := d.faults[:0]
	for _, f := range d.faults {
		if f.squares == 0 || missing && f.why == reconcile.NoReading.String() {
			d.Clear(SensorFault, f.cause, at)
		} else {
			d.Set(Alarm{ID: SensorFault, Cause: f.cause, Squares: names(f.squares), Why: f.why}, at)
		}
		if f.squares != 0 {
			kept = append(kept, f)
		}
	}
	d.faults = kept
}
