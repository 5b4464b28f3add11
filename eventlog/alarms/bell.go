package alarms

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"

	"touchmove/internal/refusal"
	"touchmove/rules"
)

// Alarm is one that rings.
type Alarm struct {
	ID      ID
	Cause   string // tells one from another of the same id: a half-move, a player
	Urgent  bool   // sound, and the board on top
	Since   time.Duration
	Rang    time.Duration // when it began to ring
	Player  rules.Color
	Name    string // the player's, if known
	Why     string // a reason, a rule, what is claimed
	Result  string
	Ply     int
	SAN     string
	Squares []string
	Count   int           // of illegal moves
	Moves   int           // completed
	Needed  int           // by the end of the period; 0: all
	Span    time.Duration // ClockDisagrees: by how much; DefaultNear: when the player loses
	Seen    bool          // an arbiter has acknowledged it: it sounds no more, and stays until its cause ends
	SeenAt  time.Duration
	SeenBy  string // who did, if known
}

// again is how long an alarm must have been clear to ring once more for the same
// cause.
const again = time.Minute

// trigger is a cause that holds, or has held.
type trigger struct {
	alarm   Alarm
	holds   bool
	due     time.Duration // when it rings, while it holds
	rings   bool
	cleared time.Duration // since when it has been clear
	rung    bool          // it has rung before
}

// Bell keeps alarms by their causes. Make it with NewBell. It is for one goroutine.
type Bell struct {
	fast     bool
	now      time.Duration
	triggers []trigger
	changed  bool
}

// NewBell returns a bell at which nothing rings. fast says that the game is rapid or
// blitz, where some times are shorter.
func NewBell(fast bool) *Bell { return &Bell{fast: fast} }

func (b *Bell) find(id ID, cause string) *trigger {
	for i := range b.triggers {
		if t := &b.triggers[i]; t.alarm.ID == id && t.alarm.Cause == cause {
			return t
		}
	}
	return nil
}

// hold is how long a trigger must hold.
func (b *Bell) hold(id ID) time.Duration {
	k := kindOf(id)
	if b.fast && k.fast > 0 {
		return k.fast
	}
	return k.hold
}

// Set says that the cause of an alarm holds from the moment at on. What is there
// already keeps the time since which it is there; what it says may change.
func (b *Bell) Set(a Alarm, at time.Duration) { b.setAfter(a, at, b.hold(a.ID)) }

// SetNow is Set for a cause that needs not hold for any time.
func (b *Bell) SetNow(a Alarm, at time.Duration) { b.setAfter(a, at, 0) }

func (b *Bell) setAfter(a Alarm, at time.Duration, hold time.Duration) {
	b.Advance(at)
	t := b.find(a.ID, a.Cause)
	if t == nil {
		b.triggers = slices.DeleteFunc(b.triggers, func(t trigger) bool { // what makes no difference any more
			return !t.holds && (!t.rung || t.cleared+again <= at)
		})
		b.triggers = append(b.triggers, trigger{alarm: Alarm{ID: a.ID, Cause: a.Cause}})
		t = &b.triggers[len(b.triggers)-1]
	}
	was := t.alarm
	t.alarm = a
	t.alarm.Urgent = kindOf(a.ID).urgent
	due := at + hold
	if t.rung {
		due = max(due, t.cleared+again)
	}
	if t.holds {
		t.alarm.Since, t.alarm.Rang = was.Since, was.Rang
		t.alarm.Seen, t.alarm.SeenAt, t.alarm.SeenBy = was.Seen, was.SeenAt, was.SeenBy
		t.due = min(t.due, due)
		b.changed = b.changed || t.rings && !reflect.DeepEqual(was, t.alarm)
	} else {
		t.alarm.Since, t.holds, t.due = at, true, due
	}
	b.Advance(at)
}

// Clear says that the cause is no more.
func (b *Bell) Clear(id ID, cause string, at time.Duration) {
	b.Advance(at)
	if t := b.find(id, cause); t != nil && t.holds {
		t.holds, t.cleared = false, at
		t.alarm.Seen, t.alarm.SeenAt, t.alarm.SeenBy = false, 0, ""
		if t.rings {
			t.rings, b.changed = false, true
		}
	}
}

// ClearAll clears every cause of these alarms, or of all when none is named.
func (b *Bell) ClearAll(at time.Duration, ids ...ID) {
	for i := range b.triggers {
		if a := b.triggers[i].alarm; len(ids) == 0 || slices.Contains(ids, a.ID) {
			b.Clear(a.ID, a.Cause, at)
		}
	}
}

// Check says why an acknowledgement would mean nothing: no alarm of that name
// rings, or none for that cause. An empty cause stands for every cause.
func (b *Bell) Check(id ID, cause string, at time.Duration) error {
	b.Advance(at)
	var rings []string
	for _, a := range b.Ringing() {
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
		return refusal.New("rings-nothing", "acknowledge: {alarm} does not ring, and nothing else does", "alarm", id)
	}
	return refusal.New("rings-not", "acknowledge: {alarm} does not ring for that cause: there are {alarms}", "alarm", id, "alarms", rings)
}

// Acknowledge says that an arbiter has seen the alarms of that name, for one cause
// or, when it is empty, for all. They stay until their causes end, and do not ring
// meanwhile; who acknowledged first stays. An alarm that asks for nothing but a look
// is answered by it and goes.
func (b *Bell) Acknowledge(id ID, cause, by string, at time.Duration) {
	b.Advance(at)
	for i := range b.triggers {
		t := &b.triggers[i]
		if a := &t.alarm; t.rings && a.ID == id && (cause == "" || a.Cause == cause) && !a.Seen {
			a.Seen, a.SeenAt, a.SeenBy = true, at, by
			b.changed = true
			if kindOf(id).look {
				b.Clear(id, a.Cause, at)
			}
		}
	}
}

// Forget clears and forgets everything: another game has begun.
func (b *Bell) Forget(at time.Duration, keep ...ID) {
	b.Advance(at)
	kept := b.triggers[:0]
	for _, t := range b.triggers {
		if slices.Contains(keep, t.alarm.ID) {
			kept = append(kept, t)
		} else if t.rings {
			b.changed = true
		}
	}
	b.triggers = kept
}

// Due returns when the next alarm begins to ring if nothing changes, and false when
// none waits.
func (b *Bell) Due() (due time.Duration, ok bool) {
	for i := range b.triggers {
		if t := &b.triggers[i]; t.holds && !t.rings && (!ok || t.due < due) {
			due, ok = t.due, true
		}
	}
	return due, ok
}

// Advance lets time pass.
func (b *Bell) Advance(at time.Duration) {
	b.now = max(b.now, at)
	for i := range b.triggers {
		if t := &b.triggers[i]; t.holds && !t.rings && t.due <= b.now {
			t.rings, t.rung, t.alarm.Rang, b.changed = true, true, t.due, true
		}
	}
}

// Ringing lists the alarms that ring: urgent ones first, then in the order in which
// they began.
func (b *Bell) Ringing() []Alarm {
	var list []Alarm
	for _, t := range b.triggers {
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

// Changed says whether what rings, or what it says, has changed since the last call.
func (b *Bell) Changed() bool {
	c := b.changed
	b.changed = false
	return c
}
