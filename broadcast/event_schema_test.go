package broadcast_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/broadcast/contract"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Every event that the traces of the project give keeps to the schema, and
// every kind of event that the schema knows is among them.
func TestEventsKeepToTheSchema(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../testdata/traces/*/*-01.jsonl.gz", "../reconcile/testdata/traces/*.jsonl.gz", "../reconcile/testdata/*/*.jsonl"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	seen, events := map[string]bool{}, 0
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i%4 > 0 && !strings.HasSuffix(path, ".gz") && !bytes.Contains(text, []byte(`"undo"`)) { // a quarter of the short ones
			continue
		}
		in, err := trace.NewReader(bytes.NewReader(text))
		if err != nil {
			continue // scenarios, whose tests make traces of them
		}
		game, err := reconcile.NewGame(in.Header())
		if err != nil {
			t.Fatal(path, err)
		}
		of := map[string]int{} // ten of a kind of each trace
		for r, err := range in.All() {
			if err != nil {
				t.Fatal(path, err)
			}
			told, err := game.Step(r)
			if err != nil {
				continue // refused, and told to nobody
			}
			for _, e := range told {
				seen[e.What.Name()] = true
				if of[e.What.Name()]++; of[e.What.Name()] > 10 {
					continue
				}
				events++
				line := bytes.Replace(e.AppendJSON(nil), fmt.Appendf(nil, `,"seq":%d,"game":%d`, e.Seq, e.Game), nil, 1)
				line = append([]byte(`{"v":1,"game":"g-1","seq":1,"at_ms":0,"at":"2026-11-21T18:22:00.123Z",`), line[1:]...)
				if err := contract.CheckJSON("event", line); err != nil {
					t.Fatalf("%s: %v\n%s", path, err, line)
				}
			}
		}
	}
	var missing []string
	for _, name := range enum(t, "event", "properties", "event", "enum") {
		if !seen[name] {
			missing = append(missing, name)
		}
	}
	t.Logf("%d events of %d kinds", events, len(seen))
	if len(missing) > 0 {
		t.Errorf("no trace has %s", strings.Join(missing, ", "))
	}
}
