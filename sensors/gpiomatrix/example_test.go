package gpiomatrix_test

import (
	"fmt"
	"log"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// A matrix of eight driven rows and eight read columns, with a diode at every
// switch, on sixteen GPIO lines of one chip.
func Example() {
	board := chips.NewBoard()
	lines := chips.NewGPIO(board.Matrix(chiptest.Squares(), chips.DiodesToRows), 16)
	board.SetSquare(rules.C2, sensors.Occupied)

	dev, err := gpiomatrix.New(lines.Outputs(0, 8), lines.Inputs(8, 16, gpio.PullUp), gpiomatrix.Opts{Diodes: true, Sleep: func(time.Duration) {}})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, dev.Channels())
	if err := dev.Read(counts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts[:8])
	fmt.Println(counts[8:16]) // c2 is row 1, column 2
	// Output:
	// [1 1 1 1 1 1 1 1]
	// [1 1 0 1 1 1 1 1]
}
