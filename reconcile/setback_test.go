package reconcile_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestRestoreToAnEarlierPly: the game goes back to an earlier half-move. Counters and times are
// those of that half-move, the board is put right square by square without making moves, and play
// goes on from there (F-6.13, F-7.4a, F-7.5).
func TestRestoreToAnEarlierPly(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2023))
	b.do(start())
	for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"} {
		b.turn(uci)
	}
	times := b.g.Games()[0].Moves[2].Left // after 2. Nf3
	b.refused(trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 9}, "is not in the game")
	b.do(trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 3})
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Fatalf("the line is %s", got)
	}
	w, bl := b.left()
	if [2]time.Duration{w, bl} != times {
		t.Errorf("the clock shows %v and %v, then it was %v", w, bl, times)
	}
	s := b.g.Situation()
	if s.Times.Moves != [2]int{2, 1} || s.Times.Phase != chessclock.Paused || s.Times.Runs != rules.Black {
		t.Errorf("counters %v, %v, %v to run", s.Times.Moves, s.Times.Phase, s.Times.Runs)
	}
	words := func() (list []string) {
		for _, g := range b.g.Guide() {
			if g.Remove {
				list = append(list, "off "+g.Square.String())
			} else {
				list = append(list, fmt.Sprintf("%v on %v", g.Put, g.Square))
			}
		}
		return list
	}
	if got := words(); !slices.Equal(got, []string{"off b5", "off a6", "off c6", "B on f1", "p on a7", "n on b8"}) {
		t.Errorf("guide %v", got)
	}
	for len(b.g.Guide()) > 0 {
		next := b.g.Guide()[0]
		is := sensors.Occupied
		if next.Remove {
			is = sensors.Empty
		}
		b.shown[next.Square] = is
		b.take(trace.Change{Square: next.Square, Is: is})
		b.wait(800 * time.Millisecond)
	}
	b.wait(3 * time.Second)
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Fatalf("putting the board right made moves: %s", got)
	}
	b.do(start())
	b.turn("g8f6")
	b.turn("f3e5")
	if got := b.line(); got != "e2e4 e7e5 g1f3 g8f6 f3e5" {
		t.Errorf("play goes on with %s", got)
	}
}

// TestUndo: an undo after any action restores what was before it: the moves, the duties, the
// counts, the result and the times.
func TestUndo(t *testing.T) {
	extra := func(do string, keys map[string]any) trace.Command { return arbiter(do, keys) }
	for _, c := range []struct {
		name string
		do   trace.Command
		prep func(b *table)
	}{
		{name: "take-back", do: trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 3}},
		{name: "restore", do: trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 1}},
		{name: "correct", do: trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 2, UCI: "d7d5"}},
		{name: "set-position", do: trace.Command{Do: trace.DoSetPosition, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}},
		{name: "result", do: trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"}},
		{name: "resign", do: player(trace.DoResign, "white", "")},
		{name: "penalty", do: extra(trace.DoPenalty, map[string]any{"kind": "add-opponent", "player": "black"})},
		{name: "loss", do: extra(trace.DoPenalty, map[string]any{"kind": "loss", "player": "black"})},
		{name: "set-clock", do: extra(trace.DoSetClock, map[string]any{"white_ms": 1, "black_ms": 2, "white_moves": 9, "runs": "black"})},
		{name: "flag", do: player(trace.DoFlag, "white", "")},
		{name: "touch", do: trace.Command{Do: trace.DoTouch, By: "white", Square: "b1"}},
		{name: "wrong claim", do: player(trace.DoClaim, "white", trace.ClaimRepetition)},
		{name: "verdict", do: player(trace.DoVerdict, "arbiter", "rejected"), prep: func(b *table) { b.do(player(trace.DoClaim, "white", trace.ClaimRepetition)) }},
		{name: "offer", do: player(trace.DoOfferDraw, "black", "")},
		{name: "acceptance", do: player(trace.DoAcceptDraw, "white", ""), prep: func(b *table) { b.do(player(trace.DoOfferDraw, "black", "")) }},
		{name: "stop", do: player(trace.DoStopClocks, "arbiter", "")},
		{name: "illegal move confirmed", do: player(trace.DoIllegal, "arbiter", "confirm"), prep: func(b *table) {
			b.move("d2d5")
			b.wait(500 * time.Millisecond)
			b.press(rules.White)
			b.wait(3 * time.Second)
		}},
		{name: "illegal move not counted", do: player(trace.DoIllegal, "arbiter", "not-counted"), prep: func(b *table) {
			b.move("d2d5")
			b.wait(500 * time.Millisecond)
			b.press(rules.White)
			b.wait(3 * time.Second)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := sit(t, timed("5400+30", rules.FIDE2018))
			b.do(start())
			for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
				b.turn(uci)
			}
			if c.prep != nil {
				c.prep(b)
			}
			line, before, state := b.line(), b.g.Situation(), b.g.State()
			b.do(c.do)
			after, changed := b.g.Situation(), b.g.State()
			if c.name != "flag" && after == before && reflect.DeepEqual(state, changed) {
				t.Fatal("the action changed nothing")
			}
			b.do(player(trace.DoUndo, "arbiter", ""))
			again := b.g.Situation()
			if got := b.line(); got != line {
				t.Errorf("the line is %s, it was %s", got, line)
			}
			phase := again.Times.Phase
			if want := chessclock.Paused; before.Times.Phase == chessclock.Running && phase != want {
				t.Errorf("the clocks are %v", phase)
			}
			again.Times.Phase = before.Times.Phase // the clocks stay stopped until the arbiter starts them
			if again != before {
				t.Errorf("now %+v\nwas %+v", again, before)
			}
			now := b.g.State()
			now.Events = state.Events // remarks stay in the log
			if !reflect.DeepEqual(now, state) {
				t.Errorf("the Laws now %+v\nwas %+v", now, state)
			}
			if results := b.results(); c.name == "flag" && (len(results) != 2 || results[1] != "* undone") {
				t.Errorf("results %v", results)
			}
			actions := b.g.Actions()
			last, undone := actions[len(actions)-1], actions[len(actions)-2]
			if last.Undoes != undone.Number || undone.Undone != last.Number || undone.Command != c.do {
				t.Errorf("the log says that %d undoes %d", last.Number, last.Undoes)
			}
			b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "nobody's"}, "no such action")
			if c.name == "set-position" || c.prep != nil && strings.HasPrefix(c.name, "illegal") {
				return
			}
			b.do(start())
			b.turn("f1b5")
			if got := b.line(); got != line+" f1b5" {
				t.Errorf("play goes on with %s", got)
			}
		})
	}
}

