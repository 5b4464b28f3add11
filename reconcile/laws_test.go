package reconcile_test

import (
	"os"
	"testing"

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

// play steps through records and returns the game with all its events as JSON,
// one a line.
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

// Every scenario of Article 4 holds for every edition it names.
func TestArticle4(t *testing.T) {
	for _, file := range []string{"article4.jsonl", "article4-later.jsonl", "more.jsonl"} {
		for _, s := range scenarios(t, file) {
			for _, edition := range s.Editions {
				t.Run(s.ID+"/"+edition, func(t *testing.T) { holds(t, s, edition) })
			}
		}
	}
}

func holds(t *testing.T, s scenario.Scenario, edition string) {
	t.Helper()
	h, records, err := s.Trace(edition)
	if err != nil {
		t.Fatal(err)
	}
	agrees(t, s, h, records)
}
