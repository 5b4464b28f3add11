package gpioclock_test

import (
	"fmt"
	"log"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors/gpioclock"
)

// A lever pulls its line low while White's side is down, which is after White has
// pressed. It bounces, and the press counts from its first edge.
func Example() {
	dev, err := gpioclock.New(gpioclock.Opts{Lever: true, Debounce: 5 * time.Millisecond, LineNames: []string{"GPIO17"}})
	if err != nil {
		log.Fatal(err)
	}
	const high, low = 1, 0
	for _, read := range []struct {
		at    time.Duration
		level gpio.GPIOValue
	}{{0, high}, {10 * time.Millisecond, high}, {20 * time.Millisecond, low}, {21 * time.Millisecond, high}, {22 * time.Millisecond, low}, {30 * time.Millisecond, low}} {
		for _, press := range dev.Step(read.at, read.level) {
			fmt.Println(map[gpioclock.Side]string{gpioclock.White: "by White", gpioclock.Black: "by Black"}[press.By], "at", press.At)
		}
	}
	// Output: by White at 20ms
}
