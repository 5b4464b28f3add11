package ads1115_test

import (
	"fmt"
	"log"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads1115"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// Linear Hall sensors on 3.3 V output half of that without a magnet, more under a
// white piece and less under a black one. On a Raspberry Pi, get the bus from
// periph's i2creg.Open("1").
func Example() {
	var slept time.Duration // the simulated chip converts while the driver sleeps
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x48, chips.NewADS1115(board.Hall(chiptest.Squares()[:4], 3300), func() time.Duration { return slept }))
	board.SetSquare(rules.B1, sensors.White)
	board.SetSquare(rules.D1, sensors.Black)

	dev, err := ads1115.New(ads1115.Opts{
		Chips: []ads1115.Chip{{Bus: bus, Addr: 0x48}},
		Sleep: func(d time.Duration) { slept += d },
	})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, dev.Channels())
	if err := dev.Read(counts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts[:4])
	// Output: [13200 16500 13200 9900]
}
