package broadcast_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/eventlog"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// clockTold returns a change of a clock that runs for Black, with a delay.
func clockTold(kind chessclock.Kind) reconcile.ClockChanged {
	return reconcile.ClockChanged{
		Change: kind.String(), By: rules.White, Ply: 1,
		AtPress: kind == chessclock.Completed, Pressed: [2]time.Duration{rules.White: 83*time.Second + 900*time.Millisecond, rules.Black: 90 * time.Second},
		Times: reconcile.Times{
			Left: [2]time.Duration{rules.White: 83*time.Second + 900*time.Millisecond, rules.Black: 90 * time.Second}, Delay: [2]time.Duration{rules.Black: 5 * time.Second},
			Phase: chessclock.Running, Runs: rules.Black, Period: [2]int{1, 1}, Moves: [2]int{1, 0},
		},
	}
}

// The clock is published on a topic of its own, in the state and with the moves. In the PGN
// each move has its player's time after the press. A press without effect is only for the
// arbiter.
func TestClockIsTold(t *testing.T) {
	b, s := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	broadcasttest.Eventually(t, "a clock that is not known", func() bool { return strings.Contains(f.Last("clock"), `"white_ms":null`) })
	if strings.Contains(f.Last("pgn"), "%clk") {
		t.Error("a time that nobody knows is in the PGN")
	}
	for len(s.truth()) < 1 {
		s.goOn()
	}
	s.tell(clockTold(chessclock.Pressed))
	s.tell(clockTold(chessclock.Completed))
	broadcasttest.Eventually(t, "the clock", func() bool { return strings.Contains(f.Last("clock"), `"white_ms":83900`) })
	broadcasttest.Eventually(t, "the time in the PGN", func() bool { return strings.Contains(f.Last("pgn"), "[%clk 0:01:23]") })
	if !strings.Contains(f.Last("pgn"), `[Clock "B/0:01:30"]`) {
		t.Errorf("the running clock is not in the PGN:\n%s", f.Last("pgn"))
	}
	var state struct{ Clocks map[string]any }
	broadcasttest.Eventually(t, "the state", func() bool {
		return json.Unmarshal([]byte(f.Last("state")), &state) == nil && state.Clocks != nil
	})
	for key, want := range map[string]any{"white_ms": 83900.0, "black_ms": 90000.0, "runs": "black", "delay_left_ms": 5000.0, "flag": nil, "phase": "running"} {
		if state.Clocks[key] != want {
			t.Errorf("%s is %v, want %v", key, state.Clocks[key], want)
		}
	}
	before := f.Last("state")
	s.tell(clockTold(chessclock.PressByOther))
	s.tell(reconcile.ClockChanged{Change: "flag", By: rules.Black, Times: reconcile.Times{
		Phase: chessclock.Flagged, Flag: [2]bool{rules.Black: true}, First: rules.Black, Period: [2]int{1, 1},
	}})
	broadcasttest.Eventually(t, "the flag", func() bool { return strings.Contains(f.Last("clock"), `"flag":"black"`) })
	for _, state := range f.Messages("state") {
		if strings.Contains(state, `press_by_other`) {
			t.Error("everybody is told of a press in vain")
		}
	}
	if before == "" {
		t.Error("no state")
	}
}

// When a move is retracted, its time is removed too.
func TestClockOfAMoveTakenBack(t *testing.T) {
	var s eventlog.State
	start := rules.StartPosition()
	at := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	seq := uint64(0)
	take := func(w reconcile.What) {
		seq++
		s.Apply(eventlog.Entry{Game: "g-1", Seq: seq, Time: at, Event: reconcile.Event{What: w}})
	}
	m, err := start.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	made := reconcile.Made{Ply: 1, Move: m, UCI: "e2e4", SAN: "e4", FEN: start.After(m).FEN(), By: rules.White}
	topics := broadcast.Topics{Base: "b", Event: "e", Board: "1", Node: "n"}
	take(eventlog.Opened{Start: start.FEN(), Pairing: eventlog.Pairing{TimeControl: "25 min + 5 sec delay"}})
	take(reconcile.Started{FEN: start.FEN()})
	take(made)
	take(clockTold(chessclock.Completed))
	if pgn := s.PGN(topics.Event, topics.Board); !strings.Contains(pgn, "[%clk 0:01:23]") || !strings.Contains(pgn, `[TimeControl "1500"]`) || !strings.Contains(pgn, `[TimeDelay "5"]`) {
		t.Errorf("PGN:\n%s", pgn)
	}
	take(reconcile.Retracted{Ply: 1})
	take(made)
	if pgn := s.PGN(topics.Event, topics.Board); strings.Contains(pgn, "%clk") {
		t.Errorf("the time of a move taken back is kept:\n%s", pgn)
	}
}
