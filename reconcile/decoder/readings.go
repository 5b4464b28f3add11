package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Scan handles a reading of the whole board.
func (d *Decoder) Scan(s *sensors.Scan) {
	if *s == d.board.raw {
		return
	}
	for sq, is := range s {
		d.read(rules.Square(sq), is)
	}
}

// Change handles a new reading of one square.
func (d *Decoder) Change(sq rules.Square, is sensors.State) { d.read(sq, is) }

// read handles a new reading of one square at d.now.
func (d *Decoder) read(sq rules.Square, is sensors.State) {
	was := d.board.raw[sq]
	if was == is {
		return
	}
	blindFrom := d.board.changed[sq]
	d.board.set(sq, is, d.now)
	if d.health.told[sq] != Flicker {
		d.board.quietSince = d.now // a sensor that chatters all the time is not a hand
	}
	d.due.dirty = true
	d.health.changed(sq, d.now)
	if d.out.log != nil {
		d.out.log.add(Reading{At: d.now, Square: sq, Is: is})
	}
	bit := rules.Squares(1) << sq
	opened := d.now
	if was == sensors.Unknown && blindFrom > 0 {
		// A change during an outage may have happened at any moment of it.
		opened = blindFrom
		d.pub.dark = min(d.pub.dark+(d.now-blindFrom).Seconds(), unreadMost)
	}
	d.memory.work += len(d.beam)
	for _, s := range d.beam {
		d.update(s, sq, bit, opened)
	}
	if a := d.fallback.hypothesis; a != nil {
		d.update(a, sq, bit, opened)
	}
	if d.rests.last != nil {
		d.update(d.rests.last, sq, bit, opened)
	}
	if d.rests.before != nil {
		d.update(d.rests.before, sq, bit, opened)
	}
}

// update makes a hypothesis take account of a square whose reading has just changed.
func (d *Decoder) update(s *hypothesis, sq rules.Square, bit rules.Squares, opened time.Duration) {
	denied := d.board.mismatches(s)&bit != 0
	s.numb &^= bit
	if s.distrust&bit != 0 && d.board.blind&bit == 0 && d.phase == playing {
		switch {
		case (s.unfelt|s.either)&bit != 0:
			d.feels(s, bit)
		case !denied:
			s.paid += d.param[costFaultBack]
			s.distrust &^= bit
		default:
			s.paid += d.param[costFaultBack]
		}
	}
	switch {
	case denied && s.mismatch&bit == 0:
		s.count(d)
		if d.hasBounced(s, sq) {
			s.reopen(sq)
		} else {
			s.open(sq, opened)
			if d.now-opened >= darkFrom {
				s.accrued[sq] = d.spans.curves[s.class(sq)].at(d.now - opened)
			}
		}
		s.fresh = true
	case !denied && s.mismatch&bit != 0:
		s.count(d)
		if d.isTakenInstead(s.tail, sq) {
			s.accrued[sq] += d.param[costTakenInstead]
		}
		s.close(sq)
		s.fresh = true
		if s.pending.Has(sq) && s.pending&s.mismatch == 0 && s.tail.traits&castling != 0 {
			d.finish(s, opened, 0)
		}
	case denied && d.board.polarity:
		s.fresh = true
	case d.board.full&bit != 0:
		// On a square that reads full again after a moment of emptiness a piece may have been
		// captured.
		s.fresh = true
	}
	if d.board.blind != 0 {
		s.fresh = true
	}
}

// hasBounced reports whether a square that has just become empty again had read full for no longer
// than a contact bounces.
func (d *Decoder) hasBounced(s *hypothesis, sq rules.Square) bool {
	g := &d.board.gaps[sq]
	return s.full.Has(sq) && g[0].until == 0 && g[1].until != 0 && g[0].from-g[1].until < d.times[bounce] && s.mismatch&(1<<sq) == 0 && s.since[sq] <= g[1].from && s.accrued[sq] > 0
}
