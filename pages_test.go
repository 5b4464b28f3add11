package touchmove_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"touchmove/internal/goldentest"
)

// pages returns the documents that people read, by path: README, CONTRIBUTING,
// CHANGELOG and everything in docs.
func pages(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) > 14 {
		t.Errorf("docs/ has %d pages, and 14 are enough: %v", len(paths), paths)
	}
	text := map[string]string{}
	for _, path := range append(paths, "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "screen/README.md") {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text[path] = string(raw)
	}
	return text
}

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	made     = regexp.MustCompile("`make ([a-z-]+)")
	ticked   = regexp.MustCompile("`([^`\n]+)`")
	pathLike = regexp.MustCompile(`^(?:\.\./)?(?:[a-z0-9_]+/)+[A-Za-z0-9_.-]*$`)
)

// anchor returns the fragment by which GitHub links to a heading.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ' || r == '-':
			b.WriteByte('-')
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

func anchors(text string) []string {
	var list []string
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		list = append(list, anchor(m[1]))
	}
	return list
}

// Every link in the documents leads to a file that exists, and to a heading in it.
func TestPageLinks(t *testing.T) {
	all := pages(t)
	for page, text := range all {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, fragment, _ := strings.Cut(m[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
				continue
			}
			if fragment == "" {
				continue
			}
			if there, ok := all[target]; !ok || !slices.Contains(anchors(there), fragment) {
				t.Errorf("%s links to %s, and %s has no such heading", page, m[1], target)
			}
		}
	}
}

// Every make target that the documents name exists in the Makefile.
func TestPageMakeTargets(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for page, text := range pages(t) {
		for _, m := range made.FindAllStringSubmatch(text, -1) {
			if !regexp.MustCompile(`(?m)^` + m[1] + `:`).Match(makefile) {
				t.Errorf("%s names make %s, which the Makefile does not have", page, m[1])
			}
		}
	}
}

// roots are the folders where paths of the source begin.
var roots = []string{"broadcast", "calibration", "cmd", "configs", "daemon", "docs", "event", "eventlog", "examples", "internal", "packaging", "reconcile", "rules", "screen", "sensors", "test", "testdata"}

var (
	placeholder = regexp.MustCompile(`[A-Z]{4}`)      // as in sensors/CHIP
	topics      = regexp.MustCompile(`^cmd/[a-z-]+$`) // an MQTT topic
)

// Every path of the source between backticks in the documents exists.
func TestPagePaths(t *testing.T) {
	for page, text := range pages(t) {
		for _, m := range ticked.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			path := strings.TrimSuffix(strings.TrimSuffix(m[1], "/..."), "/")
			if !pathLike.MatchString(path) {
				continue
			}
			root, _, nested := strings.Cut(path, "/")
			if !nested || !slices.Contains(roots, root) || placeholder.MatchString(path) || topics.MatchString(path) && path != "cmd/touchmove" {
				continue
			}
			if _, err := os.Stat(path); err != nil {
				if _, err := os.Stat(filepath.Join(filepath.Dir(page), path)); err != nil {
					t.Errorf("%s names %s, which is not there", page, path)
				}
			}
		}
	}
}

// docs/architecture.md shows the order of imports as in the list above; -update
// rewrites it.
func TestPageOrder(t *testing.T) {
	const name, begin, end = "docs/architecture.md", "<!-- order -->\n", "<!-- end of order -->"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), begin)
	if !ok {
		t.Fatalf("%s has no %s", name, begin)
	}
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no %s", name, end)
	}
	var table strings.Builder
	table.WriteString("| | packages (`/...`: and those below) |\n|---|---|\n")
	for i, line := range order {
		fmt.Fprintf(&table, "| %d | `%s` |\n", i+1, strings.Join(line, "`, `"))
	}
	want := before + begin + table.String() + end + after
	goldentest.Check(t, name, want)
}
