package eventlog

import (
	"time"

	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// reading is the latest reading of the board in the records.
type reading struct {
	board  sensors.Scan
	known  bool          // there has been a scan
	since  time.Duration // when the board began to show this
	isNews bool          // the last record was more than a repeated reading
}

// apply takes a record. A scan that repeats the reading before it is a tick: time has
// passed. If it decides nothing it need not be kept, since the next record makes the
// same deadlines pass.
func (s *reading) apply(at time.Duration, what trace.What) {
	s.isNews = true
	switch w := what.(type) {
	case trace.Scan:
		if s.isNews = !s.known || s.board != w.Board; s.isNews {
			s.board, s.known, s.since = w.Board, true, at
		}
	case trace.Change:
		if s.isNews = s.board[w.Square] != w.Is; s.isNews {
			s.board[w.Square], s.since = w.Is, at
		}
	}
}
