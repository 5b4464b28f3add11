package article4_test

import (
	"fmt"
	"strings"
	"testing"

	"touchmove/internal/goldentest"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// TestDifferences has the differences between each edition and the next, word for word.
func TestDifferences(t *testing.T) {
	var b strings.Builder
	all := rules.AllLaws()
	for i := 1; i < len(all); i++ {
		fmt.Fprintf(&b, "## %v to %v\n", all[i-1], all[i])
		for _, d := range article4.Diff(all[i-1], all[i]) {
			fmt.Fprintf(&b, "%s\n  - %s %s\n  + %s %s\n", d.Name, d.Articles[0], d.Says[0], d.Articles[1], d.Says[1])
		}
	}
	t.Log("\n" + b.String())
	goldentest.Check(t, "testdata/differences.golden", b.String())
}

// TestDiffOfAnyTwo compares any two editions: the differences are the same both ways, add up, and
// name an article wherever an edition has a rule.
func TestDiffOfAnyTwo(t *testing.T) {
	for _, a := range rules.AllLaws() {
		for _, b := range rules.AllLaws() {
			there, back := article4.Diff(a, b), article4.Diff(b, a)
			if len(there) != len(back) {
				t.Errorf("%v and %v: %d and %d differences", a, b, len(there), len(back))
			}
			if (a == b) != (len(there) == 0) {
				t.Errorf("%v and %v: %d differences", a, b, len(there))
			}
			for i, d := range there {
				if d.Says[0] == d.Says[1] || d.Says[0] == "" || d.Says[1] == "" || d.Says[0] != back[i].Says[1] {
					t.Errorf("%v and %v: %+v", a, b, d)
				}
			}
		}
	}
	for _, topic := range article4.Topics() {
		if topic.Articles[rules.FIDE2023] == "" {
			t.Errorf("%s: no article of 2023", topic.Name)
		}
	}
}