// TestUndoInOrder: later actions are undone before earlier ones.
func TestUndoInOrder(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	b.do(trace.Command{ID: "a-1", Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	b.do(trace.Command{ID: "a-2", Do: trace.DoResult, By: "arbiter", Result: "0-1"})
	b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "a-1"}, "undo that one first")
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "a-2"})
	if got := b.g.Situation().Result; got != "1-0" {
		t.Errorf("result %s", got)
	}
	b.do(arbiter(trace.DoUndo, map[string]any{"action": 2}))
	if got := b.g.Situation().Result; got != "*" {
		t.Errorf("result %s", got)
	}
	b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "a-1"}, "has been undone")
}

// TestTakeBackForTheOtherBoard: what is taken back because the other board of the game has taken it back is
// counted in the record, whatever stands on this board.
func TestTakeBackForTheOtherBoard(t *testing.T) {
	for _, extra := range []trace.Extra{"", `{"other_board":true}`} {
		b := sit(t, timed("5400+30", rules.FIDE2023))
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		setDownWrongly(b)
		b.move("e4e6")
		b.wait(3 * time.Second)
		b.do(trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1, Extra: extra})
		want := "e2e4 e7e5"
		if extra != "" {
			want = "e2e4"
		}
		if got := b.line(); got != want {
			t.Errorf("%s: the line is %s, want %s", extra, got, want)
		}
	}
}

// TestTakeBackAfterMovesUnseen: while half of the board cannot be read, it is not known how many moves were
// made, so none can be taken back by number. restore says after which half-move play goes on.
func TestTakeBackAfterMovesUnseen(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2023))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	for sq := rules.A1; sq <= rules.H2; sq++ {
		b.shown[sq] = sensors.Unknown
		b.take(trace.Change{Square: sq, Is: sensors.Unknown})
	}
	b.wait(5 * time.Second)
	b.wait(20 * time.Second) // White moves where nothing is read
	b.move("b8c6")
	b.wait(3 * time.Second)
	if got := b.line(); got != "e2e4 e7e5" {
		t.Fatalf("the line is %s: the move that was not seen is published", got)
	}
	back := trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1}
	b.refused(back, "that the sensors have not shown")
	b.do(trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 1})
	if got := b.line(); got != "e2e4" {
		t.Errorf("the line is %s", got)
	}
}
