package broadcast

import (
	"time"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// shownClock is the chess clock as everybody may see it, and when that was told.
type shownClock struct {
	times reconcile.Times
	known bool
	seq   uint64
	at    time.Duration // since when the times are as they stand
	time  time.Time     // the same moment, UTC
}

// pressedClock is what both halves showed just after the press that completed a
// half-move.
type pressedClock struct {
	ply  int
	left [2]time.Duration
}

// openClock says whether a change of the clock is for everybody. What a player
// pressed in vain is for the arbiter (2018: 12.6).
func openClock(e reconcile.ClockTold) bool {
	switch e.Change {
	case chessclock.PressByOther.String(), chessclock.PressIgnored.String(), chessclock.Disagrees.String(), chessclock.Agrees.String(), chessclock.Completed.String():
		return false
	}
	return true
}

// takeClock adds an event of the clock.
func (s *Score) takeClock(t Told, e reconcile.ClockTold) {
	if e.Change == chessclock.Completed.String() && !e.AtPress {
		s.forgetOne(e.Ply)
	}
	if e.Change == chessclock.Completed.String() && e.AtPress {
		s.pressed = append(s.pressed[:len(s.pressed):len(s.pressed)], pressedClock{e.Ply, e.Pressed})
	}
	if openClock(e) {
		since := t.At - e.At // the times told are those of a moment a little before
		s.clock = shownClock{times: e.Times, known: true, seq: t.Seq, at: e.At, time: t.Time.Add(-since)}
	}
}

// after returns what the clock showed after the press for a half-move.
func (s *Score) after(ply int) (left [2]time.Duration, ok bool) {
	for i := len(s.pressed) - 1; i >= 0; i-- {
		if s.pressed[i].ply == ply {
			return s.pressed[i].left, true
		}
	}
	return left, false
}

// forget drops the presses of half-moves that were not made.
func (s *Score) forget(from int) {
	var kept []pressedClock
	for _, p := range s.pressed {
		if p.ply < from {
			kept = append(kept, p)
		}
	}
	s.pressed = kept
}

// forgetOne drops the press that was thought to be for a half-move.
func (s *Score) forgetOne(ply int) {
	var kept []pressedClock
	for _, p := range s.pressed {
		if p.ply != ply {
			kept = append(kept, p)
		}
	}
	s.pressed = kept
}

// perPlayer is a number of each player.
type perPlayer struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// clocks is the clock in a payload.
type clocks struct {
	WhiteMS     *int64     `json:"white_ms"`
	BlackMS     *int64     `json:"black_ms"`
	Runs        string     `json:"runs"`
	AtMS        int64      `json:"at_ms"`
	At          string     `json:"at"`
	DelayLeftMS *int64     `json:"delay_left_ms"`
	Phase       string     `json:"phase"`
	Period      *perPlayer `json:"period"`
	MovesDone   *perPlayer `json:"moves_done"`
	Flag        *string    `json:"flag"`
}

func (c *shownClock) payload() *clocks {
	if !c.known {
		return nil
	}
	t := c.times
	ms := func(d time.Duration) *int64 { n := d.Milliseconds(); return &n }
	p := &clocks{
		WhiteMS: ms(t.Left[rules.White]), BlackMS: ms(t.Left[rules.Black]), Runs: t.Running(),
		AtMS: c.at.Milliseconds(), At: utc(c.time), Phase: t.Phase.String(),
		Period:    &perPlayer{t.Period[rules.White], t.Period[rules.Black]},
		MovesDone: &perPlayer{t.Moves[rules.White], t.Moves[rules.Black]},
	}
	if t.Phase == chessclock.Running && t.Delay[t.Runs] > 0 {
		p.DelayLeftMS = ms(t.Delay[t.Runs])
	}
	if t.Flag != [2]bool{} {
		word := t.First.String()
		if t.Flag == [2]bool{true, true} {
			word = "both"
		}
		p.Flag = &word
	}
	return p
}

// clockPayload is the message on the topic clock. Where no clock is known its
// times are null.
func (s *Score) clockPayload() []byte {
	c := s.clock.payload()
	if c == nil {
		c = &clocks{Runs: "none", AtMS: s.openedAt.Milliseconds(), At: utc(s.openedTime), Phase: chessclock.Idle.String()}
	}
	return encode(struct {
		order
		clocks
	}{order{Version, s.Game, max(s.clock.seq, s.openedSeq)}, *c})
}

// running says whether somebody's time runs, so that the topic clock is worth
// repeating: it is sent without acknowledgement.
func (s *Score) running() bool {
	return s.clock.known && s.clock.times.Phase == chessclock.Running
}
