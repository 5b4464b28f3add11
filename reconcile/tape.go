package reconcile

import (
	"slices"

	"touchmove/sensors/trace"
)

// tape is the records and events since the oldest fork.
type tape struct {
	running bool
	oldest  mark // of the first fork
	records []taped
	events  []Event
	before  [2]int // how many entries of records and events were dropped
}

// mark is a moment on the tape, and what all readings until then have cost.
type mark struct {
	at   [2]int
	work int // see Game.work
}

// taped is a record, and the number of the action that it became; 0 if it became none.
type taped struct {
	record trace.Record
	action int
}

// What an undo takes again at most. A unit of work is about a nanosecond on a fast core and 20 on a Raspberry Pi Zero,
// which is then done before an operator is told that scans are late (docs/operations.md).
const (
	tapeMost         = 3000 // records, most of which change nothing
	workMost         = 60_000_000
	workOfComparison = 200 // of an explanation with a reading, by the decoder
)

func (t *tape) addRecord(r trace.Record, action int) {
	if t.running {
		t.records = append(t.records, taped{r, action})
	}
}

func (t *tape) addEvent(e Event) {
	if t.running {
		t.events = append(t.events, e)
	}
}

// at returns where the tape is now.
func (t *tape) at() [2]int {
	return [2]int{t.before[0] + len(t.records), t.before[1] + len(t.events)}
}

// since returns what is on the tape from there on.
func (t *tape) since(at [2]int) ([]taped, []Event) {
	return t.records[at[0]-t.before[0]:], t.events[at[1]-t.before[1]:]
}

// cut drops what is on the tape before that.
func (t *tape) cut(at [2]int) {
	t.records, t.events = slices.Delete(t.records, 0, at[0]-t.before[0]), slices.Delete(t.events, 0, at[1]-t.before[1])
	t.before = at
}
