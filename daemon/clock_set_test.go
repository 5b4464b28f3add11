package daemon_test

import (
	"encoding/json"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Before play both clocks show the full time of the first period, by the time control of
// the header or of a new-game command. A board without a clock publishes no times.
func TestClockIsToldBeforePlay(t *testing.T) {
	b := &scriptedBoard{t: t, dir: t.TempDir()}
	b.shown = setUpBoard()
	b.open()
	shows := func(when, phase string, white, black int64) {
		t.Helper()
		told, _ := b.s.History.From(0)
		var c struct {
			WhiteMS *int64 `json:"white_ms"`
			BlackMS *int64 `json:"black_ms"`
			Runs    string
			Phase   string
			Period  struct{ White, Black int }
		}
		if err := json.Unmarshal([]byte(retainedOf(t, tape(told), "clock")), &c); err != nil {
			t.Fatal(err)
		}
		if c.WhiteMS == nil || *c.WhiteMS != white || *c.BlackMS != black || c.Phase != phase || c.Period.White != 1 || phase == "set" && c.Runs != "none" {
			t.Errorf("%s: %+v", when, c)
		}
	}
	b.take(trace.Scan{Board: b.shown})
	b.wait(3 * time.Second)
	shows("before the first move", "set", 5430000, 5430000)
	b.turn(rules.White, rules.E2, rules.E4)
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: `{"time_control":"40/7200:3600","time_control_black":"300+2"}`})
	shows("another game", "set", 7200000, 302000)
	b.close()

	told, _ := open(t, t.TempDir(), header, quiet).History.From(0)
	var c map[string]any
	if err := json.Unmarshal([]byte(retainedOf(t, tape(told), "clock")), &c); err != nil || c["white_ms"] != nil || c["phase"] != "idle" {
		t.Errorf("without a clock: %v %v", c, err)
	}
}

// Without any press of the clock, the times of the time control are published until the first move, also
// if Black has a different one. After that the times are unknown until there is a press.
func TestTimesStandUntilTheFirstMove(t *testing.T) {
	for _, clock := range []trace.Clock{trace.ClockUnknown, trace.ClockNone} {
		h := header
		h.Clock, h.TimeControl, h.BlackControl = clock, "900+10", "600"
		b := &scriptedBoard{t: t, dir: t.TempDir(), shown: setUpBoard()}
		b.s = open(t, b.dir, h, quiet)
		shows := func(when, phase string, white, black any) {
			t.Helper()
			told, _ := b.s.History.From(0)
			var c, state map[string]any
			if err := json.Unmarshal([]byte(retainedOf(t, tape(told), "clock")), &c); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(retainedOf(t, tape(told), "state")), &state); err != nil {
				t.Fatal(err)
			}
			if c["phase"] != phase || c["white_ms"] != white || c["black_ms"] != black || (state["clocks"] != nil) != (white != nil) {
				t.Errorf("%v, %s: clock %v, in the state %v", clock, when, c, state["clocks"])
			}
		}
		b.take(trace.Scan{Board: b.shown})
		b.wait(3 * time.Second)
		shows("before the first move", "set", 910000.0, 600000.0)
		b.put(rules.E2, sensors.Empty)
		b.put(rules.E4, sensors.Occupied)
		b.wait(5 * time.Second)
		shows("after it", "idle", nil, nil)
		if clock == trace.ClockUnknown {
			b.take(trace.Press{By: rules.White})
			b.wait(2 * time.Second)
			shows("after a press", "running", 920000.0, 600000.0)
		}
		b.close()
	}
}
