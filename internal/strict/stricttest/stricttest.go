// Package stricttest writes the faults of a file as golden files hold them.
package stricttest

import (
	"fmt"
	"strings"

	"touchmove/internal/strict"
)

// Describe gives the place of each fault, the text at that place, what is wrong, and what to write.
func Describe(faults strict.Faults) string {
	var b strings.Builder
	for _, f := range faults {
		marked := ""
		if f.Column > 0 {
			marked = f.Source[f.Column-1:][:min(f.Width, len(f.Source)-f.Column+1)]
		}
		fmt.Fprintf(&b, "%d:%d %q\n  %s\n  %s\n", f.Line, f.Column, marked, f.What, f.Remedy)
	}
	return b.String()
}
