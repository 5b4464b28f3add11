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

func ExampleMeantInMinutes() {
	for _, control := range []string{"90+30", "40/90+30:30+30", "15+10", "3+2", "5", "5400+30", "180+2", "60", "60+5", "90 sec + 30 sec increment", "*30", "?"} {
		if says, meant, ok := clock.MeantInMinutes(control); ok {
			fmt.Printf("%s, which is %s: %s\n", control, says, meant)
		}
	}
	// Output:
	// 90+30, which is 90 sec + 30 sec increment per move starting from move 1: 5400+30
	// 40/90+30:30+30, which is 90 sec/40 moves + 30 sec + 30 sec increment per move starting from move 1: 40/5400+30:1800+30
	// 15+10, which is 15 sec + 10 sec increment per move starting from move 1: 900+10
	// 3+2, which is 3 sec + 2 sec increment per move starting from move 1: 180+2
	// 5, which is 5 sec: 300
}
