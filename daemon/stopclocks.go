package daemon

import (
	"fmt"

	"touchmove/sensors/trace"
)

// stopClocks stops clocks that were running when the program ended, at the last moment
// in the journal. How long the board went unobserved is unknown, so the arbiter sets
// the times. The command has an id, so it is not taken for one of the simulated hands.
func (s *Session) stopClocks() error {
	if !s.Loop.board.Game().TimeRuns() {
		return nil
	}
	stop := trace.Command{ID: fmt.Sprintf("%s-%d", trace.WhyRestart, s.Last.Microseconds()), Do: trace.DoStopClocks, Why: trace.WhyRestart}
	s.Loop.log.Warn("a clock was running when the program ended: both clocks are stopped at the last moment in the journal until the arbiter starts them", "journal", s.Store.Journal.Path())
	return s.Loop.Run(one(trace.Record{At: s.Last, What: stop}))
}
