package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Every attack has a unique name by which it can be run alone, and the page that describes
// the attacks gives their number.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	for _, row := range all() {
		if row.name == "" || row.send == nil || names[row.name] {
			t.Errorf("the attack %q has no name of its own, or does nothing", row.name)
		}
		names[row.name] = true
	}
	page, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	const nothing = 1 // the row without an attack
	if want := fmt.Sprintf("%d kinds in all", len(names)-nothing); !strings.Contains(strings.ReplaceAll(string(page), "\n", " "), want) {
		t.Errorf("docs/operations.md does not say %q", want)
	}
}
