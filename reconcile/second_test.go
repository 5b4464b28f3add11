package reconcile_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

func shownThere(ply int) trace.Command { return trace.Command{Do: trace.DoSecondBoard, Ply: ply} }

// TestMoveOnBothBoards: in a game on two boards a move is completed once both show it. An earlier
// press only changes the clock and is noted for the arbiter (2001 and 2005: F2.3, 2009: E2.3, from
// 2014: D.2.3). Texts before 2001 know no second board (F-E1, F-E2.3).
func TestMoveOnBothBoards(t *testing.T) {
	for _, laws := range []rules.Laws{rules.FIDE1997, rules.FIDE2001, rules.FIDE2005, rules.FIDE2009, rules.FIDE2018, rules.FIDE2023} {
		h := timed("5400", laws)
		h.TwoBoards = true
		b := sit(t, h)
		b.do(start())
		if laws == rules.FIDE1997 {
			b.turn("e2e4")
			if b.count("completed") != 1 {
				t.Errorf("%v: not completed", laws)
			}
			continue
		}
		b.refused(shownThere(2), "ply 2 is not in the game")
		b.turn("e2e4") // White presses too early
		if n, early := b.count("completed"), b.remarks("clock_before_second_board"); n != 0 || early != 1 {
			t.Errorf("%v: %d completed, %d remarks", laws, n, early)
		}
		if s := b.g.State(); s.Completed || len(s.Needs) != 1 || s.Needs[0] != "second_board" {
			t.Errorf("%v: completed %v, needs %v", laws, s.Completed, s.Needs)
		}
		if c, _ := b.g.Clock(); c.Turn() != rules.Black { // the clock follows its lever
			t.Errorf("%v: %v runs", laws, c.Turn())
		}
		b.do(shownThere(1))
		b.do(shownThere(1)) // reported twice
		if c, _ := b.g.Clock(); b.count("completed") != 1 || c.Moves(rules.White) != 1 || !b.g.State().Completed {
			t.Errorf("%v: %d completed, White has %d moves", laws, b.count("completed"), c.Moves(rules.White))
		}
		b.move("e7e5") // in the right order: made on both, then pressed
		b.wait(500 * time.Millisecond)
		b.do(shownThere(2))
		b.press(rules.Black)
		b.wait(time.Second)
		if b.count("completed") != 2 || b.remarks("clock_before_second_board") != 1 {
			t.Errorf("%v: %v", laws, b.changes())
		}
		b.turn("g1f3")
		b.turn("b8c6") // the reply shows that the move was made there, even if nobody reported it
		if n := b.count("completed"); n != 3 {
			t.Errorf("%v: %d completed", laws, n)
		}
		b.do(trace.Command{Do: trace.DoTakeBack, Plies: 2})
		b.refused(shownThere(4), "not in the game")
		if ply, ok := b.g.SecondBoard(); ply != 2 || !ok {
			t.Errorf("%v: the second board shows half-move %d", laws, ply)
		}
		if n := len(b.g.Actions()); n != 2 {
			t.Errorf("%v: %d actions: what the other board shows is none", laws, n)
		}
	}
	b := sit(t, timed("5400", rules.FIDE2009))
	b.do(start())
	b.turn("e2e4")
	b.refused(shownThere(1), "one board")
}
