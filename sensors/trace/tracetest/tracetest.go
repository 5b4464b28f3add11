// Package tracetest finds and reads the traces of the project, for tests that hold for all
// of them.
package tracetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/sensors/trace"
)

// Paths returns the path of every trace below root, the folder of the project, compressed
// ones included. It fails the test where there are hardly any, so that no test passes
// because it looked in the wrong folder.
func Paths(t testing.TB, root string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "node_modules" {
			return filepath.SkipDir
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

// Read reads a trace. It returns false for a file that is not one, or that is damaged,
// as some in testdata are on purpose.
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
