package hms_test

import (
	"fmt"
	"time"

	"touchmove/internal/hms"
)

func Example() {
	for _, d := range []time.Duration{90 * time.Minute, 309*time.Second + 900*time.Millisecond, -time.Second} {
		fmt.Println(hms.Full(d), hms.Short(d))
	}
	// Output:
	// 1:30:00 1:30:00
	// 0:05:09 5:09
	// 0:00:00 0:00
}

func ExampleParse() {
	for _, text := range []string{"5:00", "90:00", "1:30:00", "0:00", "1:5:00", "1:60:00", "5", "5:60", "-5:00"} {
		d, ok := hms.Parse(text)
		fmt.Println(text, d, ok)
	}
	// Output:
	// 5:00 5m0s true
	// 90:00 1h30m0s true
	// 1:30:00 1h30m0s true
	// 0:00 0s true
	// 1:5:00 0s false
	// 1:60:00 0s false
	// 5 0s false
	// 5:60 0s false
	// -5:00 0s false
}
