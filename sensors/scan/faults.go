package scan

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// steady is how long a part must be without a fault before the fault is over.
// Otherwise a loose plug would fill the log.
const steady = time.Second

// source is the part of the program that found a fault. Each source clears only its
// own faults.
type source uint8

const (
	fromBuses source = iota
	fromMonitor
	fromClock
)

// Faults holds the present faults of a board's sensing. The zero value is ready to
// use. All may be called from any goroutine.
type Faults struct {
	mu     sync.Mutex
	all    []*noted
	notify func(f Fault, over bool)
}

type noted struct {
	Fault
	from source
	seen bool          // in the current round
	well bool          // since when it has been well, or when it last changed
	at   time.Duration // when it was last seen, or last changed
}

// Notify sets the function that is called once when a fault begins, changes or
// ends, from the goroutine that found it. The function must not call back.
func (t *Faults) Notify(report func(f Fault, over bool)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notify = report
}

// All returns the present faults, oldest first.
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

// none reports whether there are no faults from a source.
func (t *Faults) none(from source) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !slices.ContainsFunc(t.all, func(one *noted) bool { return one.from == from })
}

// begin begins a round of a source. A fault that is not noted before end may be
// over.
func (t *Faults) begin(from source) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.all {
		if one.from == from {
			one.seen = false
		}
	}
}

// note records that a fault is present.
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
			if one.Fault = now; now.Kind != GhostSquares { // rectangles change with every move: do not report each change
				t.report(one.Fault, false)
			}
		}
		return
	}
	now.Since = at
	t.all = append(t.all, &noted{Fault: now, from: from, seen: true, at: at})
	t.report(now, false)
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
		t.report(one.Fault, true)
		return true
	})
}

func (t *Faults) report(f Fault, over bool) {
	if t.notify != nil {
		t.notify(f, over)
	}
}
