package decoder

import (
	"time"

	"touchmove/rules"
)

// health is what has been told of the sensors.
type health struct {
	told    [64]Fault         // what has been told of each sensor
	doubt   [64]time.Duration // since when it is in doubt, or no longer; 0 is not
	flicker [64]leaky
	watched rules.Squares // squares that are not simply sound: told of, in doubt, or chattering
}

// leaky counts changes and forgets them with time. Of a contact that bounces it
// counts two, however often.
type leaky struct {
	level float64
	at    time.Duration
	last  time.Duration // the latest change
	burst int           // changes before it, each within bounceApart of the next
}

const (
	faultFor     = 3 * time.Second // a sensor is in doubt for this long before it is told
	soundFor     = 5 * time.Second // and trusted for this long before that is told
	blindFor     = time.Second
	flickerAt    = 24  // changes
	flickerCalm  = 4   // changes
	flickerLeak  = 0.8 // changes a second that are forgotten
	bounceApart  = 25 * time.Millisecond
	burstCounts  = 2 // changes of one burst
	astrayFor    = 3 * time.Second
	homeFor      = 500 * time.Millisecond
	astraySquare = 3
)

func (l *leaky) now(at time.Duration) float64 {
	l.level = max(0, l.level-flickerLeak*(at-l.at).Seconds())
	l.at = at
	return l.level
}

func (l *leaky) add(at time.Duration) {
	l.now(at)
	if at-l.last >= bounceApart {
		l.burst = 0
	}
	l.last = at
	if l.burst++; l.burst <= burstCounts {
		l.level++
	}
}

// changed takes note of a new reading.
func (h *health) changed(sq rules.Square, at time.Duration) {
	h.flicker[sq].add(at)
	if h.flicker[sq].level > flickerAt {
		h.watched = h.watched.With(sq)
	}
}

// chattering returns the squares whose sensors are known to come and go.
func (h *health) chattering() (set rules.Squares) {
	for watched := h.watched; watched != 0; watched &= watched - 1 {
		if sq := watched.First(); h.told[sq] == Flicker {
			set = set.With(sq)
		}
	}
	return set
}
