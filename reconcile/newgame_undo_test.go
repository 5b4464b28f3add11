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

// setUp puts the pieces of a position on the board, one after the other.
func (b *table) setUp(p rules.Position) {
	b.t.Helper()
	want := board(p)
	for _, is := range []sensors.State{sensors.Empty, sensors.Occupied} {
		for sq := range want {
			if want[sq] == is && b.shown[sq] != is {
				b.shown[sq] = is
				b.take(trace.Change{Square: rules.Square(sq), Is: is})
				b.wait(200 * time.Millisecond)
			}
		}
	}
	b.wait(3 * time.Second)
}

// TestNewGameUndone: a new-game command given by mistake is undone. The game before goes on as it
// was, with its moves, clock, duties and default time. What was played in the wrong game stays on
// record and does not count. The board is put right without making moves.
func TestNewGameUndone(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	b.do(start())
	for _, uci := range strings.Fields("e2e4 e7e5 g1f3 b8c6") {
		b.turn(uci)
	}
	b.lift(rules.F1) // touched: the bishop has to move
	b.wait(time.Second)
	b.place(rules.F1)
	b.wait(2 * time.Second)
	was, left := stands(b), b.at
	position := b.g.Position()

	b.do(arbiter(trace.DoNewGame, map[string]any{"time_control": "300+2", "white": map[string]any{"name": "Berg, Bo"}}))
	wrong := len(b.g.Actions())
	b.setUp(rules.StartPosition())
	b.do(start())
	b.turn("d2d4")
	b.turn("d7d5")
	b.wait(time.Minute)
	if b.g.Number() != 2 || b.line() != "d2d4 d7d5" {
		t.Fatalf("game %d: %s", b.g.Number(), b.line())
	}
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	b.refused(arbiter(trace.DoUndo, map[string]any{"action": wrong}), "has a result")
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	told := len(b.told)
	b.do(arbiter(trace.DoUndo, map[string]any{"action": wrong}))

	var names []string
	for _, m := range b.told[told:] {
		if name := m["event"].(string); name == "annulled" || name == "resumed" {
			names = append(names, name)
			if m["game"].(float64) != map[string]float64{"annulled": 2, "resumed": 1}[name] {
				t.Errorf("told of another game: %v", m)
			}
		}
	}
	if !reflect.DeepEqual(names, []string{"annulled", "resumed"}) {
		t.Errorf("told %v", names)
	}
	is := stands(b)
	if is.Situation.Times.Phase != chessclock.Paused {
		t.Errorf("the clock is %v", is.Situation.Times.Phase)
	}
	is.Situation.Times.Phase, is.Situation.Times.At = was.Situation.Times.Phase, was.Situation.Times.At
	if !reflect.DeepEqual(is, was) {
		t.Errorf("now %+v\nwas %+v", is, was)
	}
	games := b.g.Games()
	if len(games) != 2 || games[0].Annulled || !games[1].Annulled || len(games[1].Moves) != 2 {
		t.Errorf("%d games, annulled %v %v", len(games), games[0].Annulled, games[1].Annulled)
	}
	c, _ := b.g.Clock()
	if stood := c.Stood(); stood != b.at-left {
		t.Errorf("the clock stood for %v of %v", stood, b.at-left)
	}
	b.refused(arbiter(trace.DoUndo, map[string]any{"action": wrong}), "has been undone")
	if n := b.g.Undoable(); n == 0 || b.g.Actions()[n-1].Game != 1 {
		t.Errorf("the next undo is %d", n)
	}

	// The pieces stand as in the wrong game, and are set up as in the right one.
	if len(b.g.Guide()) == 0 {
		t.Error("nothing is to be put right")
	}
	b.wait(time.Minute)
	b.setUp(rules.StartPosition()) // on the way this must not begin a third game
	b.wait(time.Minute)
	b.setUp(position)
	if len(b.g.Guide()) != 0 || b.g.Number() != 1 || len(b.g.Games()) != 2 || b.line() != was.Line {
		t.Fatalf("game %d of %d: %s, guide %v", b.g.Number(), len(b.g.Games()), b.line(), b.g.Guide())
	}
	b.do(start())
	b.turn("f1b5")
	b.turn("a7a6")
	if got := b.line(); got != was.Line+" f1b5 a7a6" {
		t.Errorf("play goes on with %s", got)
	}
	b.do(trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 1, UCI: "d2d4"}) // its moves can be corrected as before
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	if got := b.line(); got != was.Line+" f1b5 a7a6" {
		t.Errorf("after a correction undone: %s", got)
	}
}

