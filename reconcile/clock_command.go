package reconcile

import (
	"fmt"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkStartClocks refuses to start clocks for a player, after the end, and a clock that runs already.
func (g *Game) checkStartClocks(c trace.Command) error {
	runs, err := runsOf(c)
	if err != nil {
		return err
	}
	now := g.timing.ledger.Now()
	phase := now.Phase()
	if phase == chessclock.Running && (runs == nil || *runs == now.Turn()) && !setsDefaultTime(c) {
		return refusal.New("clock-runs", "start-clocks: {player}'s clock is running already", "player", now.Turn())
	}
	if _, err := rules.ParseColor(c.By); err == nil && g.timing.used && phase == chessclock.Paused {
		return refusal.New("start-by-arbiter", "start-clocks: only the arbiter may restart stopped clocks (2018: 6.11.3)")
	}
	if phase == chessclock.Over || phase == chessclock.Idle && g.isDeclared() {
		return refusal.New("start-over", "start-clocks: the game is over: take the result back first (result *)")
	}
	return nil
}

// setsDefaultTime reports whether a command sets a default time, or the moment from which it counts.
func setsDefaultTime(c trace.Command) bool {
	for _, key := range []string{"scheduled", "default_ms", "default"} {
		var value any
		if told, err := c.Extra.Get(key, &value); told || err != nil {
			return true
		}
	}
	return false
}

// isDeclared reports whether the game is over, and its result no mere proposal.
func (g *Game) isDeclared() bool {
	return len(g.games) > 0 && g.games[g.current].Result != rules.Ongoing.String()
}

func (g *Game) checkSetClock(c trace.Command) error {
	_, _, err := g.setting(c)
	return err
}

// checkSetClockUse refuses to set the clock to what it is set to already, and to another control, without a
// reason, when complaints about the setting are over.
func (g *Game) checkSetClockUse(c trace.Command) error {
	s, controls, err := g.setting(c)
	if err != nil || !g.timing.used {
		return nil // checkSetClock says why, or the board has shown no clock so far
	}
	now := g.timing.ledger.At(g.now)
	switch {
	case !controls[rules.White].Known():
	case now.Phase() > chessclock.Set:
		s.Controls = &controls
	case chessclock.New(controls, g.timing.options).Differs(now):
		return nil
	}
	if !now.Changes(s) {
		return refusal.New("set-clock-same", "set-clock: the clock is set like that already: nothing would change")
	}
	game := &g.games[g.current]
	moves := (game.Ply + len(game.Moves)) / 2
	if s.Controls != nil && c.Why == "" && !article4.CanComplain(g.header.Laws, g.Rate(), moves) {
		return refusal.New("set-clock-late", "set-clock: in rapid and blitz without supervision the setting of the clock may be changed only during the first moves, and each player has made {moves} (2009: A4a, 2018: A.4.1.1): give the reason as why", "moves", moves)
	}
	return nil
}

func checkReading(_ *Game, c trace.Command) error {
	_, err := reading(c)
	return err
}

// setting reads a set-clock command. controls is known when the command names a time control, or
// when it gives both times to a board without one.
func (g *Game) setting(c trace.Command) (s chessclock.Setting, controls [2]chessclock.Control, err error) {
	if s, err = times(c); err != nil {
		return s, controls, err
	}
	if s.Runs, err = runsOf(c); err != nil {
		return s, controls, err
	}
	words := map[string]string{}
	for _, key := range []string{"time_control", "time_control_black", "time_delay"} {
		var word string
		if _, err := c.Extra.Get(key, &word); err != nil {
			return s, controls, fmt.Errorf("set-clock: %w", err)
		}
		words[key] = word
	}
	now := g.timing.ledger.Now()
	if words["time_control"] == "" && words["time_control_black"] != "" && now.Phase() != chessclock.Idle {
		black, err := chessclock.ParseDelay(words["time_control_black"], words["time_delay"])
		if err != nil {
			return s, controls, fmt.Errorf("set-clock: %w", err)
		}
		return s, [2]chessclock.Control{rules.White: now.Control(rules.White), rules.Black: black}, nil // White's was already right
	}
	if words["time_control"] != "" {
		for _, key := range []string{"time_control", "time_control_black"} {
			if _, err := chessclock.ParseDelay(words[key], words["time_delay"]); err != nil {
				return s, controls, fmt.Errorf("set-clock: %w", err)
			}
		}
		controls = controlsOf(words["time_control"], words["time_control_black"], words["time_delay"])
		return s, controls, nil
	}
	if g.timing.ledger.Phase() == chessclock.Idle {
		if s.Left[rules.White] == nil || s.Left[rules.Black] == nil {
			return s, controls, refusal.New("set-clock-no-control", "set-clock: this board has no time control: give time_control, or both white_ms and black_ms")
		}
		for i := range controls {
			controls[i] = chessclock.Control{Periods: []chessclock.Period{{Time: *s.Left[i]}}}
		}
	}
	if s == (chessclock.Setting{}) {
		return s, controls, refusal.New("set-clock-nothing", "set-clock: nothing to set: give white_ms, black_ms, white_moves, black_moves, white_period, black_period, runs or time_control")
	}
	return s, controls, nil
}

func (g *Game) stopClocks(c trace.Command) {
	by, err := rules.ParseColor(c.By)
	if err != nil {
		by = rules.White
	}
	why := c.Why
	if why == "" && c.By != "" {
		why = c.By
	}
	g.act(chessclock.Act{Do: chessclock.Pause, By: by, Why: why})
}

func (g *Game) startClocks(c trace.Command) {
	now := g.timing.ledger.Now()
	a := chessclock.Act{Do: chessclock.Start, By: now.Turn(), Why: c.Why}
	if now.Phase() == chessclock.Set {
		a.By = g.Position().Turn()
	}
	if runs, _ := runsOf(c); runs != nil {
		a.By = *runs
	}
	g.act(a)
	g.awaitAgain(c, now.Phase() == chessclock.Set)
}

func (g *Game) setClocks(c trace.Command) {
	s, controls, _ := g.setting(c)
	switch {
	case !controls[rules.White].Known():
	case g.timing.ledger.Phase() > chessclock.Set: // a wrong setting found during play (2009:6.10b)
		s.Controls = &controls
	default:
		var word string
		told, err := c.Extra.Get("time_control", &word)
		g.setClock(controls, g.timing.options)
		g.timing.shown = !told || err != nil
		g.showClock()
	}
	if s != (chessclock.Setting{}) || controls[rules.White].Known() {
		g.act(chessclock.Act{Do: chessclock.Adjust, Set: &s, Why: c.Why})
	}
}

func (g *Game) takeReading(c trace.Command) {
	s, _ := reading(c)
	if g.timing.ledger.Phase() == chessclock.Idle { // only the external clock has the control
		one := chessclock.Control{Periods: []chessclock.Period{{Time: 0}}}
		g.setClock([2]chessclock.Control{one, one}, chessclock.Options{})
		g.timing.shown = true
		g.showClock()
	}
	g.act(chessclock.Act{Do: chessclock.Reading, Set: &s})
}
