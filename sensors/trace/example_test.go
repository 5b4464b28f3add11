package trace_test

import (
	"fmt"
	"strings"

	"touchmove/sensors/trace"
)

// A trace is a header followed by one record per line.
func ExampleReader_All() {
	const text = `{"trace":1,"sensing":"occupancy","variant":"standard","laws":"fide-2018"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":5100000,"square":"e2","is":"empty"}
{"at_us":5600000,"square":"e4","is":"occupied"}
{"at_us":6000000,"clock":"white"}
`
	r, err := trace.NewReader(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("laws:", r.Header().Laws)
	for record, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		switch what := record.What.(type) {
		case trace.Scan:
			fmt.Println(record.At, "the whole board")
		case trace.Change:
			fmt.Println(record.At, what.Square, "is", what.Is)
		case trace.Press:
			fmt.Println(record.At, what.By, "presses the clock")
		}
	}
	// Output:
	// laws: fide-2018
	// 0s the whole board
	// 5.1s e2 is empty
	// 5.6s e4 is occupied
	// 6s white presses the clock
}

// Errors name the line and say what is wrong with it.
func ExampleReader_Next() {
	const text = `{"trace":1}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":5100000,"square":"e9","is":"empty"}
`
	r, err := trace.NewReader(strings.NewReader(text))
	for err == nil {
		_, err = r.Next()
	}
	fmt.Println(err)
	// Output:
	// line 3: "e9" is not a square: want a file a-h and a rank 1-8, as in "e4"
}
