package eventlog_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// Every end of a game has a value of the tag Termination.
func TestTermination(t *testing.T) {
	for _, c := range []struct {
		result, reason string
		plies          int
		want           string
	}{
		{"*", "", 0, "unterminated"}, {"", "", 3, "unterminated"}, {"1-0", "checkmate", 31, "normal"}, {"1/2-1/2", "agreement", 20, "normal"}, {"0-1", "resignation", 20, "normal"},
		{"1/2-1/2", "fivefold_repetition", 40, "normal"}, {"1-0", "flag_fall", 60, "time forfeit"}, {"1/2-1/2", "both_flags", 60, "time forfeit"}, {"1-0", "illegal_moves", 9, "rules infraction"},
		{"0-0", "penalty", 9, "rules infraction"}, {"1-0", "sealed_move", 9, "rules infraction"}, {"1-0", "default", 0, "unplayed"}, {"0-0", "default", 0, "unplayed"}, {"1-0", "default", 8, "time forfeit"},
		{"1-0", "arbiter", 9, "adjudication"},
	} {
		if got := eventlog.Termination(c.result, c.reason, c.plies); got != c.want {
			t.Errorf("%s by %s after %d: %q and not %q", c.result, c.reason, c.plies, got, c.want)
		}
	}
}

// The PGN says how a game ended, its time control and what the clocks show; during
// play, also which clock runs. That both players have lost is said in words.
func TestPGNTells(t *testing.T) {
	var s eventlog.State
	seq := uint64(0)
	take := func(what reconcile.What) {
		seq++
		s.Apply(eventlog.Entry{Game: "g-1", Seq: seq, Time: time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC), Event: reconcile.Event{Seq: seq, Game: 1, What: what}})
	}
	take(eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2023, Pairing: eventlog.Pairing{TimeControl: "40/5400+30:1800+30"}})
	take(reconcile.Started{FEN: rules.StartFEN})
	p := rules.StartPosition()
	m, err := p.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	after := p.After(m)
	take(reconcile.Made{Ply: 1, Move: m, UCI: "e2e4", SAN: "e4", FEN: after.FEN()})
	times := reconcile.Times{Left: [2]time.Duration{5459_900_000 * time.Microsecond, 5430 * time.Second}, Phase: chessclock.Running, Runs: rules.Black}
	take(reconcile.ClockChanged{Change: chessclock.Completed.String(), Ply: 1, AtPress: true, Pressed: times.Left, Times: times})
	take(reconcile.ClockChanged{Change: chessclock.Pressed.String(), Times: times})
	has := func(want ...string) {
		t.Helper()
		text := s.PGN("open", "hall-7")
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%q is not in\n%s", w, text)
			}
		}
		for g, err := range pgn.NewReader(strings.NewReader(text)).All() {
			if err != nil || len(g.Moves) != 1 {
				t.Errorf("%v:\n%s", err, text)
			}
		}
	}
	has(`[TimeControl "40/5400+30:1800+30"]`, `[Termination "unterminated"]`, `[WhiteClock "1:30:59"]`, `[BlackClock "1:30:30"]`, `[Clock "B/1:30:30"]`, "{[%clk 1:30:59]}")
	take(reconcile.ResultKnown{Result: "1-0", Reason: "flag_fall", Proposed: true})
	has(`[Termination "unterminated"]`, `[Result "*"]`)
	const kings = "Result as the players"
	if strings.Contains(s.PGN("", ""), kings) {
		t.Errorf("a game that is open has a comment on its result:\n%s", s.PGN("", ""))
	}
	take(reconcile.ResultKnown{Result: "1-0", Reason: reconcile.KingsInTheCentre, Proposed: true})
	has(`[Result "1-0"]`, kings)
	if c := s.Counted(); !s.IsShown() || c.Phase != eventlog.Over || c.Result.Proposed || c.Result.Result != "1-0" || !s.Result.Proposed {
		t.Errorf("shown by the kings: %t, counted %+v, now %+v", s.IsShown(), c.Result, s.Result)
	}
	take(reconcile.ResultKnown{Result: "0-0", Reason: "penalty"})
	if strings.Contains(s.PGN("", ""), kings) {
		t.Errorf("an arbiter's result has the comment of one that players have shown:\n%s", s.PGN("", ""))
	}
	has(`[Termination "rules infraction"]`, `[Result "0-0"]`, "Both players lose (0-0).", `[BlackClock "1:30:30"]`)
	if text := s.PGN("", ""); strings.Contains(text, "[Clock ") {
		t.Errorf("a clock runs in a game that is over:\n%s", text)
	}
}
