package touchmove_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What the race detector does not watch in `make unit` gives it nothing to find: no
// goroutine starts there, and nothing is locked or shared.
func TestUnwatched(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^UNWATCHED = (.+)$`).FindSubmatch(makefile)
	if line == nil {
		t.Fatal("Makefile: there is no line that begins with UNWATCHED =")
	}
	all := packages(t)
	for _, pattern := range strings.Fields(string(line[1])) {
		found := false
		for path, p := range all {
			if !matches(pattern, path) {
				continue
			}
			found = true
			for _, imported := range p.Imports {
				if slices.Contains([]string{"sync", "sync/atomic", "unsafe", "context"}, imported) {
					t.Errorf("%s imports %s: take it out of UNWATCHED in the Makefile, for the race detector is to watch it", p.ImportPath, imported)
				}
			}
			files, err := filepath.Glob(path + "/*.go")
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if !strings.HasSuffix(file, "_test.go") {
					checkSource(t, file)
				}
			}
		}
		if !found {
			t.Errorf("Makefile: UNWATCHED names %s, and there is no such package", pattern)
		}
	}
}
