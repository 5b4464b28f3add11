// Package tracetest finds and reads the traces of the project, for tests that must hold
// for all of them.
package tracetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"touchmove/sensors/trace"
)

// Paths returns the path of every trace below root, the folder of the project, including
// compressed ones. It fails the test if it finds very few, so that no test passes because
// it looked in the wrong folder.
func Paths(t testing.TB, root string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (path == filepath.Join(root, "build") || d.Name() == "node_modules") {
			return filepath.SkipDir // what is made or fetched, which may be unreadable
		}
		if strings.HasSuffix(path, ".jsonl") || strings.HasSuffix(path, ".jsonl.gz") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) < 100 {
		t.Fatalf("%s has only %d traces: it is not the folder of the project", root, len(paths))
	}
	return paths
}

// Quick returns the paths of every trace below root. In a short run it leaves out the
// compressed ones, which are long.
func Quick(t testing.TB, root string) (paths []string) {
	t.Helper()
	return slices.DeleteFunc(Paths(t, root), func(path string) bool { return testing.Short() && strings.HasSuffix(path, ".gz") })
}

// Read reads a trace. It returns false for a file that is not a trace or is damaged, as
// some in testdata are on purpose.
func Read(path string) (h trace.Header, records []trace.Record, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return h, nil, false
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err != nil {
		return h, nil, false
	}
	for record, err := range r.All() {
		if err != nil {
			return h, nil, false
		}
		records = append(records, record)
	}
	return r.Header(), records, true
}
