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
