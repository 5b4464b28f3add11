package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Every attack can be run alone, by its name, and the page that says what is tried says how
// many there are.
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
