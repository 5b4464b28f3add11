package decoder

import (
	"time"

	"touchmove/rules"
)

// health is what has been reported about the sensors.
type health struct {
	told    [64]Fault         // the last report on each sensor
	doubt   [64]time.Duration // since when its condition seems different from the report; 0 if it does not
	flicker [64]leaky
	watched rules.Squares // squares that are not simply sound: reported, in doubt, or chattering
}

// leaky counts changes and forgets them with time. It counts at most two for each burst of a
// bouncing contact.
type leaky struct {
	level float64
	at    time.Duration
	last  time.Duration // the latest change
	burst int           // changes of the current burst, each within bounceApart of the one before
}

const (
	faultFor     = 3 * time.Second // how long a sensor must be in doubt before it is reported
	soundFor     = 5 * time.Second // how long a sensor must be trusted before it is reported as sound
	blindFor     = time.Second
	flickerAt    = 24  // changes
	flickerCalm  = 4   // changes
	flickerLeak  = 0.8 // changes forgotten in a second
	bounceApart  = 25 * time.Millisecond
	burstCounts  = 2 // most changes counted in one burst
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

// changed records a new reading.
func (h *health) changed(sq rules.Square, at time.Duration) {
	h.flicker[sq].add(at)
	if h.flicker[sq].level > flickerAt {
		h.watched = h.watched.With(sq)
	}
}

// chattering returns the squares whose sensors are reported to flicker.
func (h *health) chattering() (set rules.Squares) {
	for watched := h.watched; watched != 0; watched &= watched - 1 {
		if sq := watched.First(); h.told[sq] == Flicker {
			set = set.With(sq)
		}
	}
	return set
}
