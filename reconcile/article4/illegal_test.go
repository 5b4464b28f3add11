package article4_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestNothingIsCountedUnanchored checks that a press does not count when the recorded game
// disagrees with the board.
func TestNothingIsCountedUnanchored(t *testing.T) {
	b := newTable(t, header(rules.FIDE2023))
	b.play("e2e4")
	// Black's move e7e5 was missed; White's next move looks illegal, or like a press without a
	// move.
	b.w.Read(rules.E7, sensors.Empty, b.at)
	b.w.Read(rules.E5, sensors.Occupied, b.at)
	b.w.Press(rules.Black, b.at)
	b.landed = b.at
	b.wait(time.Second)
	b.lift("g1")
	b.place("f3")
	b.press(rules.White)
	if s := b.state(); s.Illegal != nil {
		t.Errorf("counted %+v", *s.Illegal)
	}
}

// TestIllegalOnlyAtRest checks that an illegal move must be at rest at the press before it counts;
// a piece still on its way does not count.
func TestIllegalOnlyAtRest(t *testing.T) {
	for _, c := range []struct {
		name string
		rest bool
		want int
	}{{"at rest", true, 1}, {"taken on at once", false, 0}} {
		b := newTable(t, header(rules.FIDE2009))
		b.lift("e2")
		b.place("e5")
		b.w.Press(rules.White, b.at)
		b.wait(300 * time.Millisecond)
		if !c.rest {
			b.lift("e5")
			b.place("e4")
		}
		b.wait(2 * time.Second)
		got := 0
		if ill := b.state().Illegal; ill != nil {
			got = ill.Count
		}
		if got != c.want {
			t.Errorf("%s: %d illegal moves counted, want %d", c.name, got, c.want)
		}
	}
}

// TestCountTakenBack checks that the count is withdrawn when the move turns out to have been legal,
// and when the arbiter rejects it, and that a second press for the same position does not count
// again.
func TestCountTakenBack(t *testing.T) {
	illegal := func() *table {
		b := newTable(t, header(rules.FIDE2009))
		b.lift("b1")
		b.place("b3")
		b.press(rules.White)
		b.wait(time.Second)
		if ill := b.state().Illegal; ill == nil || ill.Count != 1 || !ill.Restore {
			t.Fatalf("illegal is %+v", ill)
		}
		return b
	}
	b := illegal()
	b.made("b1a3", 3*time.Second)
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("a legal move is still counted: %+v", *ill)
	}
	b = illegal()
	b.command(trace.Command{Do: trace.DoIllegal, By: "arbiter", What: "reject"})
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("rejected, and still counted: %+v", *ill)
	}
	b = illegal()
	b.press(rules.White)
	b.press(rules.Black)
	b.press(rules.White)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 {
		t.Errorf("pressed again: %+v", ill)
	}
}

// TestTwoHands: only the arbiter sees two hands used for one move; from 2018 they count.
func TestTwoHands(t *testing.T) {
	for _, c := range []struct {
		laws rules.Laws
		want bool
	}{{rules.FIDE2009, false}, {rules.FIDE2018, true}} {
		b := newTable(t, header(c.laws))
		b.play("e2e4")
		extra, err := trace.NewExtra(map[string]any{"player": "white"})
		if err != nil {
			t.Fatal(err)
		}
		b.command(trace.Command{Do: trace.DoIrregularity, By: "arbiter", What: "two-hands", Extra: extra})
		if got := b.state().Illegal != nil; got != c.want {
			t.Errorf("%v: counted %v, want %v", c.laws, got, c.want)
		}
	}
}

// TestIdlePressTakenBack: a counted press without a move is withdrawn when the move is found later.
// The sensor of its target had not shown it.
func TestIdlePressTakenBack(t *testing.T) {
	b := newTable(t, header(rules.FIDE2018))
	b.lift("e2")
	b.press(rules.White)
	if ill := b.state().Illegal; ill != nil {
		t.Fatalf("counted before it is known that the piece is in the hand: %+v", ill)
	}
	b.wait(8 * time.Second)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 || ill.Restore {
		t.Fatalf("illegal is %+v", ill)
	}
	b.made("e2e4", 9*time.Second)
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("still counted: %+v", *ill)
	}
}

