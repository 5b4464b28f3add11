package reconcile_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// nobodyCounted fails if an illegal move was counted or a press without a move was told.
func (b *table) nobodyCounted(name string, after time.Duration) {
	b.t.Helper()
	if n := b.g.Situation().Illegal; n != [2]int{} || b.remarks("clock_without_move") != 0 {
		b.t.Errorf("%s, %v: counted %v, told %d times of a press without a move; the moves are %s", name, after, n, b.remarks("clock_without_move"), b.line())
	}
}

// TestStuckUnderCapturedPiece: h2 is stuck on, White plays h2h4 and presses. Black takes the pawn off before the queen
// captures it, so the board shows the old position again: White is counted for nothing.
func TestStuckUnderCapturedPiece(t *testing.T) {
	for _, laws := range []rules.Laws{rules.FIDE2009, rules.FIDE2018, rules.FIDE2023} {
		for _, after := range []time.Duration{50, 150, 300, 800, 1300, 1800, 2500} {
			after *= time.Millisecond
			b := sit(t, timed("5400+30", laws))
			b.do(start())
			for _, m := range []string{"e2e4", "e7e5"} {
				b.turn(m)
				b.wait(time.Second)
			}
			b.place(rules.H4)
			b.wait(500 * time.Millisecond)
			b.press(rules.White)
			b.wait(after)
			b.lift(rules.H4)
			b.wait(900 * time.Millisecond)
			b.lift(rules.D8)
			b.wait(400 * time.Millisecond)
			b.place(rules.H4)
			b.wait(500 * time.Millisecond)
			b.press(rules.Black)
			b.wait(4 * time.Second)
			b.nobodyCounted("captured", after)
		}
	}
}

// TestTimeGivenBackForCapturedPiece: Black lays the captured pawn on the board and presses; White gives the time back
// until it is taken off (2018: 7.4). No move of White's is published, nobody is asked and nobody is counted.
func TestTimeGivenBackForCapturedPiece(t *testing.T) {
	for _, laws := range []rules.Laws{rules.FIDE2009, rules.FIDE2018, rules.FIDE2023} {
		for _, on := range []rules.Square{rules.H4, rules.A4, rules.C3, rules.H5, rules.E2} {
			for _, after := range []time.Duration{50, 150, 400, 900, 1500, 3500} {
				after *= time.Millisecond
				b := sit(t, timed("5400+30", laws))
				b.do(start())
				for _, m := range []string{"e2e4", "d7d5", "e4d5"} {
					b.turn(m)
					b.wait(time.Second)
				}
				b.move("d8d5")
				b.wait(400 * time.Millisecond)
				b.place(on)
				b.wait(500 * time.Millisecond)
				b.press(rules.Black)
				b.wait(1500 * time.Millisecond)
				b.press(rules.White)
				b.wait(after)
				if c := b.g.State().Candidates; len(c) != 0 {
					t.Errorf("%v, %v: asks for %v", on, after, c)
				}
				b.lift(on)
				b.wait(time.Second)
				b.press(rules.Black)
				b.wait(3 * time.Second)
				b.nobodyCounted(on.String(), after)
				b.turn("g1f3")
				b.wait(3 * time.Second)
				if got, want := b.line(), "e2e4 d7d5 e4d5 d8d5 g1f3"; got != want {
					t.Errorf("%v, %v: the moves are %s, want %s", on, after, got, want)
				}
				b.nobodyCounted(on.String()+" and played on", after)
			}
		}
	}
}

// TestMoveAfterPressOnSlowBoard: a move that is begun after a press is never taken for one made before it because
// both its ends happen to be read in one scan, however slowly the board is scanned.
func TestMoveAfterPressOnSlowBoard(t *testing.T) {
	for _, period := range []time.Duration{5, 50, 100, 200} {
		for _, hand := range []time.Duration{80, 150} {
			period, hand := period*time.Millisecond, hand*time.Millisecond
			for off := time.Duration(0); off < period; off += max(period/8, 5*time.Millisecond) {
				h := timed("300+2", rules.FIDE2023)
				h.ScanHz = float64(time.Second) / float64(period)
				b := sit(t, h)
				b.do(start())
				b.turn("e2e4")
				b.turn("e7e5")
				b.wait(time.Second)
				b.press(rules.White)
				lift := b.at + 500*time.Millisecond + off
				for end := b.at + 3*time.Second; b.at < end; b.at += period {
					if b.at >= lift {
						b.shown[rules.G1] = sensors.Empty
					}
					if b.at >= lift+hand {
						b.shown[rules.F3] = sensors.Occupied
					}
					b.take(trace.Scan{Board: b.shown})
				}
				if n := b.remarks("clock_without_move"); n != 1 || b.g.Situation().Illegal != [2]int{1, 0} {
					t.Errorf("a scan each %v, a hand of %v, %v later: told %d times, counted %v", period, hand, off, n, b.g.Situation().Illegal)
				}
			}
		}
	}
}

