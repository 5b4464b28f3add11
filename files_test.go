package touchmove_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// files returns the path of every file of the project with one of these endings, in order.
// What is fetched or built does not count: node_modules, dist, build and hidden folders.
func files(t *testing.T, endings ...string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			if slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(path, end) }) {
				paths = append(paths, path)
			}
		case path == "build" || d.Name() == "node_modules" || d.Name() == "dist" || strings.HasPrefix(d.Name(), ".") && path != ".":
			return filepath.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatalf("no file ends in %s", strings.Join(endings, " or "))
	}
	return paths
}

// TestNothingLarge holds what is kept with the sources to the size of a picture: a program that was
// built here belongs in bin.
func TestNothingLarge(t *testing.T) {
	list, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("not a clone: ", err)
	}
	for path := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
		if info, err := os.Lstat(path); err == nil && info.Size() > largest {
			t.Errorf("%s has %d bytes; at most %d", path, info.Size(), largest)
		}
	}
}

const largest = 1 << 20

// goFiles returns the path of every file in Go that is neither a test nor below testdata.
func goFiles(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(files(t, ".go"), func(path string) bool {
		return strings.HasSuffix(path, "_test.go") || strings.Contains(filepath.ToSlash(path), "testdata/")
	})
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)

// testNames returns the names of all tests and fuzz targets.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, path := range files(t, "_test.go") {
		for _, m := range testFunction.FindAllStringSubmatch(read(t, path), -1) {
			names[m[1]] = true
		}
	}
	return names
}

// read returns what stands in a file.
func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
