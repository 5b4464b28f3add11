package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/event/tournament/tournamenttest"
)

// A round is reported from the event file and the journals of the boards, or from
// traces that are named. Mistakes are reported in one line.
func TestEventReports(t *testing.T) {
	p := tournamenttest.Play(t, t.TempDir(), []string{"../../sensors/sim/simboard/games/games.pgn"}, tournamenttest.Options{
		Rounds: 2, Boards: 2, Plies: 12, Seed: 1, Stories: []string{"resigned", "draw agreed", "wrong claim", "nobody came"},
	})
	if t.Failed() {
		t.FailNow()
	}
	status, text, stderr := call(t, "", "event", "report", "--round", "1", "--state", p.State, p.File)
	if status != exitDone || !strings.Contains(text, "Report of round 1") || !strings.Contains(text, "resignation") || !strings.Contains(text, "½-½") || strings.Contains(text, "Still open") {
		t.Errorf("exit status %d: %s\n%s", status, stderr, text)
	}
	status, html, _ := call(t, "", "event", "report", "--round", "2", "--html", "--language", "de", "--state", p.State, p.File)
	if status != exitDone || !strings.HasPrefix(html, "<!doctype html>") || !strings.Contains(html, "Reklamation: Stellungswiederholung (Weiß)") {
		t.Errorf("exit status %d:\n%s", status, html)
	}
	status, text, _ = call(t, "", "event", "table", "--json", "--state", p.State, p.File)
	var table struct {
		Players []struct{ Points float64 }
	}
	if err := json.Unmarshal([]byte(text), &table); status != exitDone || err != nil || len(table.Players) != 4 || table.Players[0].Points < table.Players[3].Points {
		t.Errorf("exit status %d, %v: %s", status, err, text)
	}
	output := filepath.Join(t.TempDir(), "open.trf")
	status, text, stderr = call(t, "", "event", "trf", "-o", output, "--state", p.State, p.File)
	if written, err := os.ReadFile(output); status != exitDone || text != "" || err != nil || !strings.HasPrefix(string(written), "012 Open 2026\r\n") || strings.Count(string(written), "\n001 ") != 4 {
		t.Errorf("exit status %d, %v: %s\n%s", status, err, stderr, written)
	}

	journals, err := filepath.Glob(p.State + "/*/*/*.jsonl")
	if err != nil || len(journals) != 4 {
		t.Fatalf("journals %v, %v", journals, err)
	}
	// With only one board's journals, the games of the other board have no record.
	status, text, _ = call(t, "", append([]string{"event", "report", "--round", "1", p.File}, journals[:2]...)...)
	if status != exitDone || !strings.Contains(text, "Board 2: ") || !strings.Contains(text, "no record") {
		t.Errorf("exit status %d:\n%s", status, text)
	}
	for _, wrong := range []struct {
		args []string
		says string
	}{
		{[]string{"report", "--state", p.State, p.File}, "there are rounds 1, 2: say which is being played"},
		{[]string{"report", "--round", "7", "--state", p.State, p.File}, "there is no round 7"},
		{[]string{"report", "--round", "1", "--html", "--json", "--state", p.State, p.File}, "write one of them"},
		{[]string{"report", "--round", "1", "--language", "nl", "--state", p.State, p.File}, "no reports in dutch"},
		{[]string{"table", "--state", p.State + "/none", p.File}, "there is no such state directory"},
		{[]string{"table", "--state", p.State, p.File + "x"}, "there is no such file"},
		{[]string{"trf", p.File, p.File}, "open-2026.toml:1"},
		{[]string{"trf"}, "name an event file"},
	} {
		if status, stdout, stderr := call(t, "", append([]string{"event"}, wrong.args...)...); status != exitBad || stdout != "" || !strings.Contains(stderr, wrong.says) {
			t.Errorf("%v: exit status %d, %q", wrong.args, status, stderr)
		}
	}
}
