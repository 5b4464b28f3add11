package alarms_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
)

// hall is a board on which hands play, with or without an arbiter.
type hall struct{ *room }

// Set implements simboard.Pins.
func (h hall) Set(s sensors.Scan) {
	for sq := range s {
		h.SetSquare(rules.Square(sq), s[sq])
	}
}

// SetSquare implements simboard.Pins: the board detects that a piece is there.
func (h hall) SetSquare(sq rules.Square, is sensors.State) {
	if h.scan[sq] = is; is.Full() {
		h.scan[sq] = sensors.Occupied
	}
}

// Games end with kings in the centre or with an empty board, and the pieces are set up for the
// next one: no alarm says that play goes on after the result. If an arbiter stops the clocks and
// enters the result, that is the result of the game. If nobody does, as in a club whose clocks
// have only a lever, the calculated time runs on.
func TestGamesEndInPeace(t *testing.T) {
	played, err := simboard.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	played = played[:4]
	styles := sim.Styles()
	blitz := styles[slices.IndexFunc(styles, func(s sim.Style) bool { return s.Name == "blitz" })]
	for _, arbiter := range []bool{true, false} {
		header := trace.DefaultHeader()
		header.Sensing, header.TimeControl = sensors.Occupancy, "300+3"
		game, err := reconcile.NewGame(header)
		if err != nil {
			t.Fatal(err)
		}
		h := hall{&room{t: t, board: alarms.NewBoard(header), game: game}}
		hands, err := simboard.NewHands(simboard.Play{Games: played, Style: blitz, Seed: 4}, h, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		var results []string
		proposed := 0
		take := func(w trace.What) {
			events, err := h.game.Step(trace.Record{At: h.at, What: w})
			if err != nil {
				t.Fatal(err)
			}
			h.board.Follow(trace.Record{At: h.at, What: w}, events, h.game)
			for _, e := range events {
				if r, ok := e.What.(reconcile.ResultKnown); ok && r.Proposed {
					proposed++
				} else if ok {
					results = append(results, r.Result)
				}
			}
		}
		begun := 0
		for begun <= len(played) {
			for _, act := range hands.Until(h.at) {
				c, ok := act.What.(trace.Command)
				if ok && c.Do == trace.DoNewGame {
					begun++
				} else if ok && !arbiter {
					continue
				}
				take(act.What)
			}
			take(trace.Scan{Board: h.scan})
			for _, a := range h.board.Ringing() {
				if a.ID == alarms.PrematureResult || a.ID == alarms.ClockPaused {
					t.Fatalf("%v: %s", h.at, a.Text(rules.English, h.at))
				}
			}
			h.at += 20 * time.Millisecond
		}
		if proposed == 0 {
			t.Error("no game ended with the kings in the centre")
		}
		want := []string{"1-0", "1/2-1/2", "0-1", "1-0"}
		if arbiter && !slices.Equal(results, want) {
			t.Errorf("results %q, want %q", results, want)
		}
	}
}
