package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// docs/trace.md describes every event that a replay of the sample traces prints,
// with all its keys, and the README names every command.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/trace.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := func(word string) bool { return strings.Contains(string(text), "`"+word+"`") }
	traces, err := filepath.Glob("../../testdata/traces/*/*-01.jsonl.gz")
	if err != nil || len(traces) == 0 {
		t.Fatalf("no sample traces: %v", err)
	}
	missing := map[string]bool{}
	for _, path := range traces {
		status, stdout, stderr := call(t, "", "replay", path)
		if status != exitDone {
			t.Fatalf("%s: exit status %d: %s", path, status, stderr)
		}
		for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
			var event map[string]any
			if err := json.Unmarshal([]byte(line), &event); err != nil {
				t.Fatalf("%s: %v: %s", path, err, line)
			}
			if name := event["event"].(string); !documented(name) {
				missing["event "+name] = true
			}
			for key := range event {
				if !documented(key) && key != "event" {
					missing["key "+key] = true
				}
			}
		}
	}
	for what := range missing {
		t.Errorf("docs/trace.md does not tell of the %s", what)
	}

	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range newRoot(&console{}).Commands() {
		if !strings.Contains(string(readme), "touchmove "+cmd.Name()) && !strings.Contains(string(readme), "`"+cmd.Name()+"`") {
			t.Errorf("README.md does not tell of touchmove %s", cmd.Name())
		}
	}
}
