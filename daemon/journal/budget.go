package journal

import "time"

// An SD card wears out with writing, and every sync writes several of its
// blocks. Moves are few, but a knocked or chattering board may decide something
// at every scan. Decisions are then published some tenths of a second later, and
// those that come in between share a sync.
//
// Decisions that no screen shows, above all touches, may use only half a burst: a
// touch is followed by its move, which must not wait because the hands that
// make it are quick.
const (
	syncsBurst = 40                     // syncs that may follow one another
	syncEvery  = 250 * time.Millisecond // time that earns one more
)

// budget counts syncs against record time. The zero value has a whole burst.
type budget struct {
	slow  float64       // factor by which record time is slower than real time; 0: not slower
	spent time.Duration // syncs made and not yet earned again, in record time
	at    time.Duration
}

// spend counts a sync that is about to be made.
func (b *budget) spend(at time.Duration) {
	b.pass(at)
	b.spent += b.every()
}

// when returns when the sync counted last may be made: at once, or later. shown means
// that screens show its content.
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

// every is the record time that earns one more sync.
func (b *budget) every() time.Duration {
	if b.slow == 0 {
		return syncEvery
	}
	return time.Duration(float64(syncEvery) / b.slow)
}
