package reconcile_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestResultBeforeThePieces takes back a result that began the game before its pieces stood: what was played since is
// recorded, by result * as by an undo.
func TestResultBeforeThePieces(t *testing.T) {
	for _, back := range []trace.Command{{Do: trace.DoResult, By: "arbiter", Result: "*"}, {Do: trace.DoUndo, By: "arbiter"}} {
		b := emptied(t, timed("5400+30", rules.FIDE2023))
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0", Why: "forfeit"})
		b.setUp(rules.StartPosition())
		b.wait(10 * time.Second)
		for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "f3e5", "d8d4", "e5f3", "d4e4"} {
			b.move(uci)
			b.wait(2 * time.Second)
		}
		b.do(back)
		b.wait(5 * time.Second)
		const want = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 f3e5 d8d4 e5f3 d4e4"
		if got := b.line(); got != want || b.g.Playing().Result != "*" || len(b.g.Guide()) > 0 {
			t.Errorf("%s: %s, %s, want %s", back.Do, got, b.g.Playing().Result, want)
		}
	}
}

// TestOverAgain: when a result * is undone after so many readings that they cannot be taken again, the moves made since
// stand, the result counts again, and nothing that hands do after that is a move.
func TestOverAgain(t *testing.T) {
	for _, line := range [][]string{{}, {"g1f3", "b8c6", "f1b5", "a7a6"}} {
		b := sit(t, timed("5400+30", rules.FIDE2023))
		b.do(arbiter(trace.DoNewGame, map[string]any{"white": map[string]any{"name": "Berg, Bo"}, "black": map[string]any{"name": "Tal, Ria"}}))
		b.wait(3 * time.Second)
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
		b.wait(time.Second)
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
		more := []string{"g1f3", "b8c6", "f1b5", "a7a6"}
		if len(line) > 0 {
			more = []string{"b5a4", "g8f6", "e1g1", "f8e7"}
		}
		for _, uci := range line {
			b.turn(uci)
			b.wait(2 * time.Second)
		}
		for n := range 4000 { // a contact that bounces
			b.take(trace.Change{Square: rules.A4, Is: []sensors.State{sensors.Occupied, sensors.Empty}[n%2]})
			b.at += 10 * time.Millisecond
		}
		b.wait(3 * time.Second)
		was := b.line()
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		b.wait(5 * time.Second)
		for _, uci := range more {
			b.move(uci)
			b.wait(3 * time.Second)
		}
		if got := b.line(); got != was || b.g.Playing().Result != "1-0" {
			t.Errorf("%d moves since: %s, and %s after the end: %s", len(line), was, b.g.Playing().Result, got)
		}
	}
}
