package reconcile_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestPromotionNamedLate: the piece of a promotion can be named at any later time, since the
// arbiter may come to the board late. An undo withdraws the name, and another piece can be named.
func TestPromotionNamedLate(t *testing.T) {
	start, err := rules.ParseFEN("6k1/P4p2/6p1/7p/8/6P1/5PKP/8 w - - 0 40")
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.NewPosition(start, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	h := trace.Header{Laws: rules.FIDE2018, Start: p.FEN()}
	g := newGame(t, h)
	at := time.Duration(0)
	put := func(w trace.What, wait time.Duration) {
		t.Helper()
		at += wait
		if _, err := g.Step(trace.Record{At: at, What: w}); err != nil {
			t.Fatal(err)
		}
	}
	a7, a8 := rules.SquareAt(0, 6), rules.SquareAt(0, 7)
	put(trace.Scan{Board: board(p)}, 0)
	put(trace.Change{Square: a7, Is: sensors.Empty}, 5*time.Second)
	put(trace.Change{Square: a8, Is: sensors.Occupied}, time.Second)
	put(trace.Press{By: rules.White}, 2*time.Second)
	put(trace.Scan{Board: g.Board()}, time.Second)
	want := func(move string, asks bool) {
		t.Helper()
		put(trace.Scan{Board: g.Board()}, time.Second)
		if got := uci(g); len(got) != 1 || got[0] != move {
			t.Errorf("the moves are %v, want %s", got, move)
		}
		if needs := g.State().Needs; (len(needs) == 1 && needs[0] == "promotion_choice") != asks {
			t.Errorf("after %s asked for: %v", move, needs)
		}
	}
	want("a7a8q", true)
	put(trace.Command{Do: trace.DoPromote, Piece: "none"}, 5*time.Second)
	want("a7a8q", false)
	if s := g.Situation(); s.Illegal[rules.White] != 1 {
		t.Errorf("a pawn left standing counts %v", s.Illegal)
	}
	put(trace.Command{Do: trace.DoUndo}, time.Second)
	want("a7a8q", true)
	put(trace.Command{Do: trace.DoPromote, Piece: "rook"}, 5*time.Minute)
	want("a7a8r", false)
	put(trace.Command{Do: trace.DoUndo}, time.Second)
	want("a7a8q", true)
	put(trace.Command{Do: trace.DoPromote, Piece: "knight"}, time.Minute)
	want("a7a8n", false)
	put(trace.Command{Do: trace.DoUndo}, time.Second)
	put(trace.Command{Do: trace.DoPromote, Piece: "queen"}, time.Second)
	want("a7a8q", false)
}
