package eventlog

import (
	"time"

	"touchmove/rules"
)

// unreadFor is how long squares must give no reading, or give one again, before
// it is told: a loose plug would be told of at every touch otherwise.
const unreadFor = time.Second

// unread watches for squares that give no reading, whatever the game is doing:
// before the board has shown a position, and after the last move, nobody else
// would say that a chip is off its bus. It goes by the records' time alone, so
// that a replay tells the same.
type unread struct {
	told  rules.Squares
	now   rules.Squares
	since time.Duration // when now became another set than told
}

// due returns when the squares of now are to be told.
func (u *unread) due() (time.Duration, bool) { return u.since + unreadFor, u.now != u.told }

// expire says whether the squares fell due up to a time; they are told then.
func (u *unread) expire(at time.Duration) (due time.Duration, ok bool) {
	if due, ok = u.due(); !ok || due > at {
		return 0, false
	}
	u.told = u.now
	return due, true
}

// see takes what gives no reading from a time on. It says whether that is to be
// told at once, as it is of the first scan of a journal.
func (u *unread) see(squares rules.Squares, at time.Duration, first bool) bool {
	if u.now == u.told {
		u.since = at
	}
	u.now = squares
	if !first || u.now == u.told {
		return false
	}
	u.told = u.now
	return true
}
