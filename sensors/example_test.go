package sensors_test

import (
	"fmt"

	"touchmove/rules"
	"touchmove/sensors"
)

// A reading of the whole board, as written in a trace. A sensor says what it detects,
// or that it gives no reading; it never says which piece stands there.
func Example() {
	scan, err := sensors.ParseScan("oooooooo/oooooooo/......../......../....o.../......../oooo.ooo/oooo?ooo")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(scan[rules.E4], scan[rules.E2], scan[rules.E1])
	full := scan.Full()
	fmt.Println(full.Count(), "pieces are felt")
	// Output:
	// occupied empty unknown
	// 31 pieces are felt
}
