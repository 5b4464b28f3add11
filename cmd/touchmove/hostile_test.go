package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/internal/plaintext"
)

// hostile are the characters that no door may let through to a terminal, a page or a file:
// NUL, ESC, BEL, CSI, a mark that turns the text around, and a line separator.
const hostile = "a\x00b\x1b[2Jc\x07d\u009b31me\u202ef\u2066g\u2028h"

// Names and remarks from a journal that an earlier version, another program or a forger wrote
// do not reach the terminal of whoever reads it.
func TestHostileNamesGoNowhere(t *testing.T) {
	dir := t.TempDir()
	record := func(command map[string]any) string {
		text, err := json.Marshal(map[string]any{"at_us": 0, "command": command})
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	text, err := os.ReadFile(agreed)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfterN(string(text), "\n", 3)
	player := map[string]any{"name": hostile, "title": hostile, "federation": hostile}
	trace := lines[0] + lines[1] +
		record(map[string]any{"do": "new-game", "by": "arbiter", "white": player, "black": player, "event": hostile, "site": hostile, "round": hostile}) +
		record(map[string]any{"do": "note", "by": "arbiter", "what": hostile, "who": hostile}) + lines[2]
	path := filepath.Join(dir, "state", "local", "board-1", "20261121t182200123z.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	file := func(name, text string) string {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	if err := os.WriteFile(path, []byte(trace), 0o644); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(dir, "state")
	quoted := strings.NewReplacer("\x00", `\u0000`, "\x1b", `\u001b`, "\x07", `\u0007`).Replace(hostile)
	toml := file("hall.toml", "state = \""+quoted+"\"\n[organiser]\nname = \""+quoted+"\"\n[event]\nfile = \""+quoted+"\"\nname = \""+quoted+"\"\n[mqtt]\nnode = \""+quoted+"\"\n[[mqtt.user]]\nname = \""+quoted+"\"\n[[board]]\nid = \""+quoted+"\"\nevent = \""+quoted+"\"\nwiring = { driver = \""+quoted+"\" }\n")
	event := file("event.toml", "event = \""+quoted+"\"\nsite = \""+quoted+"\"\n[[player]]\nname = \""+quoted+"\"\n[[round]]\nround = 1\n[[round.game]]\nwhite = \""+quoted+"\"\nblack = \""+quoted+"\"\nboard = \""+quoted+"\"\n")
	pgn := file("games.pgn", "[Event \""+hostile+"\"]\n[White \""+hostile+"\"]\n\n1. e4 {"+hostile+"} e5 1-0\n\n[White \""+hostile+"\"]\n\n1. e5 *\n")
	for _, args := range [][]string{
		{"replay", path}, {"replay", "--output", "uci", path}, {"replay", "--output", "pgn", path}, {"replay", "--output", "state", path}, {"replay", "--explain", "1", path},
		{"sheet", path}, {"sheet", "--html", path}, {"audit", path}, {"audit", "--private", path},
		{"journal", "list", "--state", state}, {"journal", "show", "--state", state, path}, {"journal", "export", "--state", state}, {"journal", "check", "--state", state},
		{"check", toml}, {"event", "check", event}, {"pgn", "check", pgn}, {"pgn", "normalise", pgn}, {"pgn", "convert", pgn}, {"pgn", "stats", pgn},
		{"replay", hostile}, {"check", hostile}, {"pgn", "check", hostile}, {hostile}, {"journal", "show", "--state", hostile, hostile},
	} {
		_, out, stderr := call(t, "", args...)
		for name, text := range map[string]string{"output": out, "error": stderr} {
			for n, line := range strings.Split(text, "\n") {
				if err := plaintext.Text(line); err != nil {
					t.Errorf("touchmove %.60q: line %d of its %s: %v: %q", args, n+1, name, err, line)
					break
				}
			}
		}
		if out+stderr == "" {
			t.Errorf("touchmove %.60q says nothing", args)
		}
	}
	_, log, _ := call(t, "", "audit", "--private", path)
	if status, _, stderr := call(t, "", "audit", "--verify", file("log", log)); status != exitDone {
		t.Errorf("the audit log as it was printed: exit status %d: %s", status, stderr)
	}
}
