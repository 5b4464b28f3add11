package eventlog_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/sensors/trace"
	"touchmove/sensors/trace/tracetest"
)

var began = time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)

var journal = eventlog.Journal{ID: "hall-7-20261121t182200000z", Began: began}

// said returns the content of entries, byte by byte.
func said(entries []eventlog.Entry) (lines []string) {
	for _, e := range entries {
		what, err := json.Marshal(e.What)
		if err != nil {
			panic(err)
		}
		lines = append(lines, fmt.Sprintf("%s %d %v %v %d %s %s", e.Game, e.Seq, e.Time.UnixMicro(), e.At, e.Event.Seq, e.What.Name(), what))
	}
	return lines
}

// difference returns the first line in which two lists differ.
func difference(a, b []string) string {
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Sprintf("entry %d is missing:\n%s", i, b[i])
		case i >= len(b):
			return fmt.Sprintf("entry %d is too much:\n%s", i, a[i])
		case a[i] != b[i]:
			return fmt.Sprintf("entry %d is\n%s\nwant\n%s", i, a[i], b[i])
		}
	}
	return ""
}

// For every trace in the tree, the entries of a live board, those after a recovery at any
// record from the records that were kept, and those of a replay of these are the same, byte for
// byte. A trace is recovered at some records and at some decisions: at one of each, or as many
// as TOUCHMOVE_CUTS says.
func TestLiveRecoveredReplayed(t *testing.T) {
	paths, often := tracetest.Paths(t, ".."), 1
	if text := os.Getenv("TOUCHMOVE_CUTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("TOUCHMOVE_CUTS=%s is not a number from 1", text)
		}
		often = n
	}
	if testing.Short() {
		paths = slices.DeleteFunc(paths, func(p string) bool { return len(p)%7 != 0 })
	}
	for _, path := range paths {
		h, records, ok := tracetest.Read(path)
		if !ok || len(records) == 0 {
			continue
		}
		live, err := eventlog.New(h, journal)
		if err != nil {
			continue // a header that is refused
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			var kept []trace.Record
			cuts := map[int]int{} // by record: how many were kept up to it
			decisions := 0
			every := max(1, len(records)/often)
			for i, r := range records {
				step, err := live.Step(r)
				if err != nil {
					continue
				}
				if step.Keep {
					kept = append(kept, r)
				}
				if step.Decided {
					decisions++
				}
				if i%every == 0 || step.Decided && decisions%max(1, 300/often) == 0 {
					cuts[i] = len(kept)
				}
			}
			want := said(live.Entries())
			replayed, err := eventlog.Of(h, journal, kept)
			if err != nil {
				t.Fatal(err)
			}
			// What a tick at the very end decides has no later record that is kept.
			replayed.Advance(records[len(records)-1].At)
			if got := said(replayed.Entries()); len(got) > len(want) || difference(got, want[:len(got)]) != "" {
				t.Errorf("replayed: %s", difference(got, want))
			}
			for i, n := range cuts {
				b, err := eventlog.Of(h, journal, kept[:n])
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range records[i+1:] {
					_, _ = b.Step(r)
				}
				if d := difference(said(b.Entries()), want); d != "" {
					t.Fatalf("recovered at record %d, of which %d were kept: %s", i, n, d)
				}
			}
		})
	}
}
