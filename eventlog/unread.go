package eventlog

import (
	"time"

	"touchmove/rules"
)

// unreadFor is how long squares must give no reading, or give one again, before that is
// reported. Otherwise a loose plug would raise an alarm at every touch.
const unreadFor = time.Second

// unread watches for squares without a reading, whatever the state of the game: before
// the starting position and after the last move nothing else would notice that a chip
// has dropped off its bus. It uses only record time, so a replay reports the same.
type unread struct {
	reported rules.Squares
	current  rules.Squares
	since    time.Duration // when current began to differ from reported
}

// due returns when the current squares should be reported, and false if there is no
// change.
func (u *unread) due() (time.Duration, bool) { return u.since + unreadFor, u.current != u.reported }

// expire reports the current squares if they were due by this time, and returns when.
func (u *unread) expire(at time.Duration) (due time.Duration, ok bool) {
	if due, ok = u.due(); !ok || due > at {
		return 0, false
	}
	u.reported = u.current
	return due, true
}

// update takes the squares without a reading from a time on. It returns whether to
// report them at once, as in the first scan of a journal.
func (u *unread) update(squares rules.Squares, at time.Duration, first bool) bool {
	if u.current == u.reported {
		u.since = at
	}
	u.current = squares
	if !first || u.current == u.reported {
		return false
	}
	u.reported = u.current
	return true
}
