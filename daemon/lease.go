package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/rules"
	"touchmove/sensors"
)

// lease is a technician's request to see what the sensors read (cmd/raw), for a limited
// time. It is for the goroutine that scans. It costs that goroutine one comparison while
// there is no request, and otherwise the copy of a reading a few times a second. It is
// not a record, and ends with the process.
type lease struct {
	readings broadcast.Readings
	id       string        // id of the command
	until    time.Time     // zero if there was no request
	every    time.Duration // from one reading to the next
	next     time.Time     // when the next reading is due
}

// grant accepts a request, which replaces the one before, or refuses it with the reason. A
// request that arrives twice is granted once.
func (l *lease) grant(r broadcast.Request, now time.Time) broadcast.Answer {
	a := broadcast.Answer{ID: r.Command.ID}
	switch {
	case r.Command.ID == l.id:
		a.OK = true
	case r.Expired(now) != nil:
		a = broadcast.Refused(r.Command.ID, r.Expired(now))
	default:
		a.OK = true
		l.id, l.every, l.next = r.Command.ID, r.Raw.Every, now
		l.until = now.Add(r.Raw.For)
	}
	return a
}

// isActive reports whether a technician is watching.
func (l *lease) isActive(now time.Time) bool { return now.Before(l.until) }

// show publishes a reading if one is due. squares are by channel.
func (l *lease) show(now time.Time, at time.Duration, counts sensors.Counts, squares []rules.Square, seen *sensors.Scan) {
	if now.Before(l.next) || !l.isActive(now) {
		return
	}
	l.next = l.next.Add(l.every)
	if l.next.Before(now) { // missed readings are not repeated
		l.next = now.Add(l.every)
	}
	r := broadcast.Reading{At: at, Time: now, Until: l.until, Scan: *seen}
	for sq := range r.Counts {
		r.Counts[sq] = sensors.Lost
	}
	for ch, sq := range squares {
		if sq != rules.NoSquare && ch < len(counts) {
			r.Counts[sq] = counts[ch]
		}
	}
	l.readings.Offer(r)
}
