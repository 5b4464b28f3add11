package reconcile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		golden := strings.TrimSuffix(path, ".jsonl") + ".golden"
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s prints otherwise than %s: %s", path, golden, firstLine(got, want))
		}
	}
}
