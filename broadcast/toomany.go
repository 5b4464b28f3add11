package broadcast

import (
	"time"

	"touchmove/internal/refusal"
)

// TooMany returns the refusal of a command of which there are too many at once, for a sender that may
// send it again after wait, which is rounded up to seconds.
func TooMany(wait time.Duration) error {
	return refusal.New("too-many", "too many commands at once: send it again in {seconds} s", "seconds", int64((wait+time.Second-1)/time.Second))
}
