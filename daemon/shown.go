package daemon

import (
	"time"

	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// shown is the board as the records so far have it.
type shown struct {
	board sensors.Scan
	known bool          // there was a scan
	since time.Duration // since when the board shows this
}

// tells takes a record and says whether it tells anything: all do but a reading
// of what was read before. Such a scan is a tick; one that decides nothing need
// not be kept, since the next record lets fall due whatever it would have.
func (s *shown) tells(r trace.Record) bool {
	switch w := r.What.(type) {
	case trace.Scan:
		if s.known && s.board == w.Board {
			return false
		}
		s.board, s.known, s.since = w.Board, true, r.At
	case trace.Change:
		if s.board[w.Square] == w.Is {
			return false
		}
		s.board[w.Square], s.since = w.Is, r.At
	}
	return true
}
