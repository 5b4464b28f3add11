package alarms

import (
	"strings"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
)

func (b *Board) fault(w reconcile.Fault, at time.Duration) {
	if w.Kind == reconcile.Trusted {
		for i := range b.faults {
			b.faults[i].squares &^= w.Squares &^ b.unread
		}
	} else {
		b.fails(w.Squares, w.Kind.String())
	}
	b.sense(at)
}

// fails notes squares that have begun to fail in this way.
func (b *Board) fails(squares rules.Squares, why string) {
	for i := range b.faults {
		if b.faults[i].why == why {
			squares &^= b.faults[i].squares
		}
	}
	for i := range b.faults {
		b.faults[i].squares &^= squares
	}
	if squares != 0 {
		b.faults = append(b.faults, fault{strings.Join(names(squares), " "), squares, why})
	}
}

// Unread reports the squares without a reading, whatever the state of the game.
func (b *Board) Unread(squares rules.Squares, at time.Duration) {
	b.fails(squares, reconcile.NoReading.String())
	for i := range b.faults {
		if b.faults[i].why == reconcile.NoReading.String() {
			b.faults[i].squares &^= b.unread &^ squares
		}
	}
	b.unread = squares
	b.sense(at)
}

// sense raises one alarm for each cause of failing sensors, or one for the whole board
// when no sensor answers.
func (b *Board) sense(at time.Duration) {
	var silent rules.Squares
	for _, f := range b.faults {
		if f.why == reconcile.NoReading.String() {
			silent |= f.squares
		}
	}
	missing := silent.Count() == 64
	b.raiseIf(missing, BoardMissing, at)
	kept := b.faults[:0]
	for _, f := range b.faults {
		if f.squares == 0 || missing && f.why == reconcile.NoReading.String() {
			b.Clear(SensorFault, f.cause, at)
		} else {
			b.Raise(Alarm{ID: SensorFault, Cause: f.cause, Squares: names(f.squares), Why: f.why}, at)
		}
		if f.squares != 0 {
			kept = append(kept, f)
		}
	}
	b.faults = kept
}
