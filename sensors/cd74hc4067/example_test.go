package cd74hc4067_test

import (
	"fmt"
	"log"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads7138"
	"touchmove/sensors/cd74hc4067"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// Two multiplexers with sixteen linear Hall sensors each, at the first two inputs
// of one converter.
func Example() {
	board, bus, squares := chips.NewBoard(), chips.NewBus("I2C1"), chiptest.Squares()
	selector := chips.NewMultiplexers(board.Hall(squares[:16], 3300), board.Hall(squares[16:32], 3300))
	bus.Attach(0x10, chips.NewADS7138(selector, 3300))
	board.SetSquare(rules.B1, sensors.White)
	board.SetSquare(rules.A3, sensors.Black)

	adc, err := ads7138.New(ads7138.Opts{Chips: []ads7138.Chip{{Bus: bus, Addr: 0x10}}, Inputs: []int{0, 1}})
	if err != nil {
		log.Fatal(err)
	}
	dev, err := cd74hc4067.New(selector.Lines().Outputs(0, 4), adc, cd74hc4067.Opts{LineNames: []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23"}})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, dev.Channels())
	if err := dev.Read(counts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dev.Channels(), counts[:3], counts[16:19])
	// Output: 32 [2048 2560 2048] [1536 2048 2048]
}
