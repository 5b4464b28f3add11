package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const agreed = "../../reconcile/testdata/hands/draw_agreed.jsonl"

// The sheet of a recorded game shows its moves and the draw offer, in the language
// asked for, and also as a page.
func TestSheet(t *testing.T) {
	status, text, stderr := call(t, "", "sheet", "--language", "es", agreed)
	if status != exitDone || !strings.Contains(text, "Planilla") || !strings.Contains(text, "(=)") || !strings.Contains(text, "1/2-1/2") {
		t.Errorf("exit status %d: %s\n%s", status, stderr, text)
	}
	if status, html, _ := call(t, "", "sheet", "--html", agreed); status != exitDone || !strings.HasPrefix(html, "<!doctype html>") {
		t.Errorf("exit status %d:\n%s", status, html)
	}
	if status, blank, _ := call(t, "", "sheet", "--blank", agreed); status != exitDone || strings.Contains(blank, "(=)") {
		t.Errorf("exit status %d:\n%s", status, blank)
	}
	for _, wrong := range [][]string{{"--language", "nl"}, {"--language", "xx"}, {"--game", "7"}} {
		if status, _, stderr := call(t, "", append([]string{"sheet", agreed}, wrong...)...); status != exitBad || stderr == "" {
			t.Errorf("%v: exit status %d, %q", wrong, status, stderr)
		}
	}
}

// The audit log of a recorded game holds its commands, and a changed log is
// detected.
func TestAudit(t *testing.T) {
	status, log, stderr := call(t, "", "audit", agreed)
	if status != exitDone || !strings.Contains(log, "offer-draw") || !strings.Contains(log, "accept-draw") || !strings.Contains(log, "result * to 1/2-1/2") {
		t.Fatalf("exit status %d: %s\n%s", status, stderr, log)
	}
	path := filepath.Join(t.TempDir(), "log")
	check := func(text string) (int, string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := call(t, "", "audit", "--verify", path)
		return status, stderr
	}
	if status, stderr := check(log); status != exitDone {
		t.Errorf("as written: exit status %d: %s", status, stderr)
	}
	if status, stderr := check(strings.Replace(log, "accept-draw", "resign", 1)); status != exitFailed || !strings.Contains(stderr, "is not what was written") {
		t.Errorf("changed: exit status %d: %s", status, stderr)
	}
}

// A game begun by mistake is left out of the output, and a message says so.
func TestAnnulledGameIsLeftOut(t *testing.T) {
	const undone = "../../reconcile/testdata/clock/new_game_undone.jsonl"
	status, uci, stderr := call(t, "", "replay", "--output", "uci", undone)
	if status != exitDone || uci != "e2e4 g8f6 e4e5\n" || !strings.Contains(stderr, "game 2 was begun by mistake") {
		t.Errorf("exit status %d: %q, %s", status, uci, stderr)
	}
	if _, pgn, _ := call(t, "", "replay", "--output", "pgn", undone); strings.Count(pgn, "[Result ") != 1 || strings.Contains(pgn, "d4") {
		t.Errorf("the PGN has the game that was undone, or not one game:\n%s", pgn)
	}
	if status, _, stderr := call(t, "", "sheet", "--game", "2", undone); status != exitDone || !strings.Contains(stderr, "does not count") {
		t.Errorf("exit status %d, %q", status, stderr)
	}
	if _, log, _ := call(t, "", "audit", undone); !strings.Contains(log, "undoes 2") || !strings.Contains(log, "new-game") {
		t.Errorf("the audit does not tell of the new-game and its undo:\n%s", log)
	}
}

// The times of the log are those of the hall's clock, as it had been set when something was done.
func TestAuditHasTheClockOfTheHall(t *testing.T) {
	text := `{"trace":1,"board":"hall-7","began":"2026-11-21T23:50:00.000+01:00"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":1000000,"command":{"do":"note","id":"1","by":"arbiter","what":"early"}}
{"at_us":2000000,"command":{"do":"note","what":"clock 2026-11-22T09:00:02.000+01:00"}}
{"at_us":3000000,"command":{"do":"note","id":"2","by":"arbiter","what":"late"}}
`
	path := filepath.Join(t.TempDir(), "game.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	status, log, stderr := call(t, "", "audit", path)
	for _, want := range []string{"2026-11-21T22:50:01.000Z game 1 arbiter: note early", "2026-11-22T08:00:03.000Z game 1 arbiter: note late"} {
		if status != exitDone || !strings.Contains(log, want) {
			t.Errorf("exit status %d, want %q in\n%s%s", status, want, log, stderr)
		}
	}
}
