package tca6424a_test

import (
	"fmt"
	"log"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca6424a"
)

// A board is read over any i2c.Bus, here a bus with simulated chips. On a Raspberry
// Pi, get the bus from periph's i2creg.Open("1").
func Example() {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.TCA6424As(bus, chiptest.Squares(), 0x22, 0x23)
	board.SetSquare(rules.C1, sensors.Occupied)

	dev, err := tca6424a.New(bus, tca6424a.Opts{Addrs: []uint16{0x22, 0x23}})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, dev.Channels())
	if err := dev.Read(counts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dev)
	fmt.Println(counts[:8]) // a piece pulls its line to ground

	bus.Unplug(0x23)
	fmt.Println(dev.Read(counts))
	// Output:
	// tca6424a 0x22 0x23 on I2C1
	// [1 1 0 1 1 1 1 1]
	// tca6424a 0x23 on I2C1 (channels 24-47): sysfs-i2c: remote I/O error
}
