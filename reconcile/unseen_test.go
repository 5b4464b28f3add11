package reconcile_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestResultOfGameThatTheBoardHasNotShown: a game that the board has never shown has the result
// that the arbiter gives it, because a player did not come or the sensors have failed. It is
// published, can be withdrawn and given again, and the next game begins when its pieces are set up.
func TestResultOfGameThatTheBoardHasNotShown(t *testing.T) {
	start := board(rules.StartPosition())
	var nothing, dark sensors.Scan
	for sq := range nothing {
		nothing[sq] = sensors.Empty
	}
	for name, shown := range map[string]sensors.Scan{"nothing stands on it": nothing, "it is not read": dark} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, trace.Header{Board: "hall-7", Sensing: sensors.Occupancy, Laws: rules.FIDE2009})
			var told []string
			at := time.Duration(0)
			take := func(what trace.What) {
				t.Helper()
				at += time.Second
				for _, e := range step(t, g, trace.Record{At: at, What: what}) {
					switch w := e.What.(type) {
					case reconcile.Started:
						told = append(told, "started")
					case reconcile.ResultKnown:
						told = append(told, fmt.Sprintf("%s %v", w.Result, w.Reason))
					}
				}
			}
			take(trace.Scan{Board: shown})
			take(trace.Command{ID: "1", Do: trace.DoResult, Result: "1-0", Why: "forfeit"})
			if got := strings.Join(told, ", "); got != "started, 1-0 arbiter" {
				t.Errorf("told: %s", got)
			}
			if p := g.Playing(); p.Result != "1-0" || len(p.Moves) != 0 {
				t.Errorf("the game stands at %q with %d moves", p.Result, len(p.Moves))
			}
			take(trace.Command{ID: "2", Do: trace.DoUndo})
			if p := g.Playing(); p.Result != "*" {
				t.Errorf("undone, the game stands at %q", p.Result)
			}
			take(trace.Command{ID: "3", Do: trace.DoResign, By: "white"})
			take(trace.Command{ID: "4", Do: trace.DoNewGame})
			take(trace.Scan{Board: start})
			at += time.Minute
			take(trace.Scan{Board: start})
			if got := g.Games(); len(got) != 2 || got[0].Result != "0-1" || !got[1].Begun || got[1].Result != "*" {
				t.Errorf("games: %+v", got)
			}
		})
	}
}

// emptied is an empty board on which a game with named players is to be set up.
func emptied(t *testing.T, h trace.Header) *table {
	t.Helper()
	b := &table{t: t, g: newGame(t, h)}
	for sq := range b.shown {
		b.shown[sq] = sensors.Empty
	}
	b.take(trace.Scan{Board: b.shown})
	b.wait(time.Second)
	b.do(arbiter(trace.DoNewGame, map[string]any{"white": map[string]any{"name": "Berg, Bo"}, "black": map[string]any{"name": "Tal, Ria"}}))
	b.wait(time.Second)
	return b
}

