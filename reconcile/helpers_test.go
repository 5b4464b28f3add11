package reconcile_test

import (
	"testing"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

func newGame(t testing.TB, h trace.Header) *reconcile.Game {
	t.Helper()
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// step takes one record and returns its events.
func step(t testing.TB, g *reconcile.Game, r trace.Record) []reconcile.Event {
	t.Helper()
	events, err := g.Step(r)
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return events
}

// board returns the readings of occupancy sensors for a position.
func board(p rules.Position) sensors.Scan {
	var s sensors.Scan
	for sq := range s {
		s[sq] = sensors.Empty
		if p.At(rules.Square(sq)) != rules.NoPiece {
			s[sq] = sensors.Occupied
		}
	}
	return s
}
