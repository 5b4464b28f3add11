package tca9555_test

import (
	"fmt"
	"log"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca9555"
)

// A board is read over any i2c.Bus, here a bus with simulated chips. On a Raspberry
// Pi, get the bus from periph's i2creg.Open("1").
func Example() {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.TCA9555s(bus, chiptest.Squares(), 0x20, 0x21)
	board.SetSquare(rules.C1, sensors.Occupied)

	dev, err := tca9555.New(bus, tca9555.Opts{Addrs: []uint16{0x20, 0x21}})
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
	// tca9555 0x20 0x21 on I2C1
	// [1 1 0 1 1 1 1 1]
	// tca9555 0x21 on I2C1 (channels 16-31): sysfs-i2c: remote I/O error
}
