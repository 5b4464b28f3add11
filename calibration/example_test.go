package calibration_test

import (
	"fmt"
	"log"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// A table turns the counts of a driver into squares. Here a piece pulls a digital input to
// ground, and the board is wired row by row and turned by 180 degrees.
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

// Levels have two thresholds, so that a fluctuating reading does not make a piece come and
// go: the piece is felt from Enter on, until the reading falls below Leave.
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

// If the wiring of a board is not known, put a piece on the squares that the finder asks
// for. It believes an unexpected channel only when it has responded twice; from then on it
// expects what follows from it.
func ExampleFinder() {
	soldered := calibration.Serpentine() // unknown to the finder
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