// pressedWithoutMove is a table at which White presses without a move after 1. e4 e5.
func pressedWithoutMove(t *testing.T) *table {
	t.Helper()
	b := sit(t, timed("300+2", rules.FIDE2023))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.wait(time.Second)
	b.press(rules.White)
	return b
}

// TestTakeBackAfterPressWithoutMove: a press without a move is told and counted if the arbiter takes a move back, or
// sets up another position, while it waits for late readings.
func TestTakeBackAfterPressWithoutMove(t *testing.T) {
	for _, c := range []trace.Command{
		{Do: trace.DoTakeBack, By: "arbiter", Plies: 1},
		{Do: trace.DoRestore, By: "arbiter", Ply: 1},
		{Do: trace.DoCorrect, By: "arbiter", Ply: 2, UCI: "e7e6"},
		{Do: trace.DoSetPosition, By: "arbiter", FEN: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
	} {
		for _, after := range []time.Duration{300, 700, 1100, 1500} {
			after *= time.Millisecond
			b := pressedWithoutMove(t)
			b.wait(after)
			b.do(c)
			b.wait(5 * time.Second)
			if n := b.remarks("clock_without_move"); n != 1 || b.g.Situation().Illegal != [2]int{1, 0} {
				t.Errorf("%s %v after the press: told %d times, counted %v", c.Do, after, n, b.g.Situation().Illegal)
			}
		}
	}
}

// TestTakeBackAfterDecisivePress: the second press without a move loses the game (2018: 7.5.5), also when it is
// settled by the command that takes a move back.
func TestTakeBackAfterDecisivePress(t *testing.T) {
	for _, after := range []time.Duration{300, 700, 1500} {
		after *= time.Millisecond
		b := pressedWithoutMove(t)
		b.wait(3 * time.Second)
		b.press(rules.Black)
		b.wait(3 * time.Second)
		b.press(rules.White)
		b.wait(after)
		b.do(trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1})
		b.wait(3 * time.Second)
		lost := slices.ContainsFunc(b.told, func(m map[string]any) bool { return m["event"] == "result" && m["result"] == "0-1" })
		if n := b.g.Situation().Illegal; n != [2]int{2, 0} || b.line() != "e2e4" || !lost {
			t.Errorf("taken back %v after the press: counted %v, lost %v, the moves are %s", after, n, lost, b.line())
		}
	}
}

// TestBrushAfterPressIsNoMove: a capture was pressed for, and then something fills for a moment the square to which the
// same piece could have gone without capturing. The move stays, and no touched piece is held against the player.
func TestBrushAfterPressIsNoMove(t *testing.T) {
	for _, laws := range []rules.Laws{rules.FIDE2009, rules.FIDE2018, rules.FIDE2023} {
		for _, after := range []time.Duration{100, 130, 160, 200} {
			after *= time.Millisecond
			b := sit(t, timed("5400+30", laws))
			b.do(start())
			for _, m := range []string{"e2e4", "d7d5"} {
				b.turn(m)
				b.wait(time.Second)
			}
			b.lift(rules.D5)
			b.wait(120 * time.Millisecond)
			b.lift(rules.E4)
			b.wait(130 * time.Millisecond)
			b.place(rules.D5)
			b.wait(400 * time.Millisecond)
			b.press(rules.White)
			b.wait(after)
			b.place(rules.E5)
			b.wait(150 * time.Millisecond)
			b.lift(rules.E5)
			b.wait(3 * time.Second)
			if line, violation := b.line(), b.g.State().Violation; line != "e2e4 d7d5 e4d5" || violation != nil || len(b.events("amended")) != 0 {
				t.Errorf("%s, %v after the press: the moves are %s, %d were amended, and the violation is %v", laws, after, line, len(b.events("amended")), violation)
			}
		}
	}
}
