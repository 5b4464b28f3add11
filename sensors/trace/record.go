package trace

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Record is one line of a trace after the header: something that happened at one
// moment. At is the time since the beginning of the trace, in whole microseconds,
// and never decreases from one record to the next.
type Record struct {
	At   time.Duration
	What What
}

// What is the content of a record: a Scan, a Change, a Press, a Command or an End.
// All five are comparable with ==.
type What interface{ what() }

// Scan is a complete raw reading of the board, before any debouncing.
type Scan struct{ Board sensors.Scan }

// Change is a new raw reading of one square.
type Change struct {
	Square rules.Square
	Is     sensors.State
}

// Press is a press of the chess clock by one player: their own time stops and
// the opponent's runs.
type Press struct{ By rules.Color }

// End closes a recording: pending deadlines expire, and the game is decided as it
// stands. In a trace without it (after a power cut, from a live board), nothing is
// decided after the last record.
type End struct{}

func (Scan) what()    {}
func (Change) what()  {}
func (Press) what()   {}
func (Command) what() {}
func (End) what()     {}
