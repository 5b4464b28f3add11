package daemon

import (
	"fmt"

	"touchmove/sensors/trace"
)

// stopClocks has clocks that ran when the program ended stand at the last moment
// that was kept: nobody knows how long the board was not looked at, and the
// arbiter says what the times are. The command has an id, so that nobody takes it
// for one of simulated hands.
func (s *Session) stopClocks() error {
	if !s.BoardLoop.board.Game().TimeRuns() {
		return nil
	}
	stop := trace.Command{ID: fmt.Sprintf("%s-%d", trace.WhyRestart, s.Last.Microseconds()), Do: trace.DoStopClocks, Why: trace.WhyRestart}
	s.BoardLoop.log.Warn("time was running when the program ended: the clocks stand at the last moment that was kept, until the arbiter starts them", "journal", s.Journal.Path())
	return s.Run(one(trace.Record{At: s.Last, What: stop}))
}
