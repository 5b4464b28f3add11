package configs_test

import (
	"fmt"

	"touchmove/configs"
)

// A configuration is checked as a whole: every fault is reported with its line and what to
// write instead.
func Example() {
	_, faults := configs.Parse("hall.toml", []byte(`
[[board]]
id = "hall-7"
event = "open-2026"
scan_hz = 4000

[board.wiring]
driver = "mcp23017"
turn = 45
`))
	for _, f := range faults {
		fmt.Println(f.Error())
	}
	// Output:
	// hall.toml:5: scan_hz: 4000 scans a second: write 5 to 1000; docs/hardware.md says how often each wiring can be scanned
	// hall.toml:9: turn: 45 degrees: write 0, 90, 180 or 270: how far the board is turned clockwise
}
