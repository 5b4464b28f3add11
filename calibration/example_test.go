package calibration_test

import (
	"fmt"
	"log"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// A table turns counts of a driver into squares: here of digital inputs that a
// piece pulls to ground, wired row by row, the board turned by half.
func ExampleTable_Scan() {
	table, err := calibration.NewTable(calibration.Board{Wiring: calibration.RowMajor().Turned(2), ActiveLow: true})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, table.Channels())
	for ch := range counts {
		counts[ch] = 1
	}
	counts[0], counts[1] = 0, sensors.Lost

	scan := table.Scan(counts, sensors.Scan{})
	fmt.Println(scan)
	// Output: ......?o/......../......../......../......../......../......../........
}

// Levels have two thresholds, so that a reading that trembles does not make a
// piece come and go: it is felt from Enter on, and until it falls below Leave.
func ExampleTable_Scan_levels() {
	var levels [64]calibration.Levels
	for sq := range levels {
		levels[sq] = calibration.Levels{Zero: 2048, White: calibration.Threshold{Enter: 250, Leave: 180}, Black: calibration.Threshold{Enter: -250, Leave: -180}}
	}
	table, err := calibration.NewTable(calibration.Board{Sensing: sensors.Polarity, Wiring: calibration.RowMajor(), Levels: &levels})
	if err != nil {
		log.Fatal(err)
	}
	counts := make(sensors.Counts, 64)
	var scan sensors.Scan
	for _, n := range []int32{2048, 2290, 2300, 2240, 2220, 1790} {
		for ch := range counts {
			counts[ch] = 2048
		}
		counts[rules.E4] = n
		scan = table.Scan(counts, scan)
		fmt.Println(n, scan[rules.E4])
	}
	// Output:
	// 2048 empty
	// 2290 empty
	// 2300 white
	// 2240 white
	// 2220 empty
	// 1790 black
}

// Whoever does not know how a board is wired puts a piece on the squares that
// the finder asks for. A channel that is not the one expected is heard twice
// before it is believed; from then on the finder expects what follows from it.
func ExampleFinder() {
	soldered := calibration.Serpentine() // which nobody knows
	finder := calibration.NewFinder(calibration.RowMajor())
	for sq := finder.Next(); sq != rules.NoSquare; sq = finder.Next() {
		for ch, serves := range soldered {
			if serves == sq {
				finder.Assign(ch)
			}
		}
	}
	found, unwired := finder.Wiring()
	fmt.Println(found[7], found[8], found[15], found[16], unwired.Count())
	// Output: h1 h2 a2 a3 0
}
