package eventlog

import (
	"time"

	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// reading is the board as the records so far have it.
type reading struct {
	board sensors.Scan
	known bool          // there was a scan
	since time.Duration // since when the board shows this
	told  bool          // the last record was more than a reading of what was read before
}

// take takes a record. All tell something but a reading of what was read before:
// such a scan is a tick, and when it decides nothing it need not be kept, since
// the next record lets fall due whatever it would have.
func (s *reading) take(at time.Duration, what trace.What) {
	s.told = true
	switch w := what.(type) {
	case trace.Scan:
		if s.told = !s.known || s.board != w.Board; s.told {
			s.board, s.known, s.since = w.Board, true, at
		}
	case trace.Change:
		if s.told = s.board[w.Square] != w.Is; s.told {
			s.board[w.Square], s.since = w.Is, at
		}
	}
}
