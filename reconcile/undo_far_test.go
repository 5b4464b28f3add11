package reconcile_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestUndoLongAgo undoes actions that changed no move after so many readings that they cannot be taken again: the moves
// made since stand, in their order, with the counters of the clock, and what the action changed besides is as it was before.
// So does an undo after a few readings, and both leave the same. The clocks were started before the action, or by a press
// since.
func TestUndoLongAgo(t *testing.T) {
	two := trace.Command{Do: trace.DoIrregularity, By: "arbiter", What: "two-hands", Extra: `{"player":"white"}`}
	for _, c := range []trace.Command{
		start(), {Do: trace.DoTouch, By: "white", Square: "a2"}, {Do: trace.DoOfferDraw, By: "white"}, {Do: trace.DoClaim, By: "white", What: trace.ClaimTouchedPiece},
		ruled("penalty", "kind", "take", "player", "white", "ms", 60_000), ruled("penalty", "kind", "warning", "player", "white"),
		ruled("penalty", "kind", "device", "player", "white"), ruled("set-clock", "white_ms", 600_000), ruled("set-clock", "white_moves", 12), two,
	} {
		for _, began := range []bool{true, false} {
			if began && c.Do == trace.DoStartClocks {
				continue // they run
			}
			var left [2]string
			for i, readings := range []int{200, 4000} {
				b := sit(t, timed("40/5400:1800", rules.FIDE2023))
				if began {
					b.do(start())
					b.turn("e2e4")
					b.turn("e7e5")
				}
				b.wait(time.Second)
				b.do(c)
				number := len(b.g.Actions())
				line, by := []string{"g1f3", "b8c6", "f1b5", "a7a6"}, rules.White
				if !began {
					line = []string{"e2e4", "e7e5", "g1f3", "b8c6"}
				}
				for _, uci := range line {
					b.move(uci)
					b.wait(500 * time.Millisecond)
					b.press(by)
					by = by.Other()
					b.wait(3 * time.Second)
				}
				was := b.line()
				for n := range readings { // a contact that bounces
					b.take(trace.Change{Square: rules.A4, Is: []sensors.State{sensors.Occupied, sensors.Empty}[n%2]})
					b.at += 40 * time.Second / time.Duration(readings)
				}
				b.wait(3 * time.Second)
				told := len(b.lines)
				b.do(arbiter(trace.DoUndo, map[string]any{"action": number}))
				b.wait(5 * time.Second)
				name := fmt.Sprintf("%s %s%s, %d readings, started %v", c.Do, c.What, c.Extra, readings, began)
				if b.line() != was {
					t.Errorf("%s: the moves were %s and are %s", name, was, b.line())
				}
				if since := strings.Join(b.lines[told:], "\n"); strings.Contains(since, `"retracted"`) || strings.Contains(since, `"amended"`) {
					t.Errorf("%s: moves were taken back\n%s", name, since)
				}
				s, state := b.g.Situation(), b.g.State()
				if s.Times.Phase != chessclock.Paused || s.Illegal != [2]int{} || state.DrawOffer != nil && *state.DrawOffer == "open" || state.Result != nil {
					t.Errorf("%s: the clock is %v, the counts %v, %+v", name, s.Times.Phase, s.Illegal, state)
				}
				left[i] = fmt.Sprint(s.Times.Moves, s.Times.Period, s.Times.Left, state.Obligation, b.g.Playing().Offers)
				b.do(start())
				if clock, _ := b.g.Clock(); clock.Turn() != b.g.Position().Turn() {
					t.Errorf("%s: the time of %v runs", name, clock.Turn())
				}
			}
			if left[0] != left[1] {
				t.Errorf("%s %s, started %v: after a few readings\n%s, after many\n%s", c.Do, c.What, began, left[0], left[1])
			}
		}
	}
}
