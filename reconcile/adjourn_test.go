package reconcile_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A game is adjourned: the board is frozen, the move sealed, the times kept; it
// goes on with the move as it was opened (F-G1, F-G8).
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
		b.wait(10 * time.Second) // White thinks about it
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
