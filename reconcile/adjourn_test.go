package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestAdjournment adjourns a game: the board is frozen, the move sealed, the times kept. The game
// continues with the move as it was opened (F-G1, F-G8).
func TestAdjournment(t *testing.T) {
	for _, c := range []struct {
		opened, line, result string
	}{
		{"Nf3", "e2e4 e7e5 g1f3", ""},
		{"g1f3", "e2e4 e7e5 g1f3", ""},
		{"Nf6", "e2e4 e7e5", "0-1 sealed_move proposed"},
		{"N?", "e2e4 e7e5", "0-1 sealed_move proposed"},
	} {
		b := sit(t, timed("5400", rules.FIDE2018))
		b.refused(trace.Command{Do: trace.DoSeal, By: "white"}, "adjourn the game first")
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(player(trace.DoAdjourn, "arbiter", ""))
		b.refused(trace.Command{Do: trace.DoSeal, By: "black", Extra: `{"text":"d6"}`}, "white has the move")
		b.refused(trace.Command{Do: trace.DoSeal, By: "white"}, "write the move")
		b.wait(10 * time.Second) // White thinks about the move to seal
		white, _ := b.left()
		e, err := trace.NewExtra(map[string]any{"text": c.opened})
		if err != nil {
			t.Fatal(err)
		}
		b.do(trace.Command{Do: trace.DoSeal, By: "white", Extra: e})
		for sq := range b.shown { // the pieces are put away
			b.shown[sq] = sensors.Empty
		}
		b.take(trace.Scan{Board: b.shown})
		b.wait(time.Hour)
		a, ok := b.g.Adjourned()
		if got, _ := b.left(); got != white || !ok || a.Left[rules.White] != white || a.Ply != 2 || a.Sealer != rules.White {
			t.Errorf("White's time is %v, it was %v; %+v", got, white, a)
		}
		p := b.g.Position()
		b.shown = board(p)
		b.take(trace.Scan{Board: b.shown})
		b.wait(2 * time.Second)
		if got := b.line(); got != "e2e4 e7e5" {
			t.Fatalf("putting the pieces away made moves: %s", got)
		}
		b.do(player(trace.DoResumeAdjourned, "arbiter", ""))
		if got := b.line(); got != c.line {
			t.Errorf("%s: the line is %s", c.opened, got)
		}
		results := b.results()
		if c.result == "" && len(results) != 0 || c.result != "" && (len(results) == 0 || results[len(results)-1] != c.result) {
			t.Errorf("%s: results %v, want %q", c.opened, results, c.result)
		}
	}
}

// TestLateAtTheResumption: at the resumption the clocks run from the set hour; for a player who has
// not come when the default time is over, a loss is proposed. A sealed move that ends the game
// counts although its player is late, and a flag that fell before decides (F-G9, F-G10).
func TestLateAtTheResumption(t *testing.T) {
	sealed := func(control, text string) *table {
		h := timed(control, rules.FIDE2018)
		h.Start = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
		b := sit(t, h)
		b.do(start())
		b.do(player(trace.DoAdjourn, "arbiter", ""))
		b.do(trace.Command{Do: trace.DoSeal, By: "white", Extra: trace.Extra(`{"text":"` + text + `"}`)})
		b.wait(time.Minute)
		return b
	}
	resume := arbiter(trace.DoStartClocks, map[string]any{"runs": "black", "default_ms": 60_000, "scheduled": "2026-11-22T15:00:00Z"})
	late := sealed("5400", "Rb1")
	late.do(resume)
	late.do(arbiter(trace.DoPresent, map[string]any{"player": "white"}))
	late.wait(59 * time.Second)
	if got := late.results(); len(got) != 0 {
		t.Errorf("before the hour: %v", got)
	}
	late.wait(2 * time.Second)
	if got := late.results(); len(got) != 1 || got[0] != "1-0 default proposed" {
		t.Errorf("Black is late: %v", got)
	}
	late.wantLeft(5400, 5400-61)
	if actions := late.g.Actions(); !strings.Contains(string(actions[len(actions)-2].Command.Extra), "15:00") {
		t.Errorf("the log does not know when it was to begin: %+v", actions[len(actions)-2].Command)
	}

	mate := sealed("5400", "Ra8#")
	mate.do(resume)
	mate.do(arbiter(trace.DoPresent, map[string]any{"player": "black"}))
	mate.do(player(trace.DoResumeAdjourned, "arbiter", ""))
	mate.wait(2 * time.Minute)
	if got := mate.results(); len(got) != 1 || got[0] != "1-0 checkmate" {
		t.Errorf("the sealer is late, and has sealed mate: %v", got)
	}

	flag := sealed("40", "Rb1")
	flag.do(resume)
	flag.wait(2 * time.Minute)
	if got := flag.results(); len(got) != 1 || got[0] != "1-0 flag_fall proposed white can" {
		t.Errorf("nobody comes, and Black's flag falls first: %v", got)
	}

	both := sealed("5400", "Rb1")
	both.do(resume)
	both.do(arbiter(trace.DoPresent, map[string]any{"player": "white"}))
	both.do(player(trace.DoResumeAdjourned, "arbiter", ""))
	both.press(rules.Black) // he has arrived
	both.wait(2 * time.Minute)
	if got := both.results(); len(got) != 0 {
		t.Errorf("both are there: %v", got)
	}
}

// TestAdjournedGameIsCorrected: who seals, and who is charged for adjourning early, is the player who has the move in the
// game as it is corrected.
func TestAdjournedGameIsCorrected(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	for _, uci := range []string{"e2e4", "e7e5", "g1f3"} {
		b.turn(uci)
	}
	b.do(arbiter(trace.DoAdjourn, map[string]any{"ms": 600_000}))
	white, black := b.left()
	check := func(when string, sealer rules.Color, ply int, left [2]time.Duration) {
		t.Helper()
		a, _ := b.g.Adjourned()
		if w, bl := b.left(); a.Sealer != sealer || a.Ply != ply || a.FEN != b.g.Position().FEN() || w != left[0] || bl != left[1] {
			t.Errorf("%s: %s seals after half-move %d at %s, with %v and %v left, want %s, %d, %s, %v", when, a.Sealer, a.Ply, a.FEN, w, bl, sealer, ply, b.g.Position().FEN(), left)
		}
	}
	check("adjourned", rules.Black, 3, [2]time.Duration{white, black})
	b.do(trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1})
	check("taken back", rules.White, 2, [2]time.Duration{white - 10*time.Minute, black + 10*time.Minute})
	b.do(trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 3, UCI: "f1c4"})
	check("another move entered", rules.Black, 3, [2]time.Duration{white, black})
	b.do(trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 3, UCI: "f1b5"})
	check("corrected", rules.Black, 3, [2]time.Duration{white, black})
	b.do(trace.Command{Do: trace.DoSeal, By: "black", Extra: `{"text":"Nc6"}`})
}
