package reconcile_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	refusals "touchmove/internal/refusal"
	"touchmove/reconcile"
	"touchmove/reconcile/scenario"
	"touchmove/sensors/trace"
)

func scenarios(t testing.TB, name string) []scenario.Scenario {
	t.Helper()
	f, err := os.Open("testdata/laws/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := scenario.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatalf("%s holds no scenario", name)
	}
	return all
}

// play steps through records and returns the game with all its events as JSON, one a line.
func play(t testing.TB, h trace.Header, records []trace.Record) (*reconcile.Game, []byte) {
	t.Helper()
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for i, r := range records {
		events, err := g.Step(r)
		if err != nil {
			t.Fatalf("record %d: %v", i+1, err)
		}
		for _, e := range events {
			out = append(e.AppendJSON(out), '\n')
		}
	}
	return g, out
}

// TestArticle4 checks that every scenario holds for every edition it names.
func TestArticle4(t *testing.T) {
	files, err := filepath.Glob("testdata/laws/*.jsonl")
	if err != nil || len(files) < 3 {
		t.Fatalf("scenario files %v, error %v", files, err)
	}
	for _, file := range files {
		for _, s := range scenarios(t, filepath.Base(file)) {
			for _, edition := range s.Editions {
				t.Run(s.ID+"/"+edition, func(t *testing.T) { holds(t, s, edition) })
			}
		}
	}
}

// someEditions are those in which a scenario is tried once more than TestArticle4 tries it: all, or with
// -short one, by turns.
func someEditions(turn int, all []string) []string {
	if testing.Short() && len(all) > 0 {
		turn %= len(all)
		return all[turn : turn+1]
	}
	return all
}

func holds(t *testing.T, s scenario.Scenario, edition string) {
	t.Helper()
	h, records, err := s.Trace(edition)
	if err != nil {
		t.Fatal(err)
	}
	refused, err := s.Refused(edition)
	if err != nil {
		t.Fatal(err)
	}
	if len(refused) == 0 && len(s.Reports) == 0 && len(s.Silent) == 0 {
		agrees(t, s, h, records)
		return
	}
	g, events, wrong := playRefused(t, h, records, refused, true)
	state, err := json.Marshal(g.State())
	if err != nil {
		t.Fatal(err)
	}
	diffs, err := s.Differences(state)
	if err != nil {
		t.Fatal(err)
	}
	missed, err := s.Missed(events)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range slices.Concat(wrong, diffs, missed) {
		t.Errorf("%s: %s", s.Title, d)
	}
	if t.Failed() {
		t.Logf("%s", events)
	}
}

// playRefused steps through records of which some commands must be refused; refused has the codes
// by the number of the record. diffs has one line for each record that is taken or refused otherwise; out has the
// events as JSON, one a line, where they are written.
func playRefused(t *testing.T, h trace.Header, records []trace.Record, refused map[int]string, written bool) (g *reconcile.Game, out []byte, diffs []string) {
	t.Helper()
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		events, err := g.Step(r)
		code := ""
		if why := refusals.Of(err); why != nil {
			code = why.Code
		}
		if code != refused[i] || err != nil && code == "" {
			diffs = append(diffs, fmt.Sprintf("record %d: %+v is refused as %q (%v), want %q", i+1, r.What, code, err, refused[i]))
		}
		if !written {
			continue
		}
		for _, e := range events {
			out = append(e.AppendJSON(out), '\n')
		}
	}
	return g, out, diffs
}
