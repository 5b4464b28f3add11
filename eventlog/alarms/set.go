package alarms

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"

	"touchmove/internal/refusal"
	"touchmove/sensors/trace"
)

// again is how long an alarm must have been clear before the same cause rings again.
const again = time.Minute

// trigger is the cause of an alarm, present or past.
type trigger struct {
	alarm   Alarm
	holds   bool
	due     time.Duration // when it rings, while it holds
	rings   bool
	cleared time.Duration // when it was cleared
	rung    bool          // it has rung before
}

// Set holds alarms by their causes. Make it with NewSet. It is for one goroutine.
type Set struct {
	fast     bool
	now      time.Duration
	triggers []trigger
	changed  bool
}

// NewSet returns a set in which nothing rings. In rapid and blitz some delays are shorter.
func NewSet(mode trace.Mode) *Set { return &Set{fast: mode != trace.StandardPlay} }

func (s *Set) find(id ID, cause string) *trigger {
	for i := range s.triggers {
		if t := &s.triggers[i]; t.alarm.ID == id && t.alarm.Cause == cause {
			return t
		}
	}
	return nil
}

// hold is how long a cause must hold before its alarm rings.
func (s *Set) hold(id ID) time.Duration {
	k := rowOf(id)
	if s.fast && k.fast > 0 {
		return k.fast
	}
	return k.hold
}

// Raise reports that the cause of an alarm holds from this time on. If it holds already
// it keeps its starting time, and only its details change.
func (s *Set) Raise(a Alarm, at time.Duration) { s.raiseAfter(a, at, s.hold(a.ID)) }

// RaiseNow is Raise for a cause that rings at once.
func (s *Set) RaiseNow(a Alarm, at time.Duration) { s.raiseAfter(a, at, 0) }

func (s *Set) raiseAfter(a Alarm, at time.Duration, hold time.Duration) {
	s.Advance(at)
	t := s.find(a.ID, a.Cause)
	if t == nil {
		s.triggers = slices.DeleteFunc(s.triggers, func(t trigger) bool { // drops those that no longer matter
			return !t.holds && (!t.rung || t.cleared+again <= at)
		})
		s.triggers = append(s.triggers, trigger{alarm: Alarm{ID: a.ID, Cause: a.Cause}})
		t = &s.triggers[len(s.triggers)-1]
	}
	was := t.alarm
	t.alarm = a
	t.alarm.Urgent = rowOf(a.ID).urgent
	due := at + hold
	if t.rung {
		due = max(due, t.cleared+again)
	}
	if t.holds {
		t.alarm.Since, t.alarm.Rang = was.Since, was.Rang
		t.alarm.Seen, t.alarm.SeenAt, t.alarm.SeenBy = was.Seen, was.SeenAt, was.SeenBy
		t.due = min(t.due, due)
		s.changed = s.changed || t.rings && !reflect.DeepEqual(was, t.alarm)
	} else {
		t.alarm.Since, t.holds, t.due = at, true, due
	}
	s.Advance(at)
}

// Clear reports that the cause has ended.
func (s *Set) Clear(id ID, cause string, at time.Duration) {
	s.Advance(at)
	if t := s.find(id, cause); t != nil && t.holds {
		t.holds, t.cleared = false, at
		t.alarm.Seen, t.alarm.SeenAt, t.alarm.SeenBy = false, 0, ""
		if t.rings {
			t.rings, s.changed = false, true
		}
	}
}

// ClearAll clears every cause of these alarms, or of all alarms if none is named.
func (s *Set) ClearAll(at time.Duration, ids ...ID) {
	for i := range s.triggers {
		if a := s.triggers[i].alarm; len(ids) == 0 || slices.Contains(ids, a.ID) {
			s.Clear(a.ID, a.Cause, at)
		}
	}
}

// Check returns why an acknowledgement would have no effect: no alarm with this id
// rings, or none for this cause. An empty cause means every cause.
func (s *Set) Check(id ID, cause string, at time.Duration) error {
	s.Advance(at)
	var rings []string
	for _, a := range s.Ringing() {
		if a.ID == id && (cause == "" || a.Cause == cause) {
			return nil
		}
		word := string(a.ID)
		if a.Cause != "" {
			word += fmt.Sprintf(" (%s)", a.Cause)
		}
		rings = append(rings, word)
	}
	if len(rings) == 0 {
		return refusal.New("rings-nothing", "acknowledge: {alarm} is not active, nor is any other alarm", "alarm", id)
	}
	return refusal.New("rings-not", "acknowledge: {alarm} is not active for that cause; active now: {alarms}", "alarm", id, "alarms", rings)
}

// Acknowledge records that an arbiter has seen the alarms with this id, for one cause
// or, if it is empty, for all. They stay until their causes end, and do not ring again
// meanwhile; the first arbiter to acknowledge is remembered. An alarm that only asks for
// a look is cleared.
func (s *Set) Acknowledge(id ID, cause, by string, at time.Duration) {
	s.Advance(at)
	for i := range s.triggers {
		t := &s.triggers[i]
		if a := &t.alarm; t.rings && a.ID == id && (cause == "" || a.Cause == cause) && !a.Seen {
			a.Seen, a.SeenAt, a.SeenBy = true, at, by
			s.changed = true
			if rowOf(id).look {
				s.Clear(id, a.Cause, at)
			}
		}
	}
}

// Afresh forgets that the alarms that of selects have rung before, because a person has
// decided and no sensor flickers. They ring again, without the minute of pause, as soon as
// their causes have held for their time.
func (s *Set) Afresh(at time.Duration, of func(Alarm) bool) {
	for i := range s.triggers {
		t := &s.triggers[i]
		if t.rings || !t.rung || !of(t.alarm) {
			continue
		}
		t.rung = false
		if t.holds {
			t.due = min(t.due, t.alarm.Since+s.hold(t.alarm.ID))
		}
	}
	s.Advance(at)
}

// Forget clears and forgets everything except the alarms to keep: another game has
// begun.
func (s *Set) Forget(at time.Duration, keep ...ID) {
	s.Advance(at)
	kept := s.triggers[:0]
	for _, t := range s.triggers {
		if slices.Contains(keep, t.alarm.ID) {
			kept = append(kept, t)
		} else if t.rings {
			s.changed = true
		}
	}
	s.triggers = kept
}

// Due returns when the next alarm begins to ring if nothing changes, and false if none
// is waiting.
func (s *Set) Due() (due time.Duration, ok bool) {
	for i := range s.triggers {
		if t := &s.triggers[i]; t.holds && !t.rings && (!ok || t.due < due) {
			due, ok = t.due, true
		}
	}
	return due, ok
}

// Advance lets time pass.
func (s *Set) Advance(at time.Duration) {
	s.now = max(s.now, at)
	for i := range s.triggers {
		if t := &s.triggers[i]; t.holds && !t.rings && t.due <= s.now {
			t.rings, t.rung, t.alarm.Rang, s.changed = true, true, t.due, true
		}
	}
}

// Ringing lists the alarms that ring, urgent ones first, then by the time at which they
// began.
func (s *Set) Ringing() []Alarm {
	var list []Alarm
	for _, t := range s.triggers {
		if t.rings {
			list = append(list, t.alarm)
		}
	}
	slices.SortStableFunc(list, func(x, y Alarm) int {
		if x.Urgent != y.Urgent {
			if x.Urgent {
				return -1
			}
			return 1
		}
		return cmp.Compare(x.Rang, y.Rang)
	})
	return list
}

// Changed reports whether the ringing alarms, or their details, have changed since the
// last call.
func (s *Set) Changed() bool {
	c := s.changed
	s.changed = false
	return c
}
