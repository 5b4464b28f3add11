package reconcile_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/scenario"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestLaterEditionsKeep2009 checks that what fide-2009 says holds for the later editions too,
// except for these scenarios, which those answer differently (article4-later.jsonl).
func TestLaterEditionsKeep2009(t *testing.T) {
	otherwise := map[string][]string{
		"A4-004": {"fide-2018", "fide-2023"}, "A4-008": {"fide-2018", "fide-2023"}, "A4-106": {"fide-2018", "fide-2023"},
	}
	for _, id := range []string{"A4-052", "A4-097", "A4-098", "A4-099"} {
		otherwise[id] = []string{"fide-2014", "fide-2018", "fide-2023"}
	}
	for _, s := range scenarios(t, "article4.jsonl") {
		if !slices.Contains(s.Editions, "fide-2009") {
			continue
		}
		for _, edition := range []string{"fide-2014", "fide-2018", "fide-2023"} {
			if !slices.Contains(otherwise[s.ID], edition) {
				t.Run(s.ID+"/"+edition, func(t *testing.T) { holds(t, s, edition) })
			}
		}
	}
}

// bouncing makes every contact bounce twice for a few milliseconds.
func bouncing(records []trace.Record) []trace.Record {
	var out []trace.Record
	var board sensors.Scan
	for _, r := range records {
		switch w := r.What.(type) {
		case trace.Scan:
			board = w.Board
		case trace.Change:
			was := board[w.Square]
			board[w.Square] = w.Is
			for i := range 4 {
				is := w.Is
				if i%2 == 1 {
					is = was
				}
				out = append(out, trace.Record{At: r.At - time.Duration(24-6*i)*time.Millisecond, What: trace.Change{Square: w.Square, Is: is}})
			}
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b trace.Record) int { return cmp.Compare(a.At, b.At) })
	return out
}

// prompt makes every press come this long after the record before it.
func prompt(after time.Duration) func([]trace.Record) []trace.Record {
	return func(records []trace.Record) []trace.Record {
		out := slices.Clone(records)
		for i, r := range out {
			if _, ok := r.What.(trace.Press); ok && i > 1 {
				out[i].At = min(r.At, out[i-1].At+after)
			}
		}
		return out
	}
}

// TestArticle4OnRealBoards checks that the scenarios hold on boards that bounce, and for players
// who press at once.
func TestArticle4OnRealBoards(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func([]trace.Record) []trace.Record
		but    []string
	}{
		// A contact that closes for some milliseconds while its piece is lifted looks like a
		// capture (A4-016); one that opens looks like the exchange of a pawn (A4-051).
		{"bouncing", bouncing, []string{"A4-016", "A4-051"}},
		{"pressed after 250 ms", prompt(250 * time.Millisecond), nil},
		{"pressed after 60 ms", prompt(60 * time.Millisecond), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range scenarios(t, "article4.jsonl") {
				if slices.Contains(c.but, s.ID) {
					continue
				}
				for _, edition := range s.Editions {
					t.Run(s.ID+"/"+edition, func(t *testing.T) {
						h, records, err := s.Trace(edition)
						if err != nil {
							t.Fatal(err)
						}
						agrees(t, s, h, c.change(records))
					})
				}
			}
		})
	}
}

// agrees plays records and compares the state with what the scenario expects.
func agrees(t *testing.T, s scenario.Scenario, h trace.Header, records []trace.Record) {
	t.Helper()
	g, events := play(t, h, records)
	state, err := json.Marshal(g.State())
	if err != nil {
		t.Fatal(err)
	}
	diffs, err := s.Differences(state)
	if err != nil {
		t.Fatal(err)
	}
	if len(diffs) == 0 {
		return
	}
	t.Errorf("%s: the state is another than the scenario says", s.Title)
	for _, d := range diffs {
		t.Errorf("  %s", d)
	}
	t.Logf("%s", events)
}
