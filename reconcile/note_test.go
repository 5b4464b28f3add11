package reconcile_test

import (
	"bytes"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/scenario"
	"touchmove/sensors/trace"
)

// inSample reports whether a scenario is among one in n that are chosen by their names, so that others that come or go
// do not change the choice.
func inSample(id string, n uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(id)) // never fails
	return h.Sum32()%n == 0
}

// TestNoteChangesNothing writes notes at random moments of every scenario, one at a time: what the game tells, and when, is
// what it is without it. Unless TOUCHMOVE_LONG is yes, only an eighth of the scenarios is played.
func TestNoteChangesNothing(t *testing.T) {
	var of uint32 = 8
	if os.Getenv("TOUCHMOVE_LONG") == "yes" {
		of = 1
	}
	files, err := filepath.Glob("testdata/laws/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	notes, differ := 0, 0
	for _, file := range files {
		for _, s := range scenarios(t, filepath.Base(file)) {
			if !inSample(s.ID, of) || slices.ContainsFunc(s.Script, func(s scenario.Step) bool { return s.Command != nil && s.Command.Do == trace.DoUndo }) {
				continue // an undo by its number would be of another action
			}
			h := fnv.New64a()
			h.Write([]byte(s.ID)) // never fails
			r := rand.New(rand.NewPCG(h.Sum64(), 1))
			header, records, err := s.Trace(s.Editions[r.IntN(len(s.Editions))])
			if err != nil {
				t.Fatal(err)
			}
			plain := toldOf(t, header, records)
			for range 6 {
				i := 1 + r.IntN(len(records)-1)
				at := records[i-1].At
				if gap := records[i].At - at; gap > 0 {
					at += time.Duration(r.Int64N(int64(gap)))
				}
				note := trace.Record{At: at, What: trace.Command{Do: trace.DoNote, By: "arbiter", What: "x"}}
				notes++
				with := toldOf(t, header, slices.Insert(slices.Clone(records), i, note))
				if bytes.Equal(plain, with) {
					continue
				}
				differ++
				t.Errorf("%s/%s, a note at %s before record %d: %s: %s", s.ID, header.Laws, at, i+1, s.Title, firstDifference(with, plain))
			}
		}
	}
	if t.Logf("%d of %d notes changed something", differ, notes); notes == 0 {
		t.Error("no note was written")
	}
}

// toldOf returns all events of a trace, and what the Laws say at its end.
func toldOf(t *testing.T, h trace.Header, records []trace.Record) []byte {
	t.Helper()
	g := newGame(t, h)
	var out []byte
	for _, r := range records {
		events, err := g.Step(r)
		if err != nil && !isCommand(r) {
			t.Fatal(err)
		}
		for _, e := range events {
			out = append(e.AppendJSON(out), '\n')
		}
	}
	return append(out, ends(t, g)...)
}
