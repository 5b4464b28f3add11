package clock_test

import (
	"fmt"

	"touchmove/reconcile/clock"
)

// A time control may be written as in PGN or in words.
func ExampleParse() {
	for _, text := range []string{"40/5400+30:1800+30", "25 min + 5 sec delay", "half an hour"} {
		control, err := clock.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(control)
	}
	// Output:
	// 40/5400+30:1800+30
	// 25 min + 5 sec delay
	// time control "half an hour": "an" is not a unit of time: write min or sec
}
