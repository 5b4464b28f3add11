package daemon

import (
	"errors"
	"time"

	"touchmove/daemon/copies"
	"touchmove/eventlog/alarms"
	"touchmove/sensors"
)

// feedLimit is how long publishing may make no progress before an alarm rings.
const feedLimit = 30 * time.Second

// watch is a check, once a second, of something that is in no record, such as a second copy of
// the journals that lags behind. It is for the goroutine that steps the game.
type watch struct {
	is     func(now time.Time) bool // nil: nothing is checked
	looked time.Time
	last   bool // as last reported
}

// check returns whether the state holds, and whether that has changed.
func (w *watch) check(now time.Time) (is, changed bool) {
	if w.is == nil || !w.looked.IsZero() && now.Sub(w.looked) < time.Second {
		return w.last, false
	}
	w.looked = now
	is = w.is(now)
	changed = is != w.last
	w.last = is
	return is, changed
}

// feedStopped returns a function that reports whether no broker has received an entry for feedLimit
// although some are waiting.
func feedStopped(reached func() (entries uint64, all bool)) func(now time.Time) bool {
	var before uint64
	var since time.Time // when it fell behind; zero if it has not
	return func(now time.Time) bool {
		entries, all := reached()
		switch {
		case all || entries != before:
			before, since = entries, time.Time{}
		case since.IsZero():
			since = now
		default:
			return now.Sub(since) >= feedLimit
		}
		return false
	}
}

// copyIsLate returns a function that reports whether the second copy of the journals lags behind
// them, or is not written at all.
func copyIsLate(status func() copies.Status) func(time.Time) bool {
	return func(time.Time) bool {
		s := status()
		return s.Behind >= copies.Late || errors.Is(s.Err, copies.ErrRefused)
	}
}

// checkOutside checks what is in no record: whether published entries reach a broker,
// whether the second copy keeps up, whether another daemon publishes as this board, and
// what the other board of the game shows. It returns a function that reports changes to
// the alarms once the game has reached the time at, or nil if nothing has changed. These
// states are not in the journal; a restart determines them again.
func (d *BoardLoop) checkOutside(at time.Duration, now time.Time, seen sensors.Scan) (report func()) {
	stopped, changed := d.feed.check(now)
	differ, agreed, other := d.pair.Look(d.board.Game(), now, seen)
	copyLate, copyChanged := d.copied.check(now)
	doubled, doubleChanged := d.double.check(now)
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
