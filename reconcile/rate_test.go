package reconcile_test

import (
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestRateOfPlay: from 2014 a game is standard play, rapid or blitz by its time plus sixty
// increments (A.1, B.1), unless the header or a new-game command says otherwise.
func TestRateOfPlay(t *testing.T) {
	for _, c := range []struct {
		laws    rules.Laws
		control string
		black   string
		given   bool
		mode    trace.Mode
		want    trace.Mode
	}{
		{rules.FIDE2014, "180+2", "", false, 0, trace.Blitz},
		{rules.FIDE2018, "600", "", false, 0, trace.Blitz}, // ten minutes or less
		{rules.FIDE2018, "601", "", false, 0, trace.Rapid},
		{rules.FIDE2018, "900+10", "", false, 0, trace.Rapid},
		{rules.FIDE2018, "3599", "", false, 0, trace.Rapid},
		{rules.FIDE2018, "3600", "", false, 0, trace.StandardPlay},
		{rules.FIDE2023, "5400+30", "", false, 0, trace.StandardPlay},
		{rules.FIDE2023, "40/5400+30:1800+30", "", false, 0, trace.StandardPlay},
		{rules.FIDE2023, "300", "240", false, 0, trace.Blitz},
		{rules.FIDE2023, "3600", "300", false, 0, trace.StandardPlay}, // "for each player"
		{rules.FIDE2023, "", "", false, 0, trace.StandardPlay},
		{rules.FIDE2023, "?", "", false, 0, trace.StandardPlay},
		{rules.FIDE2023, "180+2", "", true, 0, trace.StandardPlay},
		{rules.FIDE2023, "180+2", "", false, trace.Rapid, trace.Rapid},
		{rules.FIDE2009, "180+2", "", false, 0, trace.StandardPlay},
	} {
		h := timed(c.control, c.laws)
		h.BlackControl, h.ModeGiven, h.Mode = c.black, c.given, c.mode
		if got := newGame(t, h).Rate().Mode; got != c.want {
			t.Errorf("%v, %s %s: %v, want %v", c.laws, c.control, c.black, got, c.want)
		}
		if got := reconcile.RateOf(h).Mode; got != c.want {
			t.Errorf("%v, %s %s: the header says %v, want %v", c.laws, c.control, c.black, got, c.want)
		}
		h.Clock = trace.ClockNone // there are no presses, but the control is known
		if got := newGame(t, h).Rate().Mode; got != c.want {
			t.Errorf("%v, %s %s, without presses: %v, want %v", c.laws, c.control, c.black, got, c.want)
		}
	}
}

// TestRateOfAPlayOff: a play-off is rapid or blitz by its own time control, or by what the command
// says. When it is undone, the game before has its own rate again.
func TestRateOfAPlayOff(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2023))
	rate := func(mode trace.Mode, unsupervised bool) {
		t.Helper()
		if got := b.g.Rate(); got.Mode != mode || got.Unsupervised != unsupervised {
			t.Errorf("%+v, want %v, unsupervised %v", got, mode, unsupervised)
		}
	}
	rate(trace.StandardPlay, false)
	b.do(start())
	b.turn("e2e4")
	b.do(arbiter(trace.DoNewGame, map[string]any{"time_control": "180+2", "supervised": false}))
	rate(trace.Blitz, true)
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	rate(trace.StandardPlay, false)
	b.do(arbiter(trace.DoNewGame, map[string]any{"time_control": "180+2", "mode": "rapid"}))
	rate(trace.Rapid, false)
	b.do(arbiter(trace.DoNewGame, map[string]any{"mode": "blitz"}))
	rate(trace.Blitz, false)
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter"})
	rate(trace.StandardPlay, false)
	b.do(arbiter(trace.DoSetClock, map[string]any{"time_control": "900+10"}))
	rate(trace.Rapid, false)
}

// TestRateOfAnEvent: an event that gives its rate of play and leaves the time controls to the
// pairings is played at that rate.
func TestRateOfAnEvent(t *testing.T) {
	for _, c := range []struct {
		control string
		want    trace.Mode
	}{{"", trace.Rapid}, {"180+2", trace.Rapid}, {"900+10", trace.Blitz}} { // the last one starts a play-off with another control
		h := timed(c.control, rules.FIDE2023)
		h.Mode, h.ModeGiven = trace.Rapid, true
		b := sit(t, h)
		b.do(arbiter(trace.DoNewGame, map[string]any{"time_control": "180+2"}))
		if got := b.g.Rate().Mode; got != c.want {
			t.Errorf("event with %q: %v, want %v", c.control, got, c.want)
		}
	}
}

// TestRateIsNotGuessed: a clock that is read, or set by hand on a board without a time control,
// does not show the rate of play.
func TestRateIsNotGuessed(t *testing.T) {
	for _, do := range []string{trace.DoSetClock, trace.DoClockReading} {
		b := sit(t, timed("", rules.FIDE2023))
		b.do(arbiter(do, map[string]any{"white_ms": 90_000, "black_ms": 80_000}))
		if got := b.g.Rate().Mode; got != trace.StandardPlay {
			t.Errorf("%s: %v", do, got)
		}
	}
}

// TestReliefHolds: from 2009 a player who had less than five minutes need not record for the rest
// of the period, even if time is added; in rapid and blitz nobody needs to (8.4, 2005: B3, 2018:
// A.2).
func TestReliefHolds(t *testing.T) {
	more := arbiter(trace.DoPenalty, map[string]any{"player": "white", "kind": "extra-time", "ms": 240_000})
	for _, c := range []struct {
		laws rules.Laws
		want bool
	}{{rules.FIDE1997, false}, {rules.FIDE2005, false}, {rules.FIDE2009, true}, {rules.FIDE2014, true}, {rules.FIDE2018, true}, {rules.FIDE2023, true}} {
		h := timed("2/310:3600", c.laws)
		h.ModeGiven = true
		b := sit(t, h)
		b.do(start())
		if b.relieved(c.laws, rules.White) {
			t.Errorf("%v: relieved with more than five minutes", c.laws)
		}
		b.wait(20 * time.Second)
		if !b.relieved(c.laws, rules.White) || b.relieved(c.laws, rules.Black) {
			t.Errorf("%v: White is not relieved, or Black is", c.laws)
		}
		b.do(more)
		if got := b.relieved(c.laws, rules.White); got != c.want {
			t.Errorf("%v: with nine minutes again, relieved %v, want %v", c.laws, got, c.want)
		}
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		if !b.relieved(c.laws, rules.White) {
			t.Errorf("%v: undone, and not relieved", c.laws)
		}
		b.do(start())
		for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
			b.turn(uci)
		}
		b.wait(320 * time.Second) // into the second period
		if b.relieved(c.laws, rules.White) {
			t.Errorf("%v: relieved in the next period", c.laws)
		}
	}
	for _, c := range []struct {
		laws rules.Laws
		want bool
	}{{rules.FIDE1953, false}, {rules.FIDE2005, true}, {rules.FIDE2009, true}, {rules.FIDE2018, true}} {
		h := timed("900", c.laws)
		h.Mode = trace.Rapid
		b := sit(t, h)
		b.do(start())
		if got := b.relieved(c.laws, rules.White); got != c.want {
			t.Errorf("%v, rapid: relieved %v, want %v", c.laws, got, c.want)
		}
	}
}
