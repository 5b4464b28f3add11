package calibration

import (
	"touchmove/rules"
	"touchmove/sensors"
)

// chatter is the share of deviating readings of an untouched board above which a contact
// chatters.
const chatter = 0.002

// digital grades digital inputs.
func (b *bench) digital(s *Sheet) {
	for i := range s.Squares {
		q, sq := &s.Squares[i], rules.Square(i)
		if b.m.Only != 0 && !b.m.Only.Has(sq) || b.answers(q, i) {
			continue
		}
		q.White = 1
		empty, full := b.shares(i)
		switch {
		case len(empty) == 0 || len(full) == 0:
			q.Grade, q.Cause = Untried, ""
		case least(empty) > 0.5 && most(full) < 0.5:
			q.Inverted = true
			b.chatters(q, i)
			if q.Cause == "" {
				q.Cause = Inverted
			}
		case most(full) < 0.5:
			q.Grade, q.Cause = Bad, StuckOff
		case least(empty) > 0.5:
			q.Grade, q.Cause = Bad, StuckOn
		case most(empty) > 0.5:
			b.feelsOther(q, sq)
		case least(full) < 0.5: // felt in one capture, and not in another
			q.Grade, q.Cause, q.Share = Bad, Chatters, round(1-least(full), 3)
		default:
			b.chatters(q, i)
		}
	}
}

// shares returns the share of readings that felt a piece: for each capture with an empty
// square, and for each with a piece on it.
func (b *bench) shares(sq int) (empty, full []float64) {
	for i := range b.captures {
		k := &b.captures[i]
		r := &k.read[sq]
		if r.Came == 0 || k.shown[sq] == sensors.Unknown {
			continue
		}
		share := float64(r.Full) / float64(r.Came)
		if b.m.ActiveLow {
			share = 1 - share
		}
		if k.shown[sq].Full() {
			full = append(full, share)
		} else {
			empty = append(empty, share)
		}
	}
	return empty, full
}

// chatters grades an input that changes while the board is untouched.
func (b *bench) chatters(q *Square, sq int) {
	worst := 0.0
	for i := range b.captures {
		if r := &b.captures[i].read[sq]; r.Came > 0 {
			share := float64(r.Full) / float64(r.Came)
			worst = max(worst, min(share, 1-share))
		}
	}
	if worst <= chatter {
		return
	}
	if q.Grade == Good {
		q.Grade = Weak
	}
	if worst > 0.05 {
		q.Grade = Bad
	}
	q.Cause, q.Share = Chatters, round(worst, 3)
}

// feelsOther grades an input that felt a piece while its square was empty. The cause is
// crosstalk if that happened only with a piece on one neighbouring square.
func (b *bench) feelsOther(q *Square, sq rules.Square) {
	var candidates, cleared rules.Squares
	candidates = ^candidates
	for i := range b.captures {
		k := &b.captures[i]
		r := &k.read[sq]
		if r.Came == 0 || k.shown[sq] != sensors.Empty {
			continue
		}
		var pieces rules.Squares
		for n := range sq.Neighbours().All() {
			if k.shown[n].Full() {
				pieces = pieces.With(n)
			}
		}
		if felt := float64(r.Full)/float64(r.Came) > 0.5; felt != b.m.ActiveLow {
			candidates &= pieces
		} else {
			cleared |= pieces
		}
	}
	if candidates &^= cleared; candidates == 0 {
		q.Grade, q.Cause, q.Share = Bad, Chatters, 0.5
		return
	}
	q.Grade, q.Cause, q.From = Bad, Crosstalk, candidates.First()
	for c := range candidates.All() { // an adjacent neighbour is likelier than a diagonal one
		if c.File() == sq.File() || c.Rank() == sq.Rank() {
			q.From = c
			break
		}
	}
}

func least(v []float64) float64 {
	m := v[0]
	for _, x := range v[1:] {
		m = min(m, x)
	}
	return m
}

func most(v []float64) float64 {
	m := v[0]
	for _, x := range v[1:] {
		m = max(m, x)
	}
	return m
}
