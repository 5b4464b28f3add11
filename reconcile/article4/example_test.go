package article4_test

import (
	"fmt"

	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// The differences between two editions of the Laws.
func ExampleDiff() {
	for _, d := range article4.Diff(rules.FIDE2018, rules.FIDE2023) {
		fmt.Printf("%s (%s)\n  %s\n  %s\n", d.Name, d.Articles[1], d.Says[0], d.Says[1])
	}
	// Output:
	// resigning (5.1.2)
	//   loses
	//   loses; a draw if the opponent cannot mate
	// the opponent receives for an illegal move (7.5.5)
	//   2 min, blitz 1 min
	//   2 min, rapid and blitz 1 min
	// the opponent receives for a wrong draw claim (9.5.3)
	//   2 min, blitz 1 min
	//   2 min, rapid and blitz 1 min
}
