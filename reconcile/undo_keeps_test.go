package reconcile_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestUndoKeepsTimes: a restore after an undo goes back to the times that the clock showed at that half-move, although the
// undo itself charges nothing.
func TestUndoKeepsTimes(t *testing.T) {
	var left [2][2]time.Duration
	for i, mistake := range []bool{false, true} {
		b := sit(t, timed("5400", rules.FIDE2018))
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		if mistake {
			b.do(trace.Command{Do: trace.DoTouch, By: "white", Square: "a1"})
		}
		for _, uci := range strings.Fields("g1f3 b8c6 f1c4 f8c5") {
			b.wait(time.Minute)
			b.turn(uci)
		}
		if mistake {
			b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		}
		b.do(trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 4})
		left[i][rules.White], left[i][rules.Black] = b.left()
	}
	if left[0] != left[1] {
		t.Errorf("the clock shows %v after the undo, and %v without the action", left[1], left[0])
	}
}

// TestUndoKeepsPlies: set-position with the position that stands begins to count half-moves again, and its undo tells
// the game with the numbers of its history.
func TestUndoKeepsPlies(t *testing.T) {
	h := timed("5400+30", rules.FIDE2018)
	h.History = strings.Fields("e2e4 e7e5")
	b := &table{t: t, g: newGame(t, h)}
	p := rules.StartPosition()
	for _, uci := range h.History {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		p = p.After(m)
	}
	b.shown = board(p)
	b.take(trace.Scan{Board: b.shown})
	b.wait(2 * time.Second)
	b.do(start())
	b.do(trace.Command{Do: trace.DoSetPosition, By: "arbiter", FEN: p.FEN()})
	b.wait(time.Second)
	b.turn("g1f3")
	n := len(b.lines)
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	if i := slices.IndexFunc(b.lines[n:], func(line string) bool { return strings.Contains(line, `"made"`) }); i < 1 || !strings.Contains(b.lines[n+i], `"ply":3`) || !strings.Contains(b.lines[n], `"started"`) {
		t.Errorf("the undo tells\n%s", strings.Join(b.lines[n:], "\n"))
	}
	if moves := b.g.Playing().Moves; len(moves) != 1 || moves[0].Ply != 3 {
		t.Errorf("the record has %+v", moves)
	}
}

// TestUndoKeepsQuestion: the undo of a touch does not ask a person again what is asked already.
func TestUndoKeepsQuestion(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	for _, uci := range strings.Fields("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 g8f6") {
		b.turn(uci)
	}
	b.do(trace.Command{Do: trace.DoTouch, By: "white", Square: "a1"})
	for sq := range (rules.RankSquares(0) | rules.RankSquares(1)).All() {
		b.shown[sq] = sensors.Unknown
	}
	b.wait(10 * time.Second)
	b.press(rules.White)
	b.wait(5 * time.Second)
	for i, uci := range strings.Fields("h7h6 c4b5 a7a6 b5a4 b7b5 a4b3 c5b6") {
		b.move(uci)
		b.wait(500 * time.Millisecond)
		b.press(rules.Color(1 - i%2))
		b.wait(10 * time.Second)
	}
	asked := b.g.Question()
	if asked == nil {
		t.Fatal("nothing is asked")
	}
	n := len(b.lines)
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	if b.g.Question() != asked {
		t.Error("another question is open")
	}
	for _, line := range b.lines[n:] {
		if strings.Contains(line, `"asked"`) || strings.Contains(line, `"answered"`) {
			t.Error(line)
		}
	}
}

// TestCorrectedSquaresPlay: a move between squares that were corrected moves ago is a move like any other, also if a slow
// scan shows it together with a piece that the opponent adjusts.
func TestCorrectedSquaresPlay(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	b.do(start())
	for _, uci := range strings.Fields("e2e4 e7e5 g1f3") {
		b.turn(uci)
	}
	for _, uci := range []string{"g1h3", "g1f3"} {
		b.do(trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 3, UCI: uci})
		b.wait(2 * time.Second)
	}
	for _, uci := range strings.Fields("b8c6 f1c4 f8c5") {
		b.turn(uci)
	}
	b.shown[rules.F3], b.shown[rules.C5], b.shown[rules.G1] = sensors.Empty, sensors.Empty, sensors.Occupied
	b.take(trace.Scan{Board: b.shown})
	b.wait(100 * time.Millisecond)
	b.place(rules.C5)
	b.wait(500 * time.Millisecond)
	b.press(rules.White)
	b.wait(5 * time.Second)
	if got := b.line(); got != "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 f3g1" {
		t.Errorf("the line is %s", got)
	}
}

// TestExternalClockBegan: a clock that is read has begun when its time began to run, and not with the first reading that
// shows it: a touch before that reading binds.
func TestExternalClockBegan(t *testing.T) {
	for _, late := range []bool{false, true} {
		h := trace.DefaultHeader()
		h.Laws = rules.FIDE2018
		b := sit(t, h)
		read := func(white int, runs string) {
			b.do(arbiter(trace.DoClockReading, map[string]any{"white_ms": white, "black_ms": 300_000, "runs": runs, "flag": "none"}))
		}
		adjust := func(sq rules.Square) {
			b.lift(sq)
			b.wait(1500 * time.Millisecond)
			b.place(sq)
			b.wait(500 * time.Millisecond)
		}
		read(300_000, "none")
		adjust(rules.G1) // for the game that is to begin
		if !late {
			read(300_000, "white")
		}
		b.wait(100 * time.Millisecond)
		adjust(rules.B1)
		if late {
			read(297_900, "white")
		}
		b.wait(500 * time.Millisecond)
		if duty := b.g.State().Obligation; duty == nil || len(duty.Squares) != 1 || duty.Squares[0] != "b1" {
			t.Errorf("late %v: the duty is %+v, want b1", late, duty)
		}
	}
}

// TestUndoKeepsReason: the arbiter confirms what a flag has proposed, and takes that back: the result is proposed
// again, for the same reason.
func TestUndoKeepsReason(t *testing.T) {
	b := sit(t, timed("60", rules.FIDE2018))
	b.turn("e2e4")
	b.wait(61 * time.Second)
	proposed := ""
	for _, line := range b.lines {
		if strings.Contains(line, `"proposed":true`) {
			proposed = line[strings.Index(line, `"result":`):]
		}
	}
	if !strings.Contains(proposed, `"reason":"flag`) {
		t.Fatalf("no flag: %v", b.lines)
	}
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	n := len(b.lines)
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	again := strings.Join(b.lines[n:], "\n")
	if !strings.Contains(again, proposed) {
		t.Errorf("proposed was %s; after the undo\n%s", proposed, again)
	}
}