// TestPressedTwice: two presses for the same position are one illegal move; another press after the
// opponent has pressed back is a new one.
func TestPressedTwice(t *testing.T) {
	b := newTable(t, header(rules.FIDE2018))
	b.press(rules.White)
	b.press(rules.White)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 {
		t.Fatalf("illegal is %+v", ill)
	}
	b.press(rules.Black)
	b.press(rules.White)
	b.wait(2 * time.Second) // the reading of a move might be late
	s := b.state()
	if s.Illegal == nil || s.Illegal.Count != 2 || s.Result == nil || *s.Result != "0-1" {
		t.Fatalf("illegal is %+v", s.Illegal)
	}
}

// TestIdlePressTakenBackCastling960: in Chess960 castling may leave the rook where it is. That nobody has
// lifted it does not speak against castling before the press.
func TestIdlePressTakenBackCastling960(t *testing.T) {
	for _, c := range []struct {
		fen, king, rook string
		counted         bool
	}{
		{"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1", "f1", false}, // the rook stays on f1
		{"4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1", "h1", true},  // the rook goes to f1, and still stands on h1
	} {
		h := header(rules.FIDE2018)
		h.Start, h.Variant = c.fen, rules.Chess960
		b := newTable(t, h)
		b.lift(c.king)
		b.press(rules.White)
		b.wait(8 * time.Second)
		if ill := b.state().Illegal; ill == nil || ill.Count != 1 {
			t.Fatalf("%s: illegal is %+v", c.fen, ill)
		}
		b.made(c.king+c.rook, 9*time.Second)
		if ill := b.state().Illegal; (ill != nil) != c.counted {
			t.Errorf("%s: illegal is %+v, want one counted: %v", c.fen, ill, c.counted)
		}
	}
}

// TestHeldUntilJudged: while the press for a second illegal castling is judged, nothing is published,
// although its pieces are already on their squares again.
func TestHeldUntilJudged(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Start = "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1" // f1 is attacked
	b := newTable(t, h)
	castle := func() {
		b.lift("e1")
		b.place("g1")
		b.lift("h1")
		b.place("f1")
	}
	suspect := func() {
		t.Helper()
		if !b.w.SuspectPress(rules.White) {
			t.Fatal("the press is not suspect")
		}
		b.held = true // as the game does
		b.obey()
	}
	castle()
	suspect()
	b.press(rules.White)
	b.wait(time.Second)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 || !b.held {
		t.Fatalf("illegal is %+v, held %v", ill, b.held)
	}
	for _, back := range [][2]string{{"g1", "e1"}, {"f1", "h1"}} {
		b.lift(back[0])
		b.place(back[1])
	}
	b.press(rules.Black)
	if b.held {
		t.Fatal("still held, with the pieces put back")
	}
	castle()
	suspect()
	b.w.Press(rules.White, b.at)
	b.w.Finished("*", "", b.at)
	b.obey()
	if b.held {
		t.Fatal("still held, with the result taken back")
	}
	for _, back := range [][2]string{{"g1", "e1"}, {"f1", "h1"}} {
		b.lift(back[0])
		b.place(back[1])
	}
	castle()
	b.w.Read(rules.G1, sensors.Empty, b.at)
	b.w.Read(rules.F1, sensors.Empty, b.at)
	b.wait(100 * time.Millisecond)
	suspect()
	b.w.Press(rules.White, b.at)
	b.wait(70 * time.Millisecond)
	b.w.Read(rules.E1, sensors.Occupied, b.at)
	b.w.Read(rules.H1, sensors.Occupied, b.at)
	b.wait(80 * time.Millisecond)
	if !b.held {
		t.Error("published before the press is judged")
	}
	b.wait(2 * time.Second)
	if b.held {
		t.Error("held for ever")
	}
}
