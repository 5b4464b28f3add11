package trace

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Record is one line of a trace after the header: something that happened at
// one moment. At counts from the beginning of the trace, in whole microseconds,
// and never decreases from one record to the next.
type Record struct {
	At   time.Duration
	What What
}

// What is the content of a record: a Scan, a Change, a Press, a Command or an End.
// All five are comparable, so two records are the same when == says so.
type What interface{ what() }

// Scan is a whole reading of the board, raw, before any debouncing.
type Scan struct{ Board sensors.Scan }

// Change is a new raw reading of one square.
type Change struct {
	Square rules.Square
	Is     sensors.State
}

// Press is a press of the chess clock by one player: their own time stops and
// the opponent's runs.
type Press struct{ By rules.Color }

// End closes a recording: pending deadlines run out and the game is settled as
// it stands. A trace without it (a power cut, a live board) decides nothing
// beyond its last record.
type End struct{}

func (Scan) what()    {}
func (Change) what()  {}
func (Press) what()   {}
func (Command) what() {}
func (End) what()     {}
