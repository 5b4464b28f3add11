package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The journals that a daemon leaves can be listed, shown and exported, also one
// whose end is torn; a trace that is exported replays to the same game.
func TestJournal(t *testing.T) {
	config := simulated(t, "")
	dir := filepath.Join(filepath.Dir(config), "state")
	follow(t, config, "4. Qxf7#")
	paths, err := filepath.Glob(filepath.Join(dir, "local", "demo", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no journals: %v", err)
	}
	id := "demo-" + strings.TrimSuffix(filepath.Base(paths[0]), ".jsonl")
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(paths[0], append(text, `{"at_us":99`...), 0o644); err != nil {
		t.Fatal(err)
	}
	traced := filepath.Join(t.TempDir(), "game.jsonl")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"list --state " + dir, exitDone, id + `  local  20\d\d-.* records .* A – B\n`},
		{"list --config " + config + " --board demo", exitDone, id},
		{"list --config " + config + " --board other", exitDone, `^no journals\n$`},
		{"list --state " + dir + "/none", exitBad, "no such state directory"},
		{"show --state " + dir + " " + id, exitDone, `(?s)torn      11 bytes.*command .*new-game.*game      ` + id + `-1.*\[White "A"\].*4\. Qxf7# `},
		{"show --state " + dir + " " + filepath.Base(paths[0]), exitDone, id},
		{"show --state " + dir + " nobody", exitBad, `no journal "nobody"`},
		{"show --state " + dir, exitBad, "JOURNAL is missing"},
		{"export --state " + dir + " " + id, exitDone, `(?s)^\[Event .*1\. e4 e5 2\. Qh5 Nc6 3\. Bc4 Nf6 4\. Qxf7# `},
		{"export --state " + dir + " --format trace -o " + traced + " " + id, exitDone, "^$"},
		{"export --state " + dir + " --format trace", exitBad, "name one"},
		{"export --state " + dir + " --format pdf " + id, exitBad, "write pgn or trace"},
		{"lsit", exitBad, "did you mean list"},
	} {
		status, stdout, stderr := call(t, "", append([]string{"journal"}, strings.Fields(c.args)...)...)
		if ok, _ := regexp.MatchString(c.says, stdout+stderr); status != c.status || !ok {
			t.Errorf("%s: exit status %d, %s%s, want %d and %q", c.args, status, stdout, stderr, c.status, c.says)
		}
	}
	if got, err := os.ReadFile(traced); err != nil || string(got) != string(text) {
		t.Errorf("the exported trace is not the journal: %v", err)
	}
	if status, stdout, stderr := call(t, "", "replay", "-o", "uci", traced); status != exitDone || !strings.HasPrefix(stdout, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7") {
		t.Errorf("replayed: %d, %s%s", status, stdout, stderr)
	}
	broken := strings.Replace(string(text), `"square":"e4"`, `"square":"e9"`, 1)
	if err := os.WriteFile(paths[0], []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, "", "journal", "export", "--state", dir); status != exitFailed || !strings.Contains(stderr, "line") || !strings.Contains(stderr, "could not be read") {
		t.Errorf("a damaged journal: %d, %s", status, stderr)
	}
}
