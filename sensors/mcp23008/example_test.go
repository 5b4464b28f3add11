package mcp23008_test

import (
	"fmt"
	"log"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/mcp23008"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// A board is read over any i2c.Bus, here a bus with simulated chips. On a Raspberry
// Pi, get the bus from periph's i2creg.Open("1").
func Example() {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23008s(bus, chiptest.Squares(), 0x20, 0x21)
	board.SetSquare(rules.C1, sensors.Occupied)

	dev, err := mcp23008.New(bus, mcp23008.Opts{Addrs: []uint16{0x20, 0x21}})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, dev.Channels())
	if err := dev.Read(counts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dev)
	fmt.Println(counts[:8]) // a piece pulls its line to ground

	bus.Unplug(0x21)
	fmt.Println(dev.Read(counts))
	// Output:
	// mcp23008 0x20 0x21 on I2C1
	// [1 1 0 1 1 1 1 1]
	// mcp23008 0x21 on I2C1 (channels 8-15): sysfs-i2c: remote I/O error
}
