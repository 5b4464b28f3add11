package file_test

import (
	"fmt"
	"time"

	"touchmove/calibration"
	"touchmove/calibration/file"
	"touchmove/sensors"
)

// A calibration file is read as strictly as a configuration: every fault has its line and
// what to write instead.
func Example() {
	measured := calibration.NewSheet(calibration.Sensors{Sensing: sensors.Occupancy, ActiveLow: true}, calibration.RowMajor())
	measured.Board, measured.Date = "hall-7", time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)
	text := file.Format(measured)
	sheet, faults := file.Parse("hall-7.calibration.toml", text)
	if sheet == nil {
		fmt.Println(faults)
		return
	}
	fmt.Println(sheet.Wiring.Turned(2)[0], sheet.Measured(), len(faults))

	_, faults = file.Parse("hall-7.calibration.toml", append([]byte("sensing = \"colour\"\n"), text...))
	fmt.Println(len(faults) > 0)
	// Output:
	// h8 false 0
	// true
}
