package daemon

import "time"

// A card wears out by being written, and every sync writes several of its
// blocks. Moves are few, but a knocked or chattering board may decide something
// at every scan; then what is decided is told some tenths of a second later, and
// what comes in between shares its sync.
const (
	syncsBurst = 20                     // syncs that may follow upon each other
	syncEvery  = 500 * time.Millisecond // record time in which another may be made
)

// budget counts syncs against record time. The zero value has a whole burst.
type budget struct {
	spent time.Duration // syncs made and not yet earned again, in record time
	at    time.Duration
}

// spend counts a sync and returns when it may be made: at once, or later.
func (b *budget) spend(at time.Duration) (when time.Duration) {
	b.pass(at)
	b.spent += syncEvery
	return at + max(0, b.spent-syncsBurst*syncEvery)
}

// owe counts a sync that had to be made.
func (b *budget) owe(at time.Duration) {
	b.pass(at)
	b.spent = min(b.spent+syncEvery, syncsBurst*syncEvery)
}

func (b *budget) pass(at time.Duration) {
	b.spent = max(0, b.spent-max(0, at-b.at))
	b.at = max(b.at, at)
}
