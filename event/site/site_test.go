package site_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"touchmove/event/entrants"
	"touchmove/event/site"
	"touchmove/eventlog"
	"touchmove/reconcile"
)

const file = `
event = "Open 2026"
player = [{ no = 1, name = "Żółć, Anna", rating = 2412 }, { no = 2, name = "Öst, Bo" }, { no = 3, name = "Ek, Di" }, { no = 4, name = "Ng, Cy" }, { no = 5, name = "Lo, Ed" }]
[[round]]
round = 1
date = 2026-11-21
time = "15:00+01:00"
game = [{ board = 1, white = 1, black = 2 }, { board = 2, white = 3, black = 4, result = "0-1 F" }]
bye = [{ player = 5, kind = "pairing" }]
[[round]]
round = 2
game = [{ board = 1, white = 4, black = 1 }, { board = 2, white = 2, black = 5 }]
`

func event(t *testing.T) *entrants.Event {
	t.Helper()
	e, faults := entrants.Parse("open.toml", []byte(file))
	if faults.Broken() {
		t.Fatal(faults)
	}
	return e
}

func game(id, round, white, black, result string, proposed bool, plies int) site.Game {
	s := eventlog.State{Game: id, Phase: eventlog.Playing, Result: reconcile.ResultKnown{Result: result, Proposed: proposed, Reason: "resignation"}}
	s.Opened.Pairing = eventlog.Pairing{Event: "Open 2026", Round: round, White: eventlog.Player{Name: white}, Black: eventlog.Player{Name: black}}
	for ply := 1; ply <= plies; ply++ {
		s.Moves = append(s.Moves, reconcile.Made{Ply: ply})
	}
	if result != "*" && !proposed {
		s.Phase = eventlog.Over
	}
	return site.Game{ID: id, Event: "open", Board: "hall-1", State: s, Payload: json.RawMessage(`{"v":1}`), PGN: "[Event \"" + id + "\"]\n\n" + result + "\n"}
}

