// Outcome reads the output of go test -json and prints the essential part: a line per package,
// all output of the tests that failed, and at the end every test that was skipped, with its
// reason. It exits with status 1 unless all packages passed.
//
//	go test -json ./... | go run ./test/outcome
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// event is a line of go test -json (go doc test2json).
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

func main() {
	ok, err := report(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "outcome:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

type test struct{ pkg, name string }

// outcome is the output of the tests so far.
type outcome struct {
	said    map[test][]string // of tests that have not ended
	skipped map[test]string   // the reason
	passed  int               // packages
	failed  int
}

// report prints the results, and reports whether all packages passed and there was at least one.
func report(in io.Reader, out io.Writer) (bool, error) {
	o := outcome{said: map[test][]string{}, skipped: map[test]string{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			e = event{Action: "build-output", Output: lines.Text() + "\n"} // not from a test
		}
		if _, err := io.WriteString(out, o.lines(e)); err != nil {
			return false, err
		}
	}
	if err := lines.Err(); err != nil {
		return false, err
	}
	_, err := io.WriteString(out, o.summary())
	return o.failed == 0 && o.passed > 0, err
}

// lines returns what to print for an event.
func (o *outcome) lines(e event) string {
	at := test{e.Package, e.Test}
	switch {
	case e.Action == "build-output":
		return e.Output
	case e.Action == "build-fail":
		o.failed++
	case e.Action == "output" && e.Test == "":
		if e.Output != "PASS\n" && !strings.Contains(e.Output, "[no test files]") {
			return e.Output
		}
	case e.Action == "output":
		if !strings.HasPrefix(e.Output, "=== ") {
			o.said[at] = append(o.said[at], e.Output)
		}
	case e.Action == "pass" && e.Test == "":
		o.passed++
	case e.Action == "fail" && e.Test == "":
		o.failed++
		return o.unfinished(e.Package)
	case e.Action == "fail":
		said := strings.Join(o.said[at], "")
		delete(o.said, at)
		return said
	case e.Action == "skip" && e.Test != "":
		o.skipped[at] = reason(o.said[at])
		delete(o.said, at)
	case e.Action == "pass":
		delete(o.said, at)
	}
	return ""
}

// unfinished returns the output of the tests of a package that had not ended when it failed:
// because of a panic, or because they took too long.
func (o *outcome) unfinished(pkg string) string {
	var text strings.Builder
	for _, at := range slices.SortedFunc(maps.Keys(o.said), order) {
		if at.pkg == pkg {
			fmt.Fprintf(&text, "%s had not ended:\n%s", at.name, strings.Join(o.said[at], ""))
			delete(o.said, at)
		}
	}
	return text.String()
}

// reason returns why a test was skipped, from its output.
func reason(said []string) string {
	var why []string
	for _, line := range said {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "--- SKIP") {
			why = append(why, line)
		}
	}
	return cmp.Or(strings.Join(why, " "), "it gives no reason")
}

func (o *outcome) summary() string {
	var text strings.Builder
	for _, at := range slices.SortedFunc(maps.Keys(o.skipped), order) {
		fmt.Fprintf(&text, "skipped: %s %s: %s\n", at.pkg, at.name, o.skipped[at])
	}
	fmt.Fprintf(&text, "%d packages passed, %d failed, %d tests were skipped\n", o.passed, o.failed, len(o.skipped))
	return text.String()
}

func order(a, b test) int {
	return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name))
}
