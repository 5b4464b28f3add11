package clock

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// Ledger is every act of one game's clock, and the Clock that results from them. An act may later
// turn out to mean something else, when it is known whether a press completed a move or that the
// game was already over; then everything after it is recomputed. Make one with NewLedger. It must
// not be used by several goroutines at once.
type Ledger struct {
	first Clock
	now   Clock
	acts  []Act
	said  []Signal
}

// NewLedger returns the ledger of a clock that is set for these controls.
func NewLedger(controls [2]Control, o Options, at time.Duration) *Ledger {
	c := New(controls, o)
	c.at = at
	return &Ledger{first: c, now: c}
}

// Clone returns a ledger that changes independently.
func (l *Ledger) Clone() *Ledger {
	return &Ledger{first: l.first, now: l.now, acts: slices.Clone(l.acts)}
}

// Now returns the current clock.
func (l *Ledger) Now() Clock { return l.now }

// At returns the clock at a moment from now on, if nothing else is done.
func (l *Ledger) At(at time.Duration) Clock {
	c := l.now
	c.advance(at, func(Signal) {})
	return c
}

// Phase returns the phase of the clock.
func (l *Ledger) Phase() Phase { return l.now.phase }

// Due returns when the clock will report something if nothing else is done before; false when it
// will not.
func (l *Ledger) Due() (time.Duration, bool) { return l.now.Due() }

// Signals returns what is to be reported since the last call. The slice is valid until the next
// call of another method.
func (l *Ledger) Signals() []Signal {
	s := l.said
	l.said = l.said[:0]
	return s
}

func (l *Ledger) emit(s Signal) { l.said = append(l.said, s) }

// Advance lets time run up to the moment at. An earlier moment changes nothing.
func (l *Ledger) Advance(at time.Duration) {
	if at > l.now.at {
		l.now.advance(at, l.emit)
	}
}

// Apply carries out an act. Its moment must not be before that of the latest Advance.
func (l *Ledger) Apply(a Act) {
	l.Advance(a.At)
	a.At = l.now.at
	l.acts = append(l.acts, a)
	l.now.apply(&a, l.emit)
}

// Completed records that the move of this ply is completed by its player's press at that moment. If
// there is no such press, the move is counted without one. A press completes one move: if it was
// reported for another ply before, that ply is returned, otherwise 0.
func (l *Ledger) Completed(ply int, by rules.Color, pressed time.Duration) (instead int) {
	var changed bool
	found := false
	for i := len(l.acts) - 1; i >= 0; i-- {
		a := &l.acts[i]
		if a.By != by || a.Do != Press && a.Do != Count {
			continue
		}
		switch {
		case a.Do == Press && a.At == pressed && !found:
			found = true
			changed = changed || a.Void || a.Ply == 0
			if a.Ply != ply {
				instead = a.Ply
			}
			a.Ply, a.Void = ply, false
		case a.Ply == ply && a.Do == Press:
			changed = changed || !a.Void
			a.Ply, a.Void = 0, true
		case a.Ply == ply:
			changed = true
			a.Void = true
		}
	}
	l.acts = slices.DeleteFunc(l.acts, func(a Act) bool { return a.Do == Count && a.Void })
	if changed {
		l.reckon()
	}
	if !found {
		l.Apply(Act{At: l.now.at, Do: Count, By: by, Ply: ply})
		return instead
	}
	l.emit(Signal{At: l.now.at, Kind: Completed, By: by, Ply: ply})
	return instead
}

// Uncompleted records that a player's press at that moment completed no move, or none that counts,
// unless a move was found for it: no bonus is due. The clock itself still follows its lever, so the
// other player's time has run since.
func (l *Ledger) Uncompleted(by rules.Color, pressed time.Duration) {
	for i := len(l.acts) - 1; i >= 0; i-- {
		if a := &l.acts[i]; a.Do == Press && a.By == by && a.At == pressed {
			if !a.Void && a.Ply == 0 { // otherwise the move it belongs to has been found
				a.Void = true
				l.reckon()
				l.emit(Signal{At: l.now.at, Kind: Uncompleted, By: by})
			}
			return
		}
	}
}