// TestNewGameUndoneAfterAResult: a game that is over stays over when the new-game after it is
// undone, and the next one begins when its pieces are set up again.
func TestNewGameUndoneAfterAResult(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	b.do(start())
	b.turn("e2e4")
	b.do(word(trace.DoResign, "black", ""))
	b.wait(10 * time.Second)
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter"})
	b.setUp(rules.StartPosition())
	b.do(arbiter(trace.DoUndo, map[string]any{"action": 3}))
	b.wait(time.Minute)
	if b.g.Number() != 1 || b.g.Situation().Result != "1-0" || len(b.g.Games()) != 2 {
		t.Fatalf("game %d of %d: %s", b.g.Number(), len(b.g.Games()), b.g.Situation().Result)
	}
	b.lift(rules.E2)
	b.wait(5 * time.Second)
	b.place(rules.E2)
	b.wait(time.Minute)
	if b.g.Number() != 3 || !b.g.Playing().Begun {
		t.Errorf("game %d has begun: %v", b.g.Number(), b.g.Playing().Begun)
	}
}

// TestNewGameUndoneBeforeTheFirst: before any game has begun, two new-game commands follow each
// other. Undoing them brings back the earlier positions, one after the other.
func TestNewGameUndoneBeforeTheFirst(t *testing.T) {
	h := timed("5400+30", rules.FIDE2018)
	b := &table{t: t, g: newGame(t, h)}
	for sq := range b.shown {
		b.shown[sq] = sensors.Empty
	}
	b.take(trace.Scan{Board: b.shown})
	b.wait(time.Second)
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})
	b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", FEN: "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"})
	b.refused(arbiter(trace.DoUndo, map[string]any{"action": 1}), "undo that one first")
	for _, want := range []string{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", rules.StartFEN} {
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		if got := b.g.Position().FEN(); got != want || b.g.Number() != 1 || b.g.Playing().Begun {
			t.Errorf("%s waits, want %s", got, want)
		}
	}
	b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter"}, "no such action")
	b.setUp(rules.StartPosition())
	b.do(start())
	b.turn("e2e4")
	if b.line() != "e2e4" || b.g.Number() != 1 {
		t.Errorf("game %d: %s", b.g.Number(), b.line())
	}
}

// TestNewGameKeptElsewhere: in the journal to which play returns, the other game is not a game: it
// does not begin there, and nothing falls due in the meantime.
func TestNewGameKeptElsewhere(t *testing.T) {
	b := sit(t, timed("60", rules.FIDE2018))
	b.do(start())
	b.wait(10 * time.Second)
	was := stands(b)
	b.do(arbiter(trace.DoNewGame, map[string]any{"elsewhere": "hall-7-2-1", "from": 1}))
	told := len(b.told)
	b.at += 10 * time.Minute // as in the journal: the other game was played in between
	b.take(trace.Scan{Board: b.shown})
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	var names []string
	for _, m := range b.told[told:] {
		names = append(names, fmt.Sprint(m["event"], " ", m["game"], " ", m["annulled"]))
	}
	if want := []string{"resumed 1 hall-7-2-1", "clock 1 <nil>"}; !slices.Equal(names, want) {
		t.Errorf("told %v, want %v", names, want)
	}
	is := stands(b)
	is.Situation.Times.Phase, is.Situation.Times.At = was.Situation.Times.Phase, was.Situation.Times.At
	if !reflect.DeepEqual(is, was) || b.g.Number() != 1 {
		t.Errorf("now %+v\nwas %+v", is, was)
	}
}

// TestNewGameUndoneElsewhere: in the journal of the game that was begun by mistake, nothing follows
// the undo: the game before has its own journal.
func TestNewGameUndoneElsewhere(t *testing.T) {
	b := &table{t: t, g: newGame(t, timed("5400+30", rules.FIDE2018))}
	b.shown = board(rules.StartPosition())
	b.take(trace.Scan{Board: b.shown})
	b.do(arbiter(trace.DoNewGame, map[string]any{"after": "hall-7-1"}))
	b.wait(2 * time.Second)
	b.do(start())
	b.turn("e2e4")
	b.do(arbiter(trace.DoUndo, map[string]any{"action": 1}))
	if !b.g.IsClosed() || !b.g.Games()[0].Annulled || b.line() != "e2e4" {
		t.Errorf("closed %v: %+v", b.g.IsClosed(), b.g.Games()[0])
	}
	if _, err := b.g.Step(trace.Record{At: b.at + 1, What: trace.Press{By: rules.White}}); err == nil {
		t.Error("a press follows")
	}
}
