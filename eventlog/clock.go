package eventlog

import (
	"time"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
)

// Clock is the chess clock as the public sees it.
type Clock struct {
	Times reconcile.Times
	Known bool
	Mark  // since when these times apply

	untilMove bool // there was no press yet: the times are unknown from the first move on
}

// Running reports whether a player's time is running.
func (c *Clock) Running() bool { return c.Known && c.Times.Phase == chessclock.Running }

// pressedClock is what both sides showed just after the press that completed a
// half-move.
type pressedClock struct {
	ply  int
	left [2]time.Duration
}

// isPublicChange reports whether a change of the clock is public. A press without effect
// is for the arbiter alone (2018: 12.6).
func isPublicChange(e reconcile.ClockChanged) bool {
	switch e.Change {
	case chessclock.PressByOther.String(), chessclock.PressIgnored.String(), chessclock.Disagrees.String(), chessclock.Agrees.String(), chessclock.Completed.String():
		return false
	}
	return true
}

// takeClock adds an event of the clock.
func (s *State) takeClock(t Entry, e reconcile.ClockChanged) {
	if e.Change == chessclock.Completed.String() && !e.AtPress {
		s.forgetOne(e.Ply)
	}
	if e.Change == chessclock.Completed.String() && e.AtPress {
		s.notes.pressed = append(s.notes.pressed[:len(s.notes.pressed):len(s.notes.pressed)], pressedClock{e.Ply, e.Pressed})
	}
	if isPublicChange(e) {
		since := t.At - e.At // the times are those of the event, slightly earlier than the entry
		s.Clock = Clock{Times: e.Times, Known: true, Mark: Mark{t.Seq, e.At, t.Time.Add(-since)}}
	}
}

// after returns what the clock showed after the press for a half-move.
func (s *State) after(ply int) (left [2]time.Duration, ok bool) {
	for i := len(s.notes.pressed) - 1; i >= 0; i-- {
		if s.notes.pressed[i].ply == ply {
			return s.notes.pressed[i].left, true
		}
	}
	return left, false
}

// takeMove adds a move. Without any press the times are unknown after it.
func (c *Clock) takeMove(at Mark) {
	if c.untilMove {
		*c = Clock{Mark: at}
	}
}

// forget drops the presses of half-moves that were not made.
func (s *State) forget(from int) {
	var kept []pressedClock
	for _, p := range s.notes.pressed {
		if p.ply < from {
			kept = append(kept, p)
		}
	}
	s.notes.pressed = kept
}

// forgetOne drops the press that was attributed to this half-move by mistake.
func (s *State) forgetOne(ply int) {
	var kept []pressedClock
	for _, p := range s.notes.pressed {
		if p.ply != ply {
			kept = append(kept, p)
		}
	}
	s.notes.pressed = kept
}