func build(t *testing.T, games ...site.Game) (site.Event, site.Files) {
	t.Helper()
	files, err := site.Build(event(t), games, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	var e site.Event
	if err := json.Unmarshal(files["event.json"], &e); err != nil {
		t.Fatal(err)
	}
	return e, files
}

// Results come from records and from the event file. The last game of a pairing counts. A
// proposed result and a game in progress are no results.
func TestBuild(t *testing.T) {
	e, files := build(t, game("a-1", "1", "Żółć, Anna", "Öst, Bo", "*", false, 4), game("b-1", "1", "Żółć, Anna", "Öst, Bo", "1-0", false, 40), game("c-1", "2", "Ng, Cy", "Żółć, Anna", "0-1", true, 30), game("d-1", "9", "Nobody", "Else", "1-0", false, 9))
	first := e.Rounds[0]
	if g := first.Pairings[0]; g.Result != "1-0" || g.Game != "b-1" || g.Plies != 40 || g.Playing || g.Reason != "resignation" || first.StartsAt != "2026-11-21T14:00:00Z" {
		t.Errorf("round 1, board 1: %+v, starts at %s", g, first.StartsAt)
	}
	if g := first.Pairings[0]; g.At != "hall-1" || g.Event != "open" || first.Pairings[1].Event != "" {
		t.Errorf("where it can be followed: %+v", g)
	}
	if g := first.Pairings[1]; g.Result != "0-1" || !g.Forfeit || g.Game != "" {
		t.Errorf("round 1, board 2: %+v", g)
	}
	if len(first.Byes) != 1 || first.Byes[0] != (site.Bye{Player: 5, Kind: "pairing"}) {
		t.Errorf("byes: %+v", first.Byes)
	}
	if g := e.Rounds[1].Pairings[0]; g.Result != "" || !g.Playing || g.Points != [2]string{"1", "1"} {
		t.Errorf("round 2, board 1, a proposed result: %+v", g)
	}
	if got := strings.Join(e.Table.Rounds, ","); got != "1" || e.Table.Playing != 0 {
		t.Errorf("the table counts rounds %s, %d games still going on", got, e.Table.Playing)
	}
	if first := e.Table.Lines[0]; first.Points != "1" || len(first.Cells) != 1 {
		t.Errorf("the first of the table: %+v", first)
	}
	if text := string(files["round-1.pgn"]); text != "[Event \"b-1\"]\n\n1-0\n" {
		t.Errorf("round-1.pgn:\n%s", text)
	}
	if text := string(files[e.PGN]); e.PGN != "games.pgn" || text != "[Event \"b-1\"]\n\n1-0\n\n[Event \"c-1\"]\n\n0-1\n" {
		t.Errorf("every game, in %q:\n%s", e.PGN, text)
	}
	for i, want := range []string{"[Event \"b-1\"]\n\n1-0\n\n[Event \"c-1\"]\n\n0-1\n", "[Event \"b-1\"]\n\n1-0\n"} {
		if p := e.Players[i]; p.PGN != fmt.Sprintf("players/%d.pgn", p.No) || string(files[p.PGN]) != want {
			t.Errorf("the games of %s, in %q:\n%s", p.Name, p.PGN, files[p.PGN])
		}
	}
	if text := string(files[e.TRF]); e.TRF != "event.trf" || !strings.HasPrefix(text, "012 Open 2026\r\n") {
		t.Errorf("the report for FIDE, in %q:\n%s", e.TRF, text)
	}
	if got := strings.Join(e.Table.TieBreaks, " ") + ": " + strings.Join(e.Table.Lines[0].Ties, " "); strings.Join(e.Table.Columns, " ") != "WIN SB" || got != "DE WIN SB: 1 0.5" {
		t.Errorf("tie-breaks %s, in columns %s", got, e.Table.Columns)
	}
	for name := range files {
		if strings.HasPrefix(name, "games/a-1") || strings.HasPrefix(name, "games/d-1") {
			t.Errorf("%s is no game of the event's table", name)
		}
	}
}

// Only files that have changed are written.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "games"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, files := build(t, game("b-1", "1", "Żółć, Anna", "Öst, Bo", "1-0", false, 40))
	if n, err := files.Write(dir); n != len(files) || err != nil {
		t.Errorf("%d of %d files written: %v", n, len(files), err)
	}
	if n, err := files.Write(dir); n != 0 || err != nil {
		t.Errorf("%d files written again: %v", n, err)
	}
	_, files = build(t, game("b-1", "1", "Żółć, Anna", "Öst, Bo", "1/2-1/2", false, 40))
	if n, err := files.Write(dir); n != 7 || err != nil { // the event, its round, the game, both players, all games, the report
		t.Errorf("%d files written for one result: %v", n, err)
	}
}

// The number of rounds is that of the event file, or of a round robin; otherwise it is not
// known, and the event has no end that pages could announce.
func TestPlanned(t *testing.T) {
	const robin = `event = "Cup"
player = [{ no = 1, name = "A, A" }, { no = 2, name = "B, B" }, { no = 3, name = "C, C" }]
[[round]]
round = 1
game = [{ board = 1, white = 1, black = 2 }]
[[round]]
round = 2
game = [{ board = 1, white = 2, black = 3 }]
`
	const last = `[[round]]
round = 3
game = [{ board = 1, white = 3, black = 1 }]
`
	for text, want := range map[string]int{file: 0, "rounds = 7\n" + file: 7, robin: 0, robin + last: 3, "rounds = 6\n" + robin + last: 6} {
		e, faults := entrants.Parse("cup.toml", []byte(text))
		if faults.Broken() {
			t.Fatal(faults)
		}
		files, err := site.Build(e, nil, time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		var got site.Event
		if err := json.Unmarshal(files["event.json"], &got); err != nil {
			t.Fatal(err)
		}
		if got.Planned != want {
			t.Errorf("%d rounds in all, want %d:\n%s", got.Planned, want, text)
		}
	}
}
