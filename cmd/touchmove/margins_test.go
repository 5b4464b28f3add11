package main

import (
	"os"
	"strings"
	"testing"

	"touchmove/internal/goldentest"
)

// Every block in docs/build.md that begins with touchmove margins shows exactly
// what the command prints.
func TestMarginsInTheDocs(t *testing.T) {
	const name, fence = "../../docs/build.md", "```\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	found := 0
	for i, block := range strings.SplitAfter(string(text), fence) {
		line, _, _ := strings.Cut(block, "\n")
		if args, ok := strings.CutPrefix(line, "touchmove margins "); ok && i%2 == 1 {
			found++
			status, stdout, stderr := call(t, "", append([]string{"margins"}, strings.Fields(args)...)...)
			if status != exitDone {
				t.Fatalf("%s: exit status %d: %s", line, status, stderr)
			}
			block = line + "\n\n" + stdout + fence
		}
		out.WriteString(block)
	}
	if found < 3 {
		t.Errorf("%s shows touchmove margins in %d blocks, want 3", name, found)
	}
	goldentest.Check(t, name, out.String())
}