// Retracted records that the move of this ply and those after it were not made: it is again unknown
// what their presses completed.
func (l *Ledger) Retracted(ply int) {
	counted := len(l.acts)
	l.acts = slices.DeleteFunc(l.acts, func(a Act) bool { return a.Do == Count && a.Ply >= ply })
	for i := range l.acts {
		if l.acts[i].Ply >= ply {
			l.acts[i].Ply = 0
		}
	}
	if len(l.acts) != counted {
		l.reckon()
	}
}

// Ended records that the game was over at a moment that may lie in the past: the times are those of
// that moment, and later presses and flags have no effect.
func (l *Ledger) Ended(at time.Duration, why string) {
	if at >= l.now.at {
		l.Apply(Act{At: at, Do: Stop, Why: why})
		return
	}
	i, _ := slices.BinarySearchFunc(l.acts, at+1, func(a Act, t time.Duration) int { return cmp.Compare(a.At, t) })
	l.acts = slices.Insert(l.acts, i, Act{At: max(at, l.first.at), Do: Stop, Why: why})
	l.reckon()
	l.emit(Signal{At: l.now.at, Kind: Stopped, Why: why})
}

// Resume takes back the latest end: the game was not over, and the times have run on as if it had
// never ended.
func (l *Ledger) Resume() {
	for i := len(l.acts) - 1; i >= 0; i-- {
		if l.acts[i].Do == Stop {
			l.acts = slices.Delete(l.acts, i, i+1)
			l.reckon()
			l.emit(Signal{At: l.now.at, Kind: Reopened})
			return
		}
	}
}

// reckon applies all acts again. It reports flags that have fallen, or have not fallen after all,
// as a result.
func (l *Ledger) reckon() {
	c := l.first
	quiet := func(Signal) {}
	for i := range l.acts {
		c.advance(l.acts[i].At, quiet)
		c.apply(&l.acts[i], quiet)
	}
	c.advance(l.now.at, quiet)
	was := l.now
	l.now = c
	for i := range c.sides {
		by := rules.Color(i)
		switch {
		case c.sides[i].flag && !was.sides[i].flag:
			first, _ := c.First()
			l.emit(Signal{At: c.at, Kind: FlagFell, By: by, First: first == by})
		case !c.sides[i].flag && was.sides[i].flag:
			l.emit(Signal{At: c.at, Kind: FlagRaised, By: by})
		}
	}
}

// Times returns what both halves showed just after the press that completed the move of this ply,
// and false when there was none.
func (l *Ledger) Times(ply int) (shown [2]time.Duration, ok bool) {
	c := l.first
	quiet := func(Signal) {}
	for i := range l.acts {
		c.advance(l.acts[i].At, quiet)
		c.apply(&l.acts[i], quiet)
		if a := &l.acts[i]; a.Ply == ply && a.Do == Press && !a.Void {
			if a.showed != nil {
				return *a.showed, true
			}
			return [2]time.Duration{c.Left(rules.White), c.Left(rules.Black)}, true
		}
	}
	return shown, false
}

// Showed records what both halves showed just after the press that completed the move of this ply: it was pressed on a
// clock that was set to other times since.
func (l *Ledger) Showed(ply int, shown [2]time.Duration) {
	for i := range l.acts {
		if a := &l.acts[i]; a.Ply == ply && a.Do == Press && !a.Void {
			a.showed = &shown
			return
		}
	}
}

// Started returns what both halves showed when the clock was first started, and false when
// it has not been.
func (l *Ledger) Started() (shown [2]time.Duration, ok bool) {
	c := l.first
	quiet := func(Signal) {}
	for i := range l.acts {
		c.advance(l.acts[i].At, quiet)
		c.apply(&l.acts[i], quiet)
		if c.phase != Idle && c.phase != Set {
			return [2]time.Duration{c.Left(rules.White), c.Left(rules.Black)}, true
		}
	}
	return shown, false
}
