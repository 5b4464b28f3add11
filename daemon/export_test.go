package daemon

import (
	"log/slog"
	"time"

	"touchmove/broadcast"
)

// DelayedOf makes the delayed history of a session, for tests.
func DelayedOf(s *Session, path string, by time.Duration, log *slog.Logger) (*broadcast.Delayed, error) {
	return delayed(s, path, broadcast.Delay{By: by, Clock: broadcast.RealTime{}}, log)
}
