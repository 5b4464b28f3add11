package reconcile

import (
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Rate is the rate of play of the game on the board: from the new-game command or the header or, if
// they do not say, by the edition from the time control, as the main time plus sixty increments
// (from 2014: A.1, B.1).
func (g *Game) Rate() article4.Rate {
	t := &g.timing
	r := article4.Rate{Mode: g.header.Mode, Unsupervised: g.header.Unsupervised}
	if yes := t.rate.supervised; yes != nil {
		r.Unsupervised = !*yes
	}
	switch told := g.header.ModeGiven || g.header.Mode != trace.StandardPlay; {
	case t.rate.mode != nil:
		r.Mode = *t.rate.mode
	case told && !t.rate.control, !article4.FollowsControl(g.header.Laws):
	default:
		if mode, known := t.mode(g.header.Laws); known {
			r.Mode = mode
		}
	}
	return r
}

// RateOf returns the rate of play that a header gives, or that follows from its time control.
func RateOf(h trace.Header) article4.Rate {
	t := timing{ledger: chessclock.NewLedger([2]chessclock.Control{}, chessclock.Options{}, 0), control: controlsOf(h.TimeControl, h.BlackControl, "")}
	g := Game{header: h, play: play{timing: t}}
	return g.Rate()
}

// mode returns the mode that follows from the time control; false when none is known.
func (t *timing) mode(l rules.Laws) (trace.Mode, bool) {
	white, black := t.control[rules.White], t.control[rules.Black]
	switch {
	case t.shown:
		return trace.StandardPlay, false
	case t.ledger.Phase() != chessclock.Idle: // it may have been corrected
		now := t.ledger.Now()
		return article4.Class(l, now.Estimate()), true
	case white.Known() && black.Known():
		return article4.Class(l, max(white.Estimate(), black.Estimate())), true
	}
	return trace.StandardPlay, false
}

// readRate reads the rate of play of a new-game command. The words have already been checked when
// the command was received.
func (g *Game) readRate(c trace.Command) (r rateOfPlay) {
	var word, control string
	if _, err := c.Extra.Get("time_control", &control); err == nil {
		// The rate in the header applies to the time control in the header, or to any if the header
		// has none.
		r.control = control != "" && g.header.TimeControl != "" && control != g.header.TimeControl
	}
	if found, err := c.Extra.Get("mode", &word); err == nil && found {
		if mode, err := trace.ParseMode(word); err == nil {
			r.mode = &mode
		}
	}
	var yes bool
	if found, err := c.Extra.Get("supervised", &yes); err == nil && found {
		r.supervised = &yes
	}
	return r
}

// controlsOf reads the time controls of both players. For a text that is not a time control it
// returns none, and no time is kept.
func controlsOf(white, black, delay string) [2]chessclock.Control {
	w, err := chessclock.ParseDelay(white, delay)
	if err != nil {
		return [2]chessclock.Control{}
	}
	if black == "" {
		return [2]chessclock.Control{w, w}
	}
	b, err := chessclock.ParseDelay(black, delay)
	if err != nil {
		return [2]chessclock.Control{}
	}
	return [2]chessclock.Control{w, b}
}
