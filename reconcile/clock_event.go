package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// ClockChanged is an event of the chess clock: what happened, and what it showed then.
// docs/laws.md lists the changes by name.
type ClockChanged struct {
	Change  string
	By      rules.Color      // whose press, flag, period; whose time runs now
	Ply     int              // pressed, completed: the half-move, 0 when none is known
	Ahead   bool             // flag: no other has fallen before
	Why     string           // paused, stopped, adjusted
	Off     time.Duration    // disagrees: by how much the external clock shows more
	AtPress bool             // completed: Pressed holds
	Pressed [2]time.Duration // completed: what both showed just after the press
	Moved   bool             // adjusted: Before holds
	Before  [2]time.Duration // adjusted: what it showed, by colour
	Times
}

// Times is what a clock shows at a moment.
type Times struct {
	At       time.Duration // since when the times are as told
	Left     [2]time.Duration
	Delay    [2]time.Duration // left of the delay, before the time falls; zero without one
	Phase    chessclock.Phase
	Runs     rules.Color // whose time runs, while Phase is chessclock.Running
	Period   [2]int      // from 1
	Moves    [2]int      // completed
	Needed   [2]int      // by the end of the period; 0: all the rest
	Flag     [2]bool     // fallen
	First    rules.Color // whose fell first
	External bool
	Short    [2]time.Duration // by which a player is relieved of recording: what is left, or the least of the period (8.4)
	Mode     trace.Mode       // the rate of play
	Records  bool             // the players record their moves at this rate of play
	Thirty   bool             // moves bring both thirty seconds or more, so that recording never ends (8.4)
}

func (g *Game) timesOf(c chessclock.Clock) Times {
	l := g.header.Laws
	t := Times{At: c.At(), Phase: c.Phase(), Runs: c.Turn(), External: c.External(), Thirty: c.Increments(rules.White) && c.Increments(rules.Black)}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		t.Left[by], t.Delay[by] = c.Left(by), c.Delayed(by)
		t.Period[by], t.Moves[by], t.Needed[by] = c.Period(by), c.Moves(by), c.Needed(by)
		_, t.Flag[by] = c.Flag(by)
		t.Short[by] = article4.ShortOf(l, c.Left(by), c.Least(by))
	}
	t.Mode = g.Rate().Mode
	t.Records = article4.HasToRecord(l, t.Mode)
	t.First, _ = c.First()
	return t
}

// Running returns whose time runs, as "white", "black" or "none".
func (t Times) Running() string {
	if t.Phase != chessclock.Running {
		return "none"
	}
	return t.Runs.String()
}

// Name returns "clock".
func (ClockChanged) Name() string { return "clock" }

func (o *object) clock(w ClockChanged) {
	o.text("change", w.Change)
	o.text("by", w.By.String())
	if w.Ply > 0 {
		o.whole("ply", int64(w.Ply))
	}
	if w.Change == chessclock.FlagFell.String() {
		o.truth("first", w.Ahead)
	}
	if w.Why != "" {
		o.text("why", w.Why)
	}
	if w.Off != 0 {
		o.micros("off_us", w.Off)
	}
	if w.AtPress {
		o.pair("pressed_us", w.Pressed[0].Microseconds(), w.Pressed[1].Microseconds())
	}
	if w.Moved {
		o.pair("before_us", w.Before[0].Microseconds(), w.Before[1].Microseconds())
	}
	o.pair("left_us", w.Left[0].Microseconds(), w.Left[1].Microseconds())
	if w.Delay != [2]time.Duration{} {
		o.pair("delay_us", w.Delay[0].Microseconds(), w.Delay[1].Microseconds())
	}
	o.text("phase", w.Phase.String())
	o.text("runs", w.Running())
	o.pair("period", int64(w.Period[0]), int64(w.Period[1]))
	o.pair("moves", int64(w.Moves[0]), int64(w.Moves[1]))
	o.pair("needed", int64(w.Needed[0]), int64(w.Needed[1]))
}

// pair writes an object of White's and Black's number.
func (o *object) pair(k string, white, black int64) {
	o.key(k)
	sub := object{append(o.b, '{')}
	sub.whole("white", white)
	sub.whole("black", black)
	o.b = append(sub.b, '}')
}
