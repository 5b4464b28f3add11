package scan

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// steady is how long a part must be without fault before it counts as well
// again: a loose plug would fill the log otherwise.
const steady = time.Second

// source is the part that watches: each clears only its own faults.
type source uint8

const (
	fromBuses source = iota
	fromMonitor
	fromClock
)

// Faults is what is wrong with a board's sensing now. The zero value is ready;
// All is for any goroutine.
type Faults struct {
	mu     sync.Mutex
	all    []*noted
	notify func(f Fault, over bool)
}

type noted struct {
	Fault
	from source
	seen bool          // in the round under way
	well bool          // no longer seen, and not yet for long
	at   time.Duration // since when it is well, or when notify was called last
}

// Notify sets the function to call once whenever a fault begins, changes, or ends,
// from the goroutine that found it. It must not call back.
func (t *Faults) Notify(tell func(f Fault, over bool)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notify = tell
}

// All returns what is wrong now, oldest first.
func (t *Faults) All() []Fault {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Fault, len(t.all))
	for i, one := range t.all {
		list[i] = one.Fault
	}
	slices.SortStableFunc(list, func(a, b Fault) int { return cmp.Compare(a.Since, b.Since) })
	return list
}

// none reports whether a source has no faults noted.
func (t *Faults) none(from source) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !slices.ContainsFunc(t.all, func(one *noted) bool { return one.from == from })
}

// begin begins a round of a source: what is not noted until end is over.
func (t *Faults) begin(from source) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.all {
		if one.from == from {
			one.seen = false
		}
	}
}

// note says that something is wrong now.
func (t *Faults) note(from source, at time.Duration, now Fault) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.all {
		if one.from != from || one.Kind != now.Kind || one.Part != now.Part {
			continue
		}
		one.seen, one.well = true, false
		now.Since = one.Since
		if one.Fault != now && at-one.at >= steady {
			one.at = at
			if one.Fault = now; now.Kind != GhostSquares { // rectangles change with every move
				t.tell(one.Fault, false)
			}
		}
		return
	}
	now.Since = at
	t.all = append(t.all, &noted{Fault: now, from: from, seen: true, at: at})
	t.tell(now, false)
}

// end ends a round.
func (t *Faults) end(from source, at time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = slices.DeleteFunc(t.all, func(one *noted) bool {
		if one.from != from || one.seen {
			return false
		}
		if !one.well {
			one.well, one.at = true, at
			return false
		}
		if at-one.at < steady {
			return false
		}
		t.tell(one.Fault, true)
		return true
	})
}

func (t *Faults) tell(f Fault, over bool) {
	if t.notify != nil {
		t.notify(f, over)
	}
}
