package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The table of events in docs/trace.md has exactly the events that the small traces
// print, and each row has exactly the keys of its event.
func TestDocsEventKeys(t *testing.T) {
	text, err := os.ReadFile("../../docs/trace.md")
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ keys, optional []string }
	rows := map[string]row{}
	line := regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| ([^|]*) \\| [^|]+ \\|$")
	word := regexp.MustCompile("`([a-z_]+)`")
	_, table, _ := strings.Cut(string(text), "| event | further keys |")
	for _, m := range line.FindAllStringSubmatch(table, -1) {
		r := row{keys: []string{"at_us", "event", "game", "seq"}}
		always, maybe, _ := strings.Cut(m[2], "(")
		if strings.HasPrefix(always, "as `made`, and ") {
			always = strings.TrimPrefix(always, "as `made`, and ")
			r.keys, r.optional = slices.Clone(rows["made"].keys), rows["made"].optional
		}
		for _, w := range word.FindAllStringSubmatch(always, -1) {
			r.keys = append(r.keys, w[1])
		}
		for _, w := range word.FindAllStringSubmatch(maybe, -1) {
			r.optional = append(r.optional, w[1])
		}
		slices.Sort(r.keys)
		rows[m[1]] = r
	}
	if len(rows) == 0 {
		t.Fatal("no table of events found")
	}
	traces, err := filepath.Glob("../../reconcile/testdata/hands/*.jsonl")
	if err != nil || len(traces) == 0 {
		t.Fatalf("no small traces: %v", err)
	}
	clocks, err := filepath.Glob("../../reconcile/testdata/clock/*.jsonl")
	if err != nil || len(clocks) == 0 {
		t.Fatalf("no traces of clocks: %v", err)
	}
	traces = append(traces, clocks...)
	printed := map[string]bool{}
	for _, path := range traces {
		status, stdout, stderr := call(t, "", "replay", path)
		if status != exitDone {
			t.Errorf("%s: exit status %d: %s", path, status, stderr)
			continue
		}
		for _, text := range strings.Split(strings.TrimSpace(stdout), "\n") {
			var event map[string]any
			if err := json.Unmarshal([]byte(text), &event); err != nil {
				t.Fatalf("%s: %v: %s", path, err, text)
			}
			name := event["event"].(string)
			printed[name] = true
			r := rows[name]
			var keys []string
			for key := range event {
				if !slices.Contains(r.optional, key) {
					keys = append(keys, key)
				}
			}
			slices.Sort(keys)
			if !slices.Equal(keys, r.keys) {
				t.Fatalf("%s: docs/trace.md gives %s the keys %v, it has %v: %s", filepath.Base(path), name, r.keys, keys, text)
			}
		}
	}
	for name := range rows {
		if !printed[name] {
			t.Errorf("docs/trace.md tells of %s, which no small trace prints", name)
		}
	}
}
