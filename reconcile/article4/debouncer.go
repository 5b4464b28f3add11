package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// debouncer finds lifts and placings in raw readings: changes that have lasted long enough.
type debouncer struct {
	lift, place time.Duration

	raw        sensors.Scan // the latest readings; Unknown keeps the reading before it
	full       rules.Squares
	stable     rules.Squares     // full, but without the changes that are not yet sure
	unsettled  rules.Squares     // squares whose change is not yet sure
	sure       rules.Squares     // squares whose last change has become sure
	blind      rules.Squares     // squares without a reading at the moment
	recoloured rules.Squares     // polarity: squares whose colour changed while full
	since      [64]time.Duration // the last change
	began      [64]time.Duration // when the change that became sure last, or is not yet sure, began: since is when its contact had bounced
	next       time.Duration     // the first time at which an unsettled change becomes sure, or the board is at rest; 0 means none

	contacts [64]contact

	snapshots [64]snapshot // the latest readings of the whole board, in a ring
	taken     int          // number of snapshots taken

	acts []act // scratch
}

// bounceMost is how long a contact may fall back while it bounces: the change began before that.
const bounceMost = 40 * time.Millisecond

// snapshot is the reading of the whole board from a moment on.
type snapshot struct {
	at   time.Duration
	full rules.Squares
}

// hasShown reports whether the board read this at some moment since the given time, ignoring
// squares outside mask. It looks at the last 63 snapshots.
func (d *debouncer) hasShown(full, mask rules.Squares, since time.Duration) bool {
	for n := d.taken - 1; n >= 0 && n > d.taken-len(d.snapshots); n-- {
		s := &d.snapshots[n%len(d.snapshots)]
		if (s.full^full)&mask == 0 {
			return true
		}
		if s.at < since {
			break
		}
	}
	return false
}

// readAt returns what the board read at a moment, as full squares. It remembers the last 64 changes.
func (d *debouncer) readAt(at time.Duration) rules.Squares {
	for n := d.taken - 1; n >= 0 && n >= d.taken-len(d.snapshots); n-- {
		if s := &d.snapshots[n%len(d.snapshots)]; s.at <= at {
			return s.full
		}
	}
	return d.full
}

func (d *debouncer) remember(at time.Duration) {
	if n := d.taken - 1; n >= 0 && d.snapshots[n%len(d.snapshots)].at == at {
		d.snapshots[n%len(d.snapshots)].full = d.full // the same scan
		return
	}
	d.snapshots[d.taken%len(d.snapshots)] = snapshot{at: at, full: d.full}
	d.taken++
}

// read takes a raw reading. It reports whether anything changed.
func (d *debouncer) read(sq rules.Square, is sensors.State, at time.Duration) bool {
	was := d.raw[sq]
	bit := rules.Squares(1) << sq
	if is == sensors.Unknown {
		d.blind |= bit
		return false
	}
	d.blind &^= bit
	if is == was {
		return false
	}
	d.raw[sq] = is
	if is.Full() {
		d.full |= bit
	} else {
		d.full &^= bit
	}
	if was.Full() && is.Full() {
		// One colour replaced the other without a moment of emptiness.
		d.recoloured |= bit
		d.since[sq], d.began[sq] = at, at
		d.unsettled |= bit
		d.schedule()
		return true
	}
	d.remember(at)
	if is.Full() {
		d.contacts[sq].closes(at, at-d.since[sq], d.place, d.lift)
	} else {
		d.contacts[sq].opens(at, at-d.since[sq])
	}
	if d.full&bit == d.stable&bit {
		d.unsettled &^= bit
	} else {
		if at-d.since[sq] > bounceMost || at-d.began[sq] > 5*bounceMost || d.sure.Has(sq) {
			d.began[sq] = at
		}
		d.unsettled |= bit
		d.sure = d.sure.Without(sq)
	}
	d.since[sq] = at
	d.schedule()
	if d.unsettled == 0 {
		d.next = at + d.place // a piece has come back before its lift was sure: what waits for the board to rest is looked at again
	}
	return true
}

// accept takes the current readings as the pieces on the board.
func (d *debouncer) accept() {
	d.stable, d.unsettled, d.recoloured, d.next = d.full, 0, 0, 0
}

func (d *debouncer) readyAt(sq rules.Square) time.Duration {
	if d.full.Has(sq) {
		return d.since[sq] + d.place
	}
	return d.since[sq] + d.lift
}

func (d *debouncer) schedule() {
	d.next = 0
	for set := d.unsettled; set != 0; set &= set - 1 {
		if r := d.readyAt(set.First()); d.next == 0 || r < d.next {
			d.next = r
		}
	}
}

// settled returns the acts that have become sure by now, in the order in which they happened. The
// slice is valid until the next call.
func (d *debouncer) settled(now time.Duration) []act {
	buf := d.acts[:0]
	for set := d.unsettled; set != 0; set &= set - 1 {
		sq := set.First()
		if d.readyAt(sq) > now {
			continue
		}
		bit := rules.Squares(1) << sq
		d.unsettled &^= bit
		full := d.full.Has(sq)
		if d.recoloured&bit != 0 {
			d.recoloured &^= bit
			if full && d.stable&bit != 0 {
				buf = append(buf, act{kind: lifted, at: d.since[sq], sq: sq}, act{kind: placed, at: d.since[sq], sq: sq, color: d.colorOn(sq)})
				continue
			}
		}
		if full == (d.stable&bit != 0) {
			continue
		}
		d.stable ^= bit
		d.sure = d.sure.With(sq)
		a := act{kind: lifted, at: d.began[sq], sq: sq, noise: !full && d.contacts[sq].isBad(now)}
		if full {
			a.kind, a.color = placed, d.colorOn(sq)
		}
		buf = append(buf, a)
	}
	d.schedule()
	// An insertion sort keeps lifts and placings of one square in order: they differ in time.
	for i := 1; i < len(buf); i++ {
		for j := i; j > 0 && buf[j].at < buf[j-1].at; j-- {
			buf[j], buf[j-1] = buf[j-1], buf[j]
		}
	}
	d.acts = buf
	return buf
}

// isLeaving reports whether a piece has left a square, and its lift is not yet sure.
func (d *debouncer) isLeaving(sq rules.Square) bool {
	return d.unsettled.Has(sq) && !d.full.Has(sq) && d.stable.Has(sq)
}

// leaving returns the squares that pieces have left, while their lift is not yet sure.
func (d *debouncer) leaving() rules.Squares { return d.unsettled & d.stable &^ d.full }

// settleLift makes the lift of a square sure before its time.
func (d *debouncer) settleLift(sq rules.Square) act {
	d.unsettled = d.unsettled.Without(sq)
	d.stable = d.stable.Without(sq)
	d.sure = d.sure.With(sq)
	d.schedule()
	return act{kind: lifted, at: d.began[sq], sq: sq}
}

// colorOn returns the owner of the piece that the square reads, if the sensors distinguish colours.
func (d *debouncer) colorOn(sq rules.Square) owner {
	switch d.raw[sq] {
	case sensors.White:
		return whites
	case sensors.Black:
		return blacks
	}
	return unowned
}

// isQuiet reports whether no change is waiting to become sure.
func (d *debouncer) isQuiet() bool { return d.unsettled == 0 }
