package daemon

import (
	"time"

	"touchmove/daemon/copies"
	"touchmove/eventlog/alarms"
	"touchmove/sensors"
)

// feedLimit is how long publishing may make no progress before an alarm rings.
const feedLimit = 30 * time.Second

// feed checks whether published entries reach a broker. It is for the goroutine that
// steps the game.
type feed struct {
	reached func() (entries uint64, all bool) // nil: nothing is checked
	entries uint64
	looked  time.Time
	since   time.Time // when it fell behind; zero if it has not
	stopped bool      // as last reported
}

// look checks once a second. It returns whether the feed has stopped, and whether that
// has changed.
func (o *feed) look(now time.Time) (stopped, changed bool) {
	if o.reached == nil || !o.looked.IsZero() && now.Sub(o.looked) < time.Second {
		return o.stopped, false
	}
	o.looked = now
	entries, all := o.reached()
	switch {
	case all || entries != o.entries:
		o.entries, o.since = entries, time.Time{}
	case o.since.IsZero():
		o.since = now
	default:
		stopped = now.Sub(o.since) >= feedLimit
	}
	changed = stopped != o.stopped
	o.stopped = stopped
	return stopped, changed
}

// double checks whether another daemon publishes as this board. It is for the goroutine that
// steps the game.
type double struct {
	is      func(now time.Time) bool // nil: nothing is checked
	looked  time.Time
	doubled bool // as last reported
}

// look is feed.look for another daemon.
func (o *double) look(now time.Time) (doubled, changed bool) {
	if o.is == nil || !o.looked.IsZero() && now.Sub(o.looked) < time.Second {
		return o.doubled, false
	}
	o.looked = now
	doubled = o.is(now)
	changed = doubled != o.doubled
	o.doubled = doubled
	return doubled, changed
}

// copied checks whether the second copy of the journals keeps up. It is for the
// goroutine that steps the game.
type copied struct {
	behind  func() time.Duration // nil: nothing is checked
	looked  time.Time
	stopped bool // as last reported
}

// look is feed.look for the copy.
func (o *copied) look(now time.Time) (stopped, changed bool) {
	if o.behind == nil || !o.looked.IsZero() && now.Sub(o.looked) < time.Second {
		return o.stopped, false
	}
	o.looked = now
	stopped = o.behind() >= copies.Late
	changed = stopped != o.stopped
	o.stopped = stopped
	return stopped, changed
}

// checkOutside checks what is in no record: whether published entries reach a broker,
// whether the second copy keeps up, whether another daemon has the same name, and what the other board of the game shows. It
// returns a function that reports changes to the alarms once the game has reached the
// time at, or nil if nothing has changed. These states are not in the journal; a restart
// determines them anew.
func (d *BoardLoop) checkOutside(at time.Duration, now time.Time, seen sensors.Scan) (report func()) {
	stopped, changed := d.feed.look(now)
	differ, agreed, other := d.pair.Look(d.board.Game(), now, seen)
	copyLate, copyChanged := d.copied.look(now)
	doubled, doubleChanged := d.double.look(now)
	if !changed && !other && !copyChanged && !doubleChanged {
		return nil
	}
	return func() {
		d.history.Put(d.board.Outside(at, func(b *alarms.Board) {
			switch {
			case changed && stopped:
				b.RaiseNow(alarms.Alarm{ID: alarms.FeedStopped}, max(at-feedLimit, 0))
			case changed:
				b.Feed(false, at)
			}
			if copyChanged {
				b.Copy(copyLate, at)
			}
			if doubleChanged {
				b.Doubled(doubled, at)
			}
			if other {
				b.Compare(differ, agreed, at)
			}
		}))
	}
}
