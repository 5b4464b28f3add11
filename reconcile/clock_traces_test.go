package reconcile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/internal/goldentest"
	"touchmove/sensors/trace"
)

// TestClockTraces compares the output of small traces with a clock with their golden files, to the
// byte.
func TestClockTraces(t *testing.T) {
	paths, err := filepath.Glob("testdata/clock/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := trace.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var records []trace.Record
		for record, err := range r.All() {
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			records = append(records, record)
		}
		_, got := play(t, r.Header(), records)
		goldentest.Check(t, strings.TrimSuffix(path, ".jsonl")+".golden", got)
	}
}
