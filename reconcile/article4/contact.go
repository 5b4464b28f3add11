package article4

import (
	"slices"
	"time"
)

// contact is what the readings of a square say about its contact: how often a piece that stood still
// vanished from it for a moment.
type contact struct {
	gaps     shortGaps        // gaps that a hand could have made
	blinks   [4]time.Duration // ends of the latest times a piece at rest was not read, for less than a lift takes, newest first
	last     time.Duration    // the same, before the square has read full for long enough; 0: none
	isolated bool             // before the gap that is open, or was last, the square had read full for long enough
}

// shortGaps holds the ends of the latest short times a square read empty, newest first.
type shortGaps [4]time.Duration

// A sensor that loses its piece for less than a second four times within two minutes has a bad
// contact; this is not a hand. Nor is it a hand when a piece that stands still vanishes for less time
// than it takes to lift it: a contact that has done that four times within five minutes goes on doing it, now
// and then for somewhat longer. Straightening a piece may do it once each time.
const (
	shortGap      = time.Second
	contactWindow = 2 * time.Minute
	blinkWindow   = 5 * time.Minute
	// blinkMost is how many times as long as the shortest lift a gap may be that is another blink.
	blinkMost = 3
	// still is how long a square reads full before and after a blink. Pieces that are put straight, lifted or
	// set down move for a second at most.
	still = time.Second
)

// opens records that a square reads empty, after it has read full for this time.
func (c *contact) opens(at, full time.Duration) {
	c.count(at)
	c.isolated, c.last = full >= still, 0
}

// closes records that a square reads full, after it has read empty for this time.
func (c *contact) closes(at, empty, place, lift time.Duration) {
	if c.isolated && empty < lift {
		c.last = at
	}
	if empty < shortGap && empty > place {
		copy(c.gaps[1:], c.gaps[:])
		c.gaps[0] = at
	}
}

// count makes the last gap a blink once the square has read full for long enough since.
func (c *contact) count(now time.Duration) {
	if c.last != 0 && now-c.last >= still {
		copy(c.blinks[1:], c.blinks[:])
		c.blinks[0], c.last = c.last, 0
	}
}

// isBad reports whether lifts that the square shows are not a hand's.
func (c *contact) isBad(at time.Duration) bool {
	oldest := c.gaps[len(c.gaps)-1]
	return oldest != 0 && at-oldest < contactWindow
}

// hasBlinked reports whether a gap that began at this time is one more blink, only longer: it came after the
// first of those that show a bad contact.
func (c *contact) hasBlinked(from, length, lift, now time.Duration) bool {
	c.count(now)
	first := c.blinks[len(c.blinks)-1]
	return first != 0 && from > first && now-first < blinkWindow && length < blinkMost*lift
}

// discount decides anew, once their piece is back, which lifts of this turn a bad contact has made. A piece that
// was off its square for a second was in a hand.
func (ref *Referee) discount(t *turn) {
	for i := range t.acts {
		up := &t.acts[i]
		if up.kind != lifted || up.to != unowned {
			continue
		}
		for _, down := range t.acts[i+1:] {
			if down.kind > placed || down.sq != up.sq {
				continue
			}
			if gone := down.at - up.at; down.kind == placed && gone >= shortGap {
				up.noise = false
			} else if down.kind == placed && ref.debouncer.contacts[up.sq].hasBlinked(up.at, gone, ref.opt.Lift, ref.now) {
				up.noise = true
			}
			break
		}
	}
}

// isNoise reports whether the last lift before this placing was none of a hand.
func (t *turn) isNoise(down act) bool {
	for _, a := range slices.Backward(t.acts) {
		if a.kind == lifted && a.sq == down.sq && a.at <= down.at {
			return a.noise
		}
	}
	return false
}
