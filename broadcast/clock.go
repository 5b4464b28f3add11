package broadcast

import (
	"time"

	"touchmove/eventlog"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// perPlayer has a number for each player.
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

func clocksOf(c eventlog.Clock) *clocks {
	if !c.Known {
		return nil
	}
	t := c.Times
	ms := func(d time.Duration) *int64 { n := d.Milliseconds(); return &n }
	p := &clocks{
		WhiteMS: ms(t.Left[rules.White]), BlackMS: ms(t.Left[rules.Black]), Runs: t.Running(),
		AtMS: c.At.Milliseconds(), At: utc(c.Time), Phase: t.Phase.String(),
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

// clockPayload returns the message on the topic clock. The times are null if no clock is
// known.
func clockPayload(s *eventlog.State) []byte {
	c := clocksOf(s.Clock)
	since := s.Changed.Opened
	if s.Clock.Seq > since.Seq {
		since = s.Clock.Mark
	}
	if c == nil {
		c = &clocks{Runs: "none", AtMS: since.At.Milliseconds(), At: utc(since.Time), Phase: chessclock.Idle.String()}
	}
	return encode(struct {
		order
		clocks
	}{order{Version, s.Game, since.Seq}, *c})
}
