package pcf857x_test

import (
	"fmt"
	"log"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/pcf857x"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// A board is read over any i2c.Bus, here a bus with simulated chips. On a Raspberry
// Pi, get the bus from periph's i2creg.Open("1").
func Example() {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.PCF8574s(bus, chiptest.Squares(), 0x20, 0x38)
	board.SetSquare(rules.C1, sensors.Occupied)

	dev, err := pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8574, Addrs: []uint16{0x20, 0x38}})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, dev.Channels())
	if err := dev.Read(counts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dev)
	fmt.Println(counts[:8]) // a piece pulls its line to ground

	bus.Unplug(0x38)
	fmt.Println(dev.Read(counts))
	// Output:
	// pcf8574 0x20 0x38 on I2C1
	// [1 1 0 1 1 1 1 1]
	// pcf8574 0x38 on I2C1 (channels 8-15): sysfs-i2c: remote I/O error
}
