package reconcile_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// playActions plays a script of single actions, half a second apart: -e2 lifts, +e4 places, w and b press
// the clock.
func playActions(t testing.TB, h trace.Header, script ...string) *reconcile.Game {
	t.Helper()
	g := newGame(t, h)
	step(t, g, trace.Record{What: trace.Scan{Board: board(rules.MustPosition(h.Start, h.Variant))}})
	at := 2 * time.Second
	for _, action := range script {
		var w trace.What
		switch action[0] {
		case 'w':
			w = trace.Press{By: rules.White}
		case 'b':
			w = trace.Press{By: rules.Black}
		default:
			sq, err := rules.ParseSquare(action[1:])
			if err != nil {
				t.Fatal(err)
			}
			is := sensors.Empty
			if action[0] == '+' {
				is = sensors.Occupied
			}
			w = trace.Change{Square: sq, Is: is}
		}
		step(t, g, trace.Record{At: at, What: w})
		at += 700 * time.Millisecond
	}
	step(t, g, trace.Record{At: at + 3*time.Second, What: trace.End{}})
	return g
}

// TestPlayGoesOnFromIllegalMove: an illegal move that is not put right, and to which the opponent
// replies, is recorded and flagged, and play goes on from it.
func TestPlayGoesOnFromIllegalMove(t *testing.T) {
	h := trace.DefaultHeader()
	h.Clock = trace.ClockButtons
	g := playActions(t, h, "-g1", "+g3", "w", "-e7", "+e5", "b", "-d2", "+d4", "w", "-b8", "+c6", "b")
	s := g.State()
	if want := []string{"g1g3", "e7e5", "d2d4", "b8c6"}; !slices.Equal(s.Moves, want) {
		t.Errorf("moves %v, want %v", s.Moves, want)
	}
	if s.Illegal == nil || s.Illegal.Count != 1 || s.Illegal.Restore {
		t.Errorf("illegal is %+v, want one that stands", s.Illegal)
	}
	if moves := g.Games()[0].Moves; len(moves) == 0 || !moves[0].Illegal {
		t.Error("the record does not flag the move")
	}
}

// TestPlayGoesOnFromIllegalCastling is the same with illegal castling.
func TestPlayGoesOnFromIllegalCastling(t *testing.T) {
	h := trace.DefaultHeader()
	h.Start, h.Clock = "4k3/pp6/8/8/8/4r3/3P1PPP/R3K2R w KQ - 0 1", trace.ClockButtons
	g := playActions(t, h, "-e1", "+g1", "-h1", "+f1", "w", "-a7", "+a5", "b", "-g2", "+g4", "w", "-b7", "+b6", "b")
	if s := g.State(); len(s.Moves) != 4 || s.Moves[0] != "e1g1" || s.Moves[3] != "b7b6" {
		t.Errorf("moves %v", s.Moves)
	}
}
