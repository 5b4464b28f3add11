package reconcile_test

import (
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestNextGameAfterAHistory plays a trace that begins after two half-moves, in which a player resigns.
// The next game begins with the pieces in their first position, and its moves are counted from one.
// Pieces moved before that belong to no game.
func TestNextGameAfterAHistory(t *testing.T) {
	h := trace.DefaultHeader()
	h.Laws, h.Clock, h.History = rules.FIDE2018, trace.ClockButtons, []string{"e2e4", "e7e5"}
	first := board(rules.StartPosition())
	after := first
	after[rules.E2], after[rules.E4] = sensors.Empty, sensors.Occupied
	after[rules.E7], after[rules.E5] = sensors.Empty, sensors.Occupied
	at := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	is := func(s float64, sq rules.Square, state sensors.State) trace.Record {
		return trace.Record{At: at(s), What: trace.Change{Square: sq, Is: state}}
	}
	g, _ := play(t, h, []trace.Record{
		{At: 0, What: trace.Scan{Board: after}},
		{At: at(2), What: trace.Command{Do: trace.DoResign, By: "black"}},
		is(4, rules.G1, sensors.Empty), is(5, rules.F3, sensors.Occupied), {At: at(6), What: trace.Press{By: rules.White}},
		{At: at(20), What: trace.Scan{Board: first}},
		is(40, rules.D2, sensors.Empty), is(41.5, rules.D4, sensors.Occupied), {At: at(43), What: trace.Press{By: rules.White}},
		is(45, rules.G8, sensors.Empty), is(46.5, rules.F6, sensors.Occupied), {At: at(48), What: trace.Press{By: rules.Black}},
		{At: at(60), What: trace.End{}},
	})
	games := g.Games()
	if len(games) != 2 {
		t.Fatalf("%d games, want the one resigned and the next", len(games))
	}
	if moves := games[0].Moves; len(moves) != 0 || games[0].Result != "1-0" {
		t.Errorf("the first game has %d moves and the result %s, want none and 1-0", len(moves), games[0].Result)
	}
	if got := uciOf(games[1]); games[1].Ply != 0 || got != "d2d4 g8f6" {
		t.Errorf("the next game begins after %d half-moves and has %q, want 0 and d2d4 g8f6", games[1].Ply, got)
	}
}

func uciOf(p reconcile.Played) (text string) {
	for _, m := range p.Moves {
		if text != "" {
			text += " "
		}
		text += m.Move.UCI(rules.Standard)
	}
	return text
}
