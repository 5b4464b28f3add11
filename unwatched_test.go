package touchmove_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const notPure = "remove the package from UNWATCHED in the Makefile, so that the race detector watches it"

// Packages that `make unit` runs without the race detector give it nothing to find:
// they start no goroutine, and lock or share nothing but values that are computed once.
func TestUnwatched(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^UNWATCHED = ((?:.*\\\n)*.*)$`).FindSubmatch(makefile)
	if lines == nil {
		t.Fatal("Makefile: there is no line that begins with UNWATCHED =")
	}
	all := packages(t)
	for _, pattern := range strings.Fields(strings.ReplaceAll(string(lines[1]), "\\\n", " ")) {
		found := false
		for path, p := range all {
			if !matches(pattern, path) {
				continue
			}
			found = true
			for _, imported := range p.Imports {
				if slices.Contains([]string{"sync/atomic", "unsafe", "context"}, imported) {
					t.Errorf("%s imports %s: %s", p.ImportPath, imported, notPure)
				}
			}
			files, err := filepath.Glob(path + "/*.go")
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if strings.HasSuffix(file, "_test.go") {
					continue
				}
				checkSource(t, file)
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, used := range regexp.MustCompile(`\bsync\.[A-Z]\w+`).FindAllString(string(source), -1) {
					if !strings.HasPrefix(used, "sync.Once") {
						t.Errorf("%s: %s: %s", file, used, notPure)
					}
				}
			}
		}
		if !found {
			t.Errorf("Makefile: UNWATCHED names %s, and there is no such package", pattern)
		}
	}
}
