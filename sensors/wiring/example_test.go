package wiring_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// The usual board on a kind of chip, simulated, read once by its real drivers.
func Example() {
	w, err := wiring.Usual("tca6424a")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(wiring.What(w))
	for bus, e := range wiring.Efforts(w) {
		if bus == "1" {
			fmt.Printf("%d transfers, %v at 400 kHz\n", e.Transfers, e.Took(400_000))
		}
	}

	pins := chips.NewBoard()
	pins.SetSquare(rules.H8, sensors.Occupied)
	twins, err := wiring.NewTwins(w, scan.ClockLines{}, pins, nil)
	if err != nil {
		log.Fatal(err)
	}
	board, err := scan.Open(twins, scan.Config{Period: 5 * time.Millisecond}, wiring.Drivers(w)...)
	if err != nil {
		log.Fatal(err)
	}
	counts := scan.NewScanner(context.Background(), board, 0).Read(context.Background(), 0)
	for ch, n := range counts {
		if n == 0 {
			fmt.Println(wiring.NamesOf(w).Long(ch), "serves", board.Squares[ch])
		}
	}
	// Output:
	// 2×TCA6424A, TCA6424A
	// 2 transfers, 485µs at 400 kHz
	// part 2 chip 0x22 P17 serves h8
}
