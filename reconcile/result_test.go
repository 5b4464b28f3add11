package reconcile_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestResultTakenBackWhilePlayGoesOn: a result was entered on the wrong board, and play goes on. When it is taken back, by
// result * or by an undo, what was played since is recorded, whether it was before the first move or later. An undo of
// result * brings the result back, and without the moves.
func TestResultTakenBackWhilePlayGoesOn(t *testing.T) {
	line := []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6"}
	all := "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6"
	for _, ends := range [][]trace.Command{
		{{Do: trace.DoResult, By: "arbiter", Result: "1-0", Why: "forfeit"}},
		{{Do: trace.DoResign, By: "black"}},
		{ruled(trace.DoPenalty, "kind", "loss", "player", "black")},
		{{Do: trace.DoOfferDraw, By: "white"}, {Do: trace.DoAcceptDraw, By: "black"}},
	} {
		for _, before := range []int{0, 2} {
			if len(ends) > 1 && before == 0 {
				continue // from 2018 players agree on a draw after a move by each (5.2.3)
			}
			for _, takes := range []trace.Command{{Do: trace.DoUndo, By: "arbiter"}, {Do: trace.DoResult, By: "arbiter", Result: "*"}} {
				b := sit(t, timed("5400+30", rules.FIDE2023))
				b.do(arbiter(trace.DoNewGame, map[string]any{"white": map[string]any{"name": "Berg, Bo"}, "black": map[string]any{"name": "Tal, Ria"}}))
				b.wait(3 * time.Second)
				b.do(start())
				for _, uci := range line[:before] {
					b.turn(uci)
				}
				for _, c := range ends {
					b.do(c)
				}
				was := b.g.Situation()
				for _, uci := range line[before:] {
					b.move(uci)
					b.wait(3 * time.Second)
				}
				name := ends[0].Do + " " + takes.Do
				if is := b.g.Situation(); is.Result == "*" || is.Ply != was.Ply {
					t.Fatalf("%s: while it is over: %+v", name, is)
				}
				b.do(takes)
				b.wait(3 * time.Second)
				if is := b.g.Situation(); is.Result != "*" || b.line() != all {
					t.Errorf("%s after %d: taken back, it stands at %s with %s", name, before, is.Result, b.line())
				}
				if takes.Do == trace.DoUndo {
					continue
				}
				b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
				if is := b.g.Situation(); is.Result != was.Result || is.Ply != was.Ply {
					t.Errorf("%s after %d: the result is back, and it stands at %s, ply %d", name, before, is.Result, is.Ply)
				}
				b.do(takes)
				b.wait(3 * time.Second)
				if is := b.g.Situation(); is.Result != "*" {
					t.Errorf("%s after %d: taken back again, it stands at %s", name, before, is.Result)
				}
			}
		}
	}
}

// TestConfirmedProposalTakenBack: result * takes back a result together with the proposal that it confirms; nothing
// proposes it again.
func TestConfirmedProposalTakenBack(t *testing.T) {
	b := sit(t, timed("60", rules.FIDE2023))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.wait(2 * time.Minute)
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "0-1"})
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
	b.wait(time.Second)
	if got := b.results(); len(got) == 0 || got[len(got)-1][:1] != "*" {
		t.Errorf("the results are %v", got)
	}
}
