package broadcast_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"touchmove/broadcast/contract/schemas"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Every event in the project's traces matches the schema, and the traces contain every kind
// of event that the schema has.
func TestEventsKeepToTheSchema(t *testing.T) {
	t.Parallel()
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
			continue // scenarios, of which their tests make traces
		}
		game, err := reconcile.NewGame(in.Header())
		if err != nil {
			t.Fatal(path, err)
		}
		of := map[string]int{} // at most ten of each kind per trace
		for r, err := range in.All() {
			if err != nil {
				t.Fatal(path, err)
			}
			told, err := game.Step(r)
			if err != nil {
				continue // refused, and not published
			}
			for _, e := range told {
				seen[e.What.Name()] = true
				if of[e.What.Name()]++; of[e.What.Name()] > 10 {
					continue
				}
				events++
				line := bytes.Replace(e.AppendJSON(nil), fmt.Appendf(nil, `,"seq":%d,"game":%d`, e.Seq, e.Game), nil, 1)
				line = append([]byte(`{"v":1,"game":"g-1","seq":1,"at_ms":0,"at":"2026-11-21T18:22:00.123Z",`), line[1:]...)
				if err := schemas.CheckJSON("event", line); err != nil {
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

// Every event of a game has a schema, even if no trace contains it yet. Entries that only
// the log adds have none, and are not published.
func TestEveryEventHasASchema(t *testing.T) {
	known := enum(t, "event", "properties", "event", "enum")
	for _, c := range []struct {
		dir       string
		published bool
	}{
		{"../reconcile", true},
		{"../reconcile/article4", true},
		{"../eventlog", false},
	} {
		names := eventNames(t, c.dir)
		if len(names) == 0 {
			t.Errorf("%s: no event found, as func (Started) Name() string { return \"started\" }", c.dir)
		}
		for kind, name := range names {
			switch has := slices.Contains(known, name); {
			case c.published && !has:
				t.Errorf("%s.%s: the event %q is not in broadcast/contract/schemas/event.json: add it to the enum of \"event\", under $defs and to allOf", filepath.Base(c.dir), kind, name)
			case !c.published && has:
				t.Errorf("%s.%s: %q is no event of a game, and event.json has it", filepath.Base(c.dir), kind, name)
			}
		}
	}
	for _, name := range known {
		line := fmt.Appendf(nil, `{"v":1,"game":"g-1","seq":1,"at_ms":0,"at":"2026-11-21T18:22:00Z","at_us":0,"event":%q,"unheard_of":1}`, name)
		if err := schemas.CheckJSON("event", line); err == nil {
			t.Errorf("event.json names %s, and takes any key with it: add its keys under $defs and its case to allOf", name)
		}
	}
}

// eventNames returns the names of the events that a package declares, by type.
func eventNames(t *testing.T, dir string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Name" || len(f.Body.List) != 1 {
				continue
			}
			kind, isType := f.Recv.List[0].Type.(*ast.Ident)
			returned, isReturn := f.Body.List[0].(*ast.ReturnStmt)
			if !isType || !isReturn {
				continue
			}
			literal, ok := returned.Results[0].(*ast.BasicLit)
			if !ok {
				t.Errorf("%s: Name of %s does not return a literal, so that its schema cannot be found", path, kind.Name)
				continue
			}
			if all[kind.Name], err = strconv.Unquote(literal.Value); err != nil {
				t.Fatal(path, err)
			}
		}
	}
	return all
}
