package ads7828_test

import (
	"fmt"
	"log"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads7828"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// Linear Hall sensors on 3.3 V output half of that without a magnet, more under a
// white piece and less under a black one. On a Raspberry Pi, get the bus from
// periph's i2creg.Open("1").
func Example() {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x48, chips.NewADS7828(board.Hall(chiptest.Squares()[:8], 3300), 3300))
	board.SetSquare(rules.B1, sensors.White)
	board.SetSquare(rules.D1, sensors.Black)

	dev, err := ads7828.New(ads7828.Opts{Chips: []ads7828.Chip{{Bus: bus, Addr: 0x48}}})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, dev.Channels())
	if err := dev.Read(counts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts[:4])
	// Output: [2048 2560 2048 1536]
}
