package article4

import (
	"time"

	"touchmove/rules"
)

// contact is what the readings of a square say about its contact: how often a piece that stood still
// vanished from it for a moment.
type contact struct {
	gaps     shortGaps        // gaps that a hand could have made
	blinks   [2]time.Duration // ends of the latest gaps that no hand makes, newest first
	length   time.Duration    // of the gap that ended last
	isolated bool             // before that gap the square had read full for a while
}

// shortGaps holds the ends of the latest short times a square read empty, newest first.
type shortGaps [4]time.Duration

// A sensor that loses its piece for less than a second four times within two minutes has a bad
// contact; this is not a hand. Nor is it a hand when a piece that stands still vanishes for less time
// than it takes to lift it: a contact that has done that twice within ten minutes is a bad one.
const (
	shortGap      = time.Second
	contactWindow = 2 * time.Minute
	blinkWindow   = 10 * time.Minute
	// still is how long a square reads full before and after a gap that is no bounce of a lift or a landing.
	still = time.Second
)

// opens records that a square reads empty, after it has read full for this time.
func (c *contact) opens(at, full, lift time.Duration) {
	if full >= still && c.isolated && c.length > 0 && c.length < lift {
		copy(c.blinks[1:], c.blinks[:])
		c.blinks[0] = at - full
	}
	c.isolated, c.length = full >= still, 0
}

// closes records that a square reads full, after it has read empty for this time.
func (c *contact) closes(at, empty, place time.Duration) {
	c.length = empty
	if empty < shortGap && empty > place {
		copy(c.gaps[1:], c.gaps[:])
		c.gaps[0] = at
	}
}

// isBad reports whether lifts that the square shows are not a hand's.
func (c *contact) isBad(at time.Duration) bool {
	oldest, blink := c.gaps[len(c.gaps)-1], c.blinks[len(c.blinks)-1]
	return oldest != 0 && at-oldest < contactWindow || blink != 0 && at-blink < blinkWindow
}

// isBadContact reports whether the lifts of a square come from a bad contact.
func (d *debouncer) isBadContact(sq rules.Square, at time.Duration) bool {
	return d.contacts[sq].isBad(at)
}

// discount marks the lifts of this turn that a bad contact has made: those after which the piece was back
// within a second. A piece that was off its square for longer was in a hand.
func (ref *Referee) discount(t *turn) {
	for i := range t.acts {
		up := &t.acts[i]
		if up.kind != lifted || up.to != unowned || !ref.debouncer.isBadContact(up.sq, ref.now) {
			continue
		}
		for _, down := range t.acts[i+1:] {
			if down.kind <= placed && down.sq == up.sq {
				up.noise = down.kind == placed && down.at-up.at < shortGap
				break
			}
		}
	}
}
