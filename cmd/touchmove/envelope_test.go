package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// adjournedGame writes a trace of an adjourned game. seal is the command that seals the
// move; without it, the move is not sealed yet.
func adjournedGame(t *testing.T, seal string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hall-7.jsonl")
	at, lines := 3_000_000, []string{
		`{"trace":1,"board":"hall-7","sensing":"occupancy","laws":"fide-2018","clock":"buttons","time_control":"5400"}`,
		`{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}`,
		`{"at_us":3000000,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}`,
	}
	for _, command := range []string{
		`{"do":"start-clocks","by":"arbiter"}`, `{"do":"correct","by":"arbiter","ply":1,"uci":"e2e4"}`, `{"do":"adjourn","by":"arbiter"}`, seal,
	} {
		if command == "" {
			continue
		}
		at += 5_000_000
		b, err := json.Marshal(map[string]any{"at_us": at, "command": json.RawMessage(command)})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(b))
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A key is made, a move is sealed with its public half, and the envelope is printed.
// The sealed move is shown only to those who have the key.
func TestEnvelopeCommands(t *testing.T) {
	key := filepath.Join(t.TempDir(), "chief.key")
	status, public, stderr := call(t, "", "envelope", "key", "-o", key)
	if info, err := os.Stat(key); status != exitDone || err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("exit status %d, %v: %s", status, err, stderr)
	}
	public = strings.TrimSpace(public)
	status, seal, stderr := call(t, "Nf6\n", "envelope", "close", "--to", public, "black")
	if status != exitDone || strings.Contains(seal, `"Nf6`) { // base64 may contain these letters by chance
		t.Fatalf("exit status %d: %s %s", status, seal, stderr)
	}
	path := adjournedGame(t, strings.TrimSpace(seal))
	status, text, stderr := call(t, "", "envelope", "print", path)
	commitment := regexp.MustCompile(`"commitment":"([0-9a-f]{64})"`).FindStringSubmatch(seal)
	if status != exitDone || !strings.Contains(text, "Adjourned game") || !strings.Contains(text, "b KQkq - 0 1") || !strings.Contains(text, commitment[1]) || strings.Contains(text, "Nf6") {
		t.Errorf("exit status %d: %s\n%s", status, stderr, text)
	}
	status, html, _ := call(t, "", "envelope", "print", "--html", "--language", "de", path)
	if status != exitDone || !strings.HasPrefix(html, "<!doctype html>") || strings.Count(html, "♟") != 8 || !strings.Contains(html, "Hängepartie") {
		t.Errorf("exit status %d:\n%s", status, html)
	}
	for _, args := range [][]string{{"audit", path}, {"replay", path}, {"replay", "-o", "state", path}, {"replay", "-o", "pgn", path}} {
		if status, text, _ := call(t, "", args...); status != exitDone || strings.Contains(text, "Nf6") {
			t.Errorf("%v: exit status %d:\n%s", args, status, text)
		}
	}
	status, text, stderr = call(t, "", "envelope", "open", "--key", key, path)
	if status != exitDone || !regexp.MustCompile(`^text="Nf6" salt=[0-9a-f]{32}\n$`).MatchString(text) || !strings.Contains(stderr, "black sealed Nf6, which is legal") {
		t.Errorf("exit status %d: %q %q", status, text, stderr)
	}
	// An impossible move is reported when the envelope is opened.
	_, seal, _ = call(t, "Nf3", "envelope", "close", "--to", public, "black")
	if _, _, stderr := call(t, "", "envelope", "open", "--key", key, adjournedGame(t, strings.TrimSpace(seal))); !strings.Contains(stderr, "proposes what the edition says") {
		t.Errorf("%q", stderr)
	}
	// A changed record is detected.
	changed := strings.Replace(seal, `"commitment":"`+regexp.MustCompile(`"commitment":"(.)`).FindStringSubmatch(seal)[1], `"commitment":"g`, 1)
	if status, _, stderr := call(t, "", "envelope", "open", "--key", key, adjournedGame(t, strings.TrimSpace(changed))); status != exitFailed || !strings.Contains(stderr, "has been changed") {
		t.Errorf("exit status %d: %q", status, stderr)
	}

	other := filepath.Join(t.TempDir(), "other.key")
	call(t, "", "envelope", "key", "-o", other)
	for _, wrong := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"open", "--key", other, path}, exitFailed, "for a different key"},
		{[]string{"open", path}, exitBad, "name the file of the key"},
		{[]string{"open", "--key", path, path}, exitBad, "it holds no key"},
		{[]string{"open", "--key", key + "x", path}, exitBad, "no such file"},
		{[]string{"open", "--key", key, adjournedGame(t, "")}, exitBad, "not sealed yet"},
		{[]string{"open", "--key", key, adjournedGame(t, `{"do":"seal","by":"black","paper":true}`)}, exitBad, "on paper"},
		{[]string{"open", "--key", key, adjournedGame(t, `{"do":"seal","by":"black","text":"e5"}`)}, exitBad, "in the record itself"},
		{[]string{"print", agreed}, exitBad, "is not adjourned"},
		{[]string{"print", "--language", "nl", path}, exitBad, "dutch"},
		{[]string{"key", "-o", key}, exitBad, "exists already"},
		{[]string{"key"}, exitBad, "name a file"},
		{[]string{"close", "--to", "age1x", "white"}, exitBad, "not the public half"},
		{[]string{"close", "white"}, exitBad, "no key is given"},
		{[]string{"close", "--to", public, "red"}, exitBad, "red"},
		{[]string{"tear"}, exitBad, "choose close, key, open or print"},
	} {
		if status, stdout, stderr := call(t, "Nf6", append([]string{"envelope"}, wrong.args...)...); status != wrong.status || stdout != "" || !strings.Contains(stderr, wrong.says) {
			t.Errorf("%v: exit status %d, %q", wrong.args, status, stderr)
		}
	}
	// An older record holds the move in plain text; the log does not show it either.
	if _, log, _ := call(t, "", "audit", adjournedGame(t, `{"do":"seal","by":"black","text":"Nf6"}`)); !strings.Contains(log, "seal") || strings.Contains(log, "Nf6") {
		t.Errorf("the audit does not tell of the seal, or shows the sealed move:\n%s", log)
	}
}
