package mcpmatrix_test

import (
	"fmt"
	"log"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/mcpmatrix"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// A matrix of eight rows and eight columns, with a diode at every switch, on the
// two ports of one chip.
func Example() {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCPMatrix(bus, chiptest.Squares(), chips.DiodesToRows, 0x20)
	board.SetSquare(rules.C2, sensors.Occupied)

	dev, err := mcpmatrix.New(bus, mcpmatrix.Opts{Addr: 0x20, Diodes: true, Sleep: func(time.Duration) {}})
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
