package daemon

import (
	"fmt"
	"time"

	"touchmove/sensors/trace"
)

// heartbeat is how long a running clock may go without a record that is kept: so
// much of a player's time is lost at most when the power is.
const heartbeat = 10 * time.Second

// beats says whether a record that tells nothing is to be kept all the same,
// because time runs.
func (d *Daemon) beats(at time.Duration) bool {
	return d.writer != nil && d.game.TimeRuns() && at-d.kept >= heartbeat
}

// stopClocks has clocks that ran when the program ended stand at the last moment
// that was kept: nobody knows how long the board was not looked at, and the
// arbiter says what the times are. The command has an id, so that nobody takes it
// for one of simulated hands.
func (s *Session) stopClocks() error {
	s.kept = s.Last
	if !s.game.TimeRuns() {
		return nil
	}
	stop := trace.Command{ID: fmt.Sprintf("%s-%d", trace.WhyRestart, s.Last.Microseconds()), Do: trace.DoStopClocks, Why: trace.WhyRestart}
	s.log.Warn("time was running when the program ended: the clocks stand at the last moment that was kept, until the arbiter starts them", "journal", s.Journal.Path())
	return s.Run(one(trace.Record{At: s.Last, What: stop}))
}
