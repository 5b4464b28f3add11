package reconcile_test

import (
	"fmt"
	"strings"

	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Records in, events out: a pawn is lifted, set down and the clock is pressed.
func ExampleGame_Step() {
	const text = `{"trace":1,"sensing":"occupancy","laws":"fide-2018","clock":"buttons"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":5100000,"square":"e2","is":"empty"}
{"at_us":5600000,"square":"e4","is":"occupied"}
{"at_us":6000000,"clock":"white"}
{"at_us":9000000,"end":true}
`
	r, err := trace.NewReader(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := reconcile.NewGame(r.Header())
	if err != nil {
		fmt.Println(err)
		return
	}
	for record, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		events, err := game.Step(record)
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		for _, e := range events {
			switch what := e.What.(type) {
			case reconcile.Made:
				fmt.Printf("%v %s, released at %v\n", e.At, what.SAN, what.Released)
			default:
				fmt.Println(e.At, e.What.Name())
			}
		}
	}
	// Output:
	// 0s started
	// 5.25s touched
	// 5.25s obligation
	// 6s e4, released at 5.6s
	// 6s obligation
	// 6s completed
}
