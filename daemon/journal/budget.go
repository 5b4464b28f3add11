package journal

import "time"

// A card wears out by being written, and every sync writes several of its
// blocks. Moves are few, but a knocked or chattering board may decide something
// at every scan; then what is decided is told some tenths of a second later, and
// what comes in between shares its sync.
//
// What no screen shows, a touch above all, may spend half a burst only: it is
// followed by the move it belongs to, which must not wait because the hands that
// make it are quick.
const (
	syncsBurst = 40                     // syncs that may follow upon each other
	syncEvery  = 250 * time.Millisecond // in which another may be made
)

// budget counts syncs against record time. The zero value has a whole burst.
type budget struct {
	slow  float64       // record time passes so much slower than real time; 0 is as fast
	spent time.Duration // syncs made and not yet earned again, in record time
	at    time.Duration
}

// spend counts a sync that is to be made.
func (b *budget) spend(at time.Duration) {
	b.pass(at)
	b.spent += b.every()
}

// when returns when the sync counted last may be made: at once, or later. shown
// says whether it is for something that screens show.
func (b *budget) when(at time.Duration, shown bool) time.Duration {
	burst := syncsBurst * b.every()
	if !shown {
		burst /= 2
	}
	b.pass(at)
	return at + max(0, b.spent-burst)
}

func (b *budget) pass(at time.Duration) {
	b.spent = max(0, b.spent-max(0, at-b.at))
	b.at = max(b.at, at)
}

// every is the record time in which another sync may be made.
func (b *budget) every() time.Duration {
	if b.slow == 0 {
		return syncEvery
	}
	return time.Duration(float64(syncEvery) / b.slow)
}
