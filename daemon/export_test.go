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

// Heard has a session's alarms watch whether what it tells is heard, for tests.
func (d *Daemon) Heard(reached func() (entries uint64, all bool)) { d.outside.reached = reached }
