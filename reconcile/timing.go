package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// setClock sets the clock of a new game.
func (g *Game) setClock(controls [2]chessclock.Control, o chessclock.Options) {
	told, rate := controls, g.timing.rate
	if g.header.Clock == trace.ClockNone {
		controls = [2]chessclock.Control{}
	}
	g.timing = timing{
		ledger: chessclock.NewLedger(controls, o, g.now), control: told, options: o, rate: rate,
		used: g.header.Clock == trace.ClockButtons && controls[rules.White].Known(),
	}
	g.showClock()
}

// Setting returns what the clocks of a game show before its first move by its time control, also on a board
// that reports no presses; false without a control, and once a move has been made.
func (g *Game) Setting() (Times, bool) {
	p := g.Playing()
	if p.Ply > 0 || len(p.Moves) > 0 || !g.timing.control[rules.White].Known() {
		return Times{}, false
	}
	return g.timesOf(chessclock.NewLedger(g.timing.control, g.timing.options, g.now).Now()), true
}

// showClock tells the Laws whose clock runs, and the rate of play.
func (g *Game) showClock() {
	g.laws.Play(g.Rate())
	c := g.timing.ledger.Now()
	began, started := c.Began()
	runner, runs := c.Runs()
	g.laws.Clock(article4.Timekeeping{Kept: g.timing.used && c.Phase() != chessclock.Idle, Started: started, Began: began, Runs: runs, By: runner})
}

// headerClock sets the clock that the header describes, with the moves of its history.
func (g *Game) headerClock() {
	g.setClock(controlsOf(g.header.TimeControl, g.header.BlackControl, ""), chessclock.Options{})
	if n := len(g.header.History); n > 0 {
		var moves [2]int
		first := g.origin.Turn()
		moves[first], moves[first.Other()] = (n+1)/2, n/2
		g.timing.ledger.Apply(chessclock.Act{At: g.now, Do: chessclock.Adjust, Set: &chessclock.Setting{Moves: [2]*int{&moves[0], &moves[1]}}})
		g.timing.ledger.Signals()
	}
}

// clockOf reads the clock of a new-game command. If it has no time control, that of the header
// applies.
func (g *Game) clockOf(c trace.Command) {
	var white, black, delay, add, after string
	for key, into := range map[string]*string{"time_control": &white, "time_control_black": &black, "time_delay": &delay, "add": &add, "after_flag": &after} {
		if _, err := c.Extra.Get(key, into); err != nil {
			*into = "" // not a text; this was refused when the command was received
		}
	}
	o := chessclock.Options{AtMove: add == "at-move"}
	switch after {
	case "freeze":
		o.After = chessclock.Freeze
	case "run":
		o.After = chessclock.RunOn
	}
	if white == "" {
		g.setClock(controlsOf(g.header.TimeControl, g.header.BlackControl, ""), o)
		return
	}
	g.setClock(controlsOf(white, black, delay), o)
}

// TimeRuns reports whether a clock is running, so that records without news are worth keeping from
// time to time.
func (g *Game) TimeRuns() bool { return g.timing.ledger.Phase() == chessclock.Running }

// act does something to the clock now and reports the result.
func (g *Game) act(a chessclock.Act) {
	t := &g.timing
	if t.ledger.Phase() == chessclock.Idle {
		return
	}
	a.At = g.now
	if a.Do != chessclock.Stop && a.Do != chessclock.Reopen {
		t.used = true
		g.laws.Timed()
	}
	t.ledger.Apply(a)
	g.emitClock()
}

// emitClock makes events from the signals of the clock, and tells the Laws about its flags.
func (g *Game) emitClock() {
	defer g.showClock()
	if !g.timing.used {
		g.timing.ledger.Signals()
		return
	}
	for _, s := range g.timing.ledger.Signals() {
		now := g.timing.ledger.Now()
		told := ClockChanged{
			Change: s.Kind.String(), By: s.By, Ply: s.Ply, Ahead: s.First, Why: s.Why, Off: s.Amount, Before: s.Before,
			Moved: s.Kind == chessclock.Adjusted, Times: g.timesOf(now),
		}
		if s.Kind == chessclock.Completed {
			told.Pressed, told.AtPress = g.timing.ledger.Times(s.Ply)
			g.games[g.current].noteClock(s.Ply, told.Pressed, told.AtPress)
		}
		g.emit(s.At, told)
		switch s.Kind {
		case chessclock.Started:
			g.startAbsence(s.At)
		case chessclock.FlagFell:
			g.laws.FlagFell(article4.FallenFlag{By: s.By, At: max(s.At, g.latest), LastPeriod: now.Needed(s.By) == 0})
		case chessclock.FlagRaised:
			_, stays := now.Flag(s.By.Other())
			g.laws.FlagRaised(article4.RaisedFlag{By: s.By, At: g.now, OpponentsStays: stays})
		}
	}
}

// completeUnpressed corrects a half-move whose press turned out to belong to a later move of the
// same player. Its time is unknown; in newer editions the later move has completed it (2014:6.2a).
func (g *Game) completeUnpressed(ply int, by rules.Color) {
	if article4.IsCompletedByNext(g.header.Laws) {
		g.timing.ledger.Completed(ply, by, -1)
		return
	}
	g.games[g.current].noteClock(ply, [2]time.Duration{}, false)
	g.emit(g.now, ClockChanged{Change: chessclock.Completed.String(), By: by, Ply: ply, Times: g.timesOf(g.timing.ledger.Now())})
}

// informClock passes notices of the Laws that concern the clock to it.
func (g *Game) informClock(what What) {
	if g.timing.ledger.Phase() == chessclock.Idle {
		return
	}
	switch w := what.(type) {
	case Completed:
		switch w.How {
		case article4.ByPress:
			if was := g.timing.ledger.Completed(w.Ply, w.By, w.Pressed); was > 0 {
				g.completeUnpressed(was, w.By)
			}
		case article4.Overtaken:
			g.timing.ledger.Completed(w.Ply, w.By, -1)
		}
	case ResultKnown:
		switch {
		case w.Proposed && !w.Disputed:
		case w.Result == rules.Ongoing.String():
			if g.timing.byMove && w.Reason != article4.ResultClaimUpheld {
				g.timing.ledger.Resume()
			} else {
				g.timing.ledger.Apply(chessclock.Act{At: g.now, Do: chessclock.Reopen, Why: chessclock.WhyResultTakenBack})
			}
		default:
			at, byMove := g.now, false
			if t, err := rules.ParseTermination(w.Reason); err == nil && t.Automatic(g.header.Laws) {
				if n := len(g.games[g.current].Moves); n > 0 {
					at, byMove = g.games[g.current].Moves[n-1].Released, true
				}
			}
			g.timing.byMove = byMove
			g.timing.ledger.Ended(at, w.Reason)
		}
	}
	g.emitClock()
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
	t.Relief = article4.ReliefUnder(l, t.Mode)
	t.First, _ = c.First()
	return t
}
