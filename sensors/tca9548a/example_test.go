package tca9548a_test

import (
	"fmt"
	"log"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca9548a"
)

// Chips behind different ports of a switch may have the same address. A port is a
// bus like any other.
func Example() {
	board, bus, mux := chips.NewBoard(), chips.NewBus("I2C1"), chips.NewTCA9548A("switch")
	bus.Attach(0x70, mux)
	board.MCP23017s(mux.Port(0), chiptest.Squares()[:16], 0x20)
	board.MCP23017s(mux.Port(5), chiptest.Squares()[16:32], 0x20)
	board.SetSquare(rules.B3, sensors.Occupied)

	dev, err := tca9548a.New(bus, 0x70)
	if err != nil {
		log.Fatal(err)
	}
	for _, n := range []int{0, 5} {
		port, err := dev.Port(n)
		if err != nil {
			log.Fatal(err)
		}
		chip, err := mcp23017.New(port, mcp23017.Opts{Addrs: []uint16{0x20}})
		if err != nil {
			log.Fatal(err)
		}
		counts := make(sensors.Counts, chip.Channels())
		if err := chip.Read(counts); err != nil {
			log.Fatal(err)
		}
		fmt.Println(chip, counts[:4])
	}
	// Output:
	// mcp23017 0x20 on port 0 of tca9548a 0x70 on I2C1 [1 1 1 1]
	// mcp23017 0x20 on port 5 of tca9548a 0x70 on I2C1 [1 0 1 1]
}
