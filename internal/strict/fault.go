package strict

import (
	"fmt"
	"strings"

	"touchmove/internal/terminal"
)

// Fault is one thing that is wrong in a file, described so that it can be corrected without
// a manual.
type Fault struct {
	File    string
	Line    int    // from 1; 0 for the whole file
	Column  int    // in bytes from 1; 0 if no part of the line is marked
	Width   int    // length in bytes of the marked part
	Source  string // the line as written in the file
	What    string // what is wrong
	Remedy  string // what to do; text to type is between backquotes
	Warning bool   // the file can be used nevertheless
}

// Error returns "file:line: what is wrong: what to do", on one line.
func (f Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Place())
	b.WriteString(": ")
	if f.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(Short(f.What))
	if f.Remedy != "" {
		b.WriteString(": ")
		b.WriteString(strings.ReplaceAll(Short(f.Remedy), "`", ""))
	}
	return b.String()
}

// Short returns what is wrong, or what to do, for people to read. A text quotes what the file has there, which may be
// of any length; of what is longer than any text without it, the beginning and the end say what is meant.
func Short(text string) string { return terminal.Shorten(text, 600) }

// Place returns "file:line", or the file alone if the fault has no line.
func (f Fault) Place() string {
	if f.Line == 0 {
		return f.File
	}
	return fmt.Sprintf("%s:%d", f.File, f.Line)
}

// Faults is everything wrong in a file, in the order of its lines. As an error it shows the
// first fault that is not a warning, preferably one with a line, and how many more there
// are.
type Faults []Fault

// Error returns a single line.
func (f Faults) Error() string {
	first, errors, placed := "", 0, false
	for _, fault := range f {
		if fault.Warning {
			continue
		}
		if errors == 0 || !placed && fault.Line > 0 {
			first, placed = fault.Error(), fault.Line > 0
		}
		errors++
	}
	switch errors {
	case 0:
		return "nothing is wrong"
	case 1:
		return first
	case 2:
		return first + " (and 1 more error: touchmove check " + f[0].File + ")"
	}
	return fmt.Sprintf("%s (and %d more errors: touchmove check %s)", first, errors-1, f[0].File)
}

// Broken reports whether any of the faults is more than a warning.
func (f Faults) Broken() bool {
	for _, fault := range f {
		if !fault.Warning {
			return true
		}
	}
	return false
}