// beginning are the commands that begin a game that the board has not shown.
func beginning() []trace.Command {
	return []trace.Command{
		{Do: trace.DoResult, By: "arbiter", Result: "1-0", Why: "forfeit"}, {Do: trace.DoResign, By: "white"},
		{Do: trace.DoCorrect, By: "arbiter", Ply: 1, UCI: "d2d4"},
		{Do: trace.DoSetPosition, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
	}
}

// TestUndoOfWhatBeganAGame: an undo of the command that began a game without its pieces waits for them again, and what
// hands have done since is read as if the command had not been given: pieces that were set up have begun the game, and
// moves were made.
func TestUndoOfWhatBeganAGame(t *testing.T) {
	undo := arbiter(trace.DoUndo, map[string]any{"action": 2})
	for _, c := range beginning() {
		t.Run(c.Do, func(t *testing.T) {
			waits := emptied(t, timed("5400+30", rules.FIDE2023))
			waits.do(c)
			if !waits.g.Playing().Begun || waits.g.Number() != 1 {
				t.Fatalf("game %d has begun: %v", waits.g.Number(), waits.g.Playing().Begun)
			}
			waits.do(undo)
			if n := len(waits.events("resumed")); n != 1 || waits.events("resumed")[0]["begun"] != false || waits.g.Playing().Begun || waits.g.Playing().Result != "*" {
				t.Errorf("it is told %d times that the game waits; begun %v, %s", n, waits.g.Playing().Begun, waits.g.Playing().Result)
			}
			if wrong, _ := waits.g.SetUp(); len(wrong) != 32 {
				t.Errorf("%d squares are to be set up", len(wrong))
			}
			touched := len(waits.events("touched"))
			waits.setUp(rules.StartPosition())
			if n := len(waits.events("touched")); n != touched || !waits.g.Playing().Begun {
				t.Errorf("setting up has touched %d pieces, and begun the game: %v", n-touched, waits.g.Playing().Begun)
			}
			waits.do(start())
			waits.turn("e2e4")
			waits.turn("e7e5")
			if waits.line() != "e2e4 e7e5" || waits.g.Number() != 1 {
				t.Errorf("game %d: %s", waits.g.Number(), waits.line())
			}

			if c.Do == trace.DoSetPosition || c.Do == trace.DoCorrect {
				return // setting up the pieces of the first position is something else then
			}
			played := emptied(t, timed("5400+30", rules.FIDE2023))
			played.do(c)
			played.setUp(rules.StartPosition())
			played.wait(10 * time.Second)
			for _, uci := range []string{"e2e4", "e7e5", "g1f3"} {
				played.move(uci)
				played.wait(2 * time.Second)
			}
			if played.line() != "" || played.g.Number() != 1 {
				t.Fatalf("the game is over, and has the moves %s", played.line())
			}
			played.do(undo)
			played.wait(3 * time.Second)
			if played.line() != "e2e4 e7e5 g1f3" || played.g.Number() != 1 || played.g.Situation().Result != "*" {
				t.Errorf("undone, game %d has the moves %q and stands at %s", played.g.Number(), played.line(), played.g.Situation().Result)
			}
			if n := len(played.events("resumed")); n != 0 {
				t.Errorf("it is told that the game waits, and it was played")
			}
		})
	}
}

// TestUndoOfWhatBeganAGameLongAgo: after too many readings to take them again, the game waits for its first position,
// too, and begins with it.
func TestUndoOfWhatBeganAGameLongAgo(t *testing.T) {
	for _, c := range beginning() {
		b := emptied(t, timed("5400+30", rules.FIDE2023))
		b.do(c)
		for range 1600 {
			b.take(trace.Change{Square: rules.E5, Is: sensors.Occupied})
			b.wait(300 * time.Millisecond)
			b.take(trace.Change{Square: rules.E5, Is: sensors.Empty})
			b.wait(300 * time.Millisecond)
		}
		b.do(arbiter(trace.DoUndo, map[string]any{"action": 2}))
		if b.g.Playing().Begun || b.g.Playing().Result != "*" || b.line() != "" {
			t.Errorf("%s: undone, the game has begun: %v, %s, %s", c.Do, b.g.Playing().Begun, b.line(), b.g.Playing().Result)
		}
		b.setUp(rules.StartPosition())
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		if b.line() != "e2e4 e7e5" || b.g.Number() != 1 {
			t.Errorf("%s: game %d has the moves %s", c.Do, b.g.Number(), b.line())
		}
	}
}

// TestMovesEnteredBeforeThePieces: a game whose sensors are dead is entered move by move, from the header's
// position, after the moves of its history.
func TestMovesEnteredBeforeThePieces(t *testing.T) {
	h := timed("5400+30", rules.FIDE2023)
	h.History = []string{"e2e4", "e7e5"}
	b := &table{t: t, g: newGame(t, h)}
	b.take(trace.Scan{Board: b.shown}) // nothing is read
	b.wait(time.Second)
	b.refused(ply(1, "d2d4"), "is not in the game")
	b.do(ply(3, "g1f3"))
	b.do(ply(4, "b8c6"))
	b.do(trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1})
	b.do(ply(4, "g8f6"))
	if got := b.g.Situation(); b.line() != "g1f3 g8f6" || got.Ply != 4 {
		t.Errorf("%s, ply %d", b.line(), got.Ply)
	}
	b.do(trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition})
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1/2-1/2"})
}

// TestBeforeTheGameHasBegun: what is about moves or the result of a game is refused before it has begun, with what
// begins it; an earlier version accepted it although it did nothing, and its journals are replayed.
func TestBeforeTheGameHasBegun(t *testing.T) {
	for _, text := range []string{
		`claim what=repetition by=white`, `claim what=time by=white`, `offer-draw by=black`, `flag by=white why=x`, `touch square=e2 by=white`, `attribute square=e2 to=white`,
		`promote piece=queen`, `restore`, `restore ply=0`, `result result=*`, `irregularity what=two-hands player=white`, `irregularity what=colours-swapped`,
		`penalty kind=loss player=white`, `penalty kind=exclude player=white`, `penalty kind=both-lose`, `penalty kind=device player=white`,
	} {
		c := given(t, text)
		if c.By == "" {
			c.By = "arbiter"
		}
		emptied(t, timed("5400+30", rules.FIDE2023)).refused(c, "no game has begun")
		h := timed("5400+30", rules.FIDE2023)
		h.WrittenBy = "0.0.9"
		old := emptied(t, h)
		if _, err := old.g.Again(trace.Record{At: old.at, What: c}); err != nil || old.g.Playing().Begun {
			t.Errorf("%s: in an old journal: %v, begun %v", text, err, old.g.Playing().Begun)
		}
	}
}
