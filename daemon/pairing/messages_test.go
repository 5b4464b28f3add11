package pairing_test

import (
	"reflect"
	"testing"
	"time"

	"touchmove/daemon/pairing"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// tactileGame returns a game at a tactile board that shows the position after the moves, which have
// been made.
func tactileGame(t *testing.T, moves ...[2]rules.Square) *reconcile.Game {
	t.Helper()
	h := trace.DefaultHeader()
	h.Tactile, h.Clock = true, trace.ClockButtons
	return gameOf(t, h, moves...)
}

// gameOf is tactileGame for any header.
func gameOf(t *testing.T, h trace.Header, moves ...[2]rules.Square) *reconcile.Game {
	t.Helper()
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	at, board, start := time.Duration(0), sensors.Scan{}, rules.StartPosition()
	for sq := range board {
		board[sq] = sensors.Empty
		if start.At(rules.Square(sq)) != rules.NoPiece {
			board[sq] = sensors.Occupied
		}
	}
	take := func(what trace.What, wait time.Duration) {
		t.Helper()
		if _, err := g.Step(trace.Record{At: at, What: what}); err != nil {
			t.Fatal(err)
		}
		at += wait
	}
	take(trace.Scan{Board: board}, 5*time.Second)
	for i, m := range moves {
		board[m[0]] = sensors.Empty
		take(trace.Scan{Board: board}, 400*time.Millisecond)
		board[m[1]] = sensors.Occupied
		take(trace.Scan{Board: board}, time.Second)
		take(trace.Press{By: rules.Color(i % 2)}, 5*time.Second)
	}
	take(trace.Scan{Board: board}, 0)
	if made := g.Playing().Moves; len(made) != len(moves) {
		t.Fatalf("%d moves were made, and the game has %+v", len(moves), made)
	}
	return g
}

// A player may announce a move before it is made, or only once it stands on the board: then it is
// already the last move, also the first one of a game, and is not announced again for the next.
func TestAnnouncement(t *testing.T) {
	e4, e5 := [2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.E7, rules.E5}
	for _, c := range []struct {
		name      string
		moves     [][2]rules.Square // made on both boards
		announces string
		by        string // who announces it on the other board; "" if that has the move
	}{
		{"the first move, before it is made", nil, "e2e4", "white"},
		{"the first move, after it was made", [][2]rules.Square{e4}, "e2e4", ""},
		{"the second move, before it is made", [][2]rules.Square{e4}, "e7e5", "black"},
		{"the second move, after it was made", [][2]rules.Square{e4, e5}, "e7e5", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			own, other := tactileGame(t, c.moves...), tactileGame(t, c.moves...)
			main, second := pairing.New(own)
			main.Forward(own, trace.Command{Do: trace.DoAnnounce, UCI: c.announces}, nil)
			what, ok := second.Receive(other)
			if c.by == "" {
				if ok {
					t.Errorf("the other board, which has the move, takes %+v", what)
				}
				return
			}
			want := trace.Command{Do: trace.DoAnnounce, By: c.by, UCI: c.announces}
			got, _ := what.(trace.Command)
			got.Extra = ""
			if !ok || !reflect.DeepEqual(got, want) {
				t.Errorf("the other board takes %+v, want %+v", what, want)
			}
		})
	}
}

// A move that the second board has taken over from the record does not go back there: the arbiter
// may have undone it in the meantime. A move that was made on the second board does.
func TestMoveOfTheRecordIsNotSentBack(t *testing.T) {
	moved := reconcile.Event{What: reconcile.Made{Ply: 1, UCI: "e2e4"}}
	for _, c := range []struct {
		what trace.What
		back bool
	}{
		{trace.Command{Do: trace.DoSecondBoard, Ply: 1, UCI: "e2e4"}, false},
		{trace.Scan{}, true},
	} {
		own, other := tactileGame(t), tactileGame(t, [2]rules.Square{rules.E2, rules.E4})
		main, second := pairing.New(own)
		second.Forward(other, c.what, []reconcile.Event{moved})
		if what, ok := main.Receive(own); ok != c.back {
			t.Errorf("after %+v the record takes %+v, %v", c.what, what, ok)
		}
	}
}

// What both boards show after a correction of the record, before any hand has touched them, is
// no half-move, and neither is a piece that is lifted from both. What they show once they have
// been put right is one, and so is the next move, before it is published.
func TestSecondBoardAfterACorrection(t *testing.T) {
	h := trace.DefaultHeader()
	h.TwoBoards, h.Clock = true, trace.ClockButtons
	g := gameOf(t, h, [2]rules.Square{rules.E2, rules.E4})
	main, second := pairing.New(g)
	other := gameOf(t, trace.DefaultHeader(), [2]rules.Square{rules.E2, rules.E4})
	now, board := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC), sensors.Scan{}
	for sq := range board {
		board[sq] = sensors.Empty
		if p := g.Position(); p.At(rules.Square(sq)) != rules.NoPiece {
			board[sq] = sensors.Occupied
		}
	}
	at := 30 * time.Second
	step := func(what trace.What) {
		t.Helper()
		if _, err := g.Step(trace.Record{At: at, What: what}); err != nil {
			t.Fatal(err)
		}
		at += time.Second
	}
	shows := func(when string, want int) {
		t.Helper()
		for range 3 { // both have been at rest
			now = now.Add(time.Second)
			second.Look(other, now, board)
			main.Look(g, now, board)
		}
		what, ok := main.SecondBoardMove(g, board)
		if c, _ := what.(trace.Command); ok != (want > 0) || c.Ply != want {
			t.Errorf("%s: the second board shows %+v, want half-move %d", when, what, want)
		}
		if ok {
			step(what)
		}
	}
	shows("after the move", 1)
	shows("and later", 0)
	step(trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 1, UCI: "e2e3"})
	shows("corrected", 0)
	board[rules.E4] = sensors.Empty
	shows("the pawn is lifted", 0)
	board[rules.E3] = sensors.Occupied
	shows("put right", 1)
	board[rules.D7] = sensors.Empty
	shows("the next piece is lifted", 0)
	board[rules.D5] = sensors.Occupied
	shows("the next move is on both boards", 2)
}
