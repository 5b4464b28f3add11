package tournament_test

import (
	"fmt"
	"testing"
	"time"

	"touchmove/event/entrants"
	"touchmove/event/tournament"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A game that ended before both players made a move is not rated. It counts as a forfeit if
// it was lost by default, but not if a player who was present resigned.
func TestGamesWithoutMoves(t *testing.T) {
	for _, c := range []struct {
		before, made   int // half-moves before an adjournment, and on this board
		reason         string
		forfeit, short bool
	}{
		{0, 0, "default", true, false},
		{0, 1, "default", true, false},
		{0, 2, "default", false, false},
		{1, 1, "default", false, false},
		{0, 0, "resignation", false, true},
		{0, 1, "resignation", false, true},
		{1, 0, "resignation", false, true},
		{0, 2, "resignation", false, false},
		{1, 1, "resignation", false, false},
		{40, 0, "resignation", false, false},
	} {
		f := tournament.Filed{Played: reconcile.Played{Result: "1-0", Reason: c.reason, Ply: c.before, Moves: make([]reconcile.PlayedMove, c.made)}}
		if o := f.Outcome(); o.Forfeit != c.forfeit || o.Short != c.short || o.Points != [2]tournament.Half{2, 0} {
			t.Errorf("1-0 by %s after %d+%d half-moves: forfeit %v, short %v, want %v, %v", c.reason, c.before, c.made, o.Forfeit, o.Short, c.forfeit, c.short)
		}
	}
}

// The report has the time that a penalty added to the opponent's clock, even if the arbiter
// left the amount to the edition. For a warning it has none.
func TestReportOfPenalties(t *testing.T) {
	event, faults := entrants.Parse("small.toml", []byte(small))
	if event == nil {
		t.Fatal(faults)
	}
	for _, c := range []struct {
		laws rules.Laws
		keys map[string]any
		want int64 // ms
	}{
		{rules.FIDE2023, map[string]any{"kind": "add-opponent", "player": "white"}, 120_000},
		{rules.FIDE2023, map[string]any{"kind": "add-opponent", "player": "black"}, 120_000},
		{rules.FIDE2023, map[string]any{"kind": "add-opponent", "player": "black", "ms": 60_000}, 60_000},
		{rules.FIDE2023, map[string]any{"kind": "warning", "player": "black"}, 0},
	} {
		name := fmt.Sprint(c.laws, " ", c.keys)
		h := trace.DefaultHeader()
		h.Laws = c.laws
		tape, err := tournament.NewTape("hall-1", h, time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		second := 0
		take := func(w trace.What) {
			t.Helper()
			if err := tape.Step(trace.Record{At: time.Duration(second) * time.Second, What: w}); err != nil {
				t.Fatal(name, err)
			}
			second += 3
		}
		do := func(do string, keys map[string]any) {
			t.Helper()
			extra, err := trace.NewExtra(keys)
			if err != nil {
				t.Fatal(err)
			}
			take(trace.Command{Do: do, By: "arbiter", Extra: extra})
		}
		scan := sensors.Scan{}
		for sq := range scan {
			scan[sq] = sensors.Empty
			if rules.StartPosition().At(rules.Square(sq)) != rules.NoPiece {
				scan[sq] = sensors.Occupied
			}
		}
		take(trace.Scan{Board: scan})
		paired, err := eventlog.Pairing{Event: "Small", Round: "3", White: eventlog.Player{Name: event.Players[2].Name}, Black: eventlog.Player{Name: event.Players[0].Name}}.Extra()
		if err != nil {
			t.Fatal(err)
		}
		take(trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: paired})
		do(trace.DoSetClock, map[string]any{"time_control": "5400+30"})
		do(trace.DoPenalty, c.keys)
		results, err := tournament.Collect(event, tape.Filed())
		if err != nil {
			t.Fatal(err)
		}
		report, err := results.Report("3", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, i := range report.Games[0].Incidents {
			if i.Kind == trace.DoPenalty {
				found = true
				if i.MS != c.want || i.What != c.keys["kind"] || i.Player != c.keys["player"] {
					t.Errorf("%s: the report has %s of %s with %d ms, want %d", name, i.What, i.Player, i.MS, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: the report has no penalty: %+v", name, report.Games[0])
		}
	}
}

// If a pairing has several records, the last one counts, and the number of earlier games is
// given with it. A game that was set up and never begun changes nothing.
func TestSeveralRecordsOfAPairing(t *testing.T) {
	event, faults := entrants.Parse("small.toml", []byte(small))
	if event == nil {
		t.Fatal(faults)
	}
	pairing := eventlog.Pairing{Event: "Small", Round: "3", White: eventlog.Player{Name: event.Players[2].Name}, Black: eventlog.Player{Name: event.Players[0].Name}}
	over := tournament.Filed{Journal: "over", Pairing: pairing, Played: reconcile.Played{Begun: true, Result: "0-1", Reason: "resignation", Moves: make([]reconcile.PlayedMove, 20)}}
	playing := tournament.Filed{Journal: "playing", Pairing: pairing, Played: reconcile.Played{Begun: true, Result: "*"}}
	setUp := tournament.Filed{Journal: "set up", Pairing: pairing, Played: reconcile.Played{Result: "*"}}
	forfeit := tournament.Filed{Journal: "forfeit", Pairing: pairing, Played: reconcile.Played{Result: "1-0", Reason: "default"}}
	for _, c := range []struct {
		name            string
		records         []tournament.Filed
		journal, result string
		before          int
	}{
		{"one", []tournament.Filed{over}, "over", "0-1", 0},
		{"set up again after it", []tournament.Filed{over, setUp}, "over", "0-1", 0},
		{"set up before it", []tournament.Filed{setUp, over}, "over", "0-1", 1},
		{"started again", []tournament.Filed{over, playing}, "playing", "*", 1},
		{"won by forfeit after all", []tournament.Filed{setUp, forfeit}, "forfeit", "1-0 F", 1},
	} {
		results, err := tournament.Collect(event, c.records)
		if err != nil {
			t.Fatal(c.name, err)
		}
		round, err := results.Round("3")
		if err != nil {
			t.Fatal(c.name, err)
		}
		g := round.Games[0]
		if g.Filed == nil || g.Filed.Journal != c.journal || g.Outcome.String() != c.result || g.Before != c.before {
			t.Errorf("%s: filed as %+v %s with %d games before, want %s %s with %d", c.name, g.Filed, g.Outcome, g.Before, c.journal, c.result, c.before)
		}
	}
}

// What happened in a game has the time of the hall's clock as it was set before the first move, though the pieces stood
// before that.
func TestReportHasTheClockOfTheHall(t *testing.T) {
	began := time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)
	tape, err := tournament.NewTape("hall-1", trace.DefaultHeader(), began)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Duration(0)
	take := func(w trace.What) {
		t.Helper()
		if err := tape.Step(trace.Record{At: at, What: w}); err != nil {
			t.Fatal(err)
		}
		at += 3 * time.Second
	}
	scan := sensors.Scan{}
	for sq := range scan {
		scan[sq] = sensors.Empty
		if rules.StartPosition().At(rules.Square(sq)) != rules.NoPiece {
			scan[sq] = sensors.Occupied
		}
	}
	put := func(sq rules.Square, s sensors.State) {
		scan[sq] = s
		take(trace.Scan{Board: scan})
	}
	put(rules.E2, sensors.Occupied)
	take(trace.Scan{Board: scan})
	set := began.Add(14 * time.Hour)
	take(eventlog.ClockNote(set.Add(at)))
	for _, move := range [][2]rules.Square{{rules.E2, rules.E4}, {rules.E7, rules.E5}} {
		put(move[0], sensors.Empty)
		put(move[1], sensors.Occupied)
		take(trace.Scan{Board: scan})
	}
	told := set.Add(at)
	extra, err := trace.NewExtra(map[string]any{"kind": "warning", "player": "black"})
	if err != nil {
		t.Fatal(err)
	}
	take(trace.Command{Do: trace.DoPenalty, By: "arbiter", Extra: extra})

	filed := tape.Filed()
	if len(filed) != 1 || len(filed[0].Played.Moves) == 0 || filed[0].Began.Before(set) || filed[0].Began.After(told) {
		t.Fatalf("%+v", filed)
	}
	event, faults := entrants.Parse("small.toml", []byte(small))
	if event == nil {
		t.Fatal(faults)
	}
	filed[0].Pairing = eventlog.Pairing{Event: "Small", Round: "3", White: eventlog.Player{Name: event.Players[2].Name}, Black: eventlog.Player{Name: event.Players[0].Name}}
	results, err := tournament.Collect(event, filed)
	if err != nil {
		t.Fatal(err)
	}
	report, err := results.Report("3", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if list := report.Games[0].Incidents; len(list) != 1 || list[0].At != told.Format(time.RFC3339) {
		t.Errorf("%+v, want one at %v", list, told)
	}
}
