package configs_test

import (
	"fmt"

	"touchmove/configs"
)

// A configuration is read as a whole: every fault is reported with its line and what to
// write instead.
func Example() {
	_, faults := configs.Parse("hall.toml", []byte(`
[[board]]
id = "hall-7"
event = "open-2026"
scan_hz = 4000

[board.wiring]
driver = "mcp23071"
`))
	for _, f := range faults {
		fmt.Println(f.Error())
	}
	// Output:
	// hall.toml:5: scan_hz: 4000 scans a second: write 5 to 1000; docs/hardware.md says what each wiring can
	// hall.toml:8: driver: "mcp23071" is not known: did you mean mcp23017? write mcp23017, mcp23008, pcf8574, pcf8575, tca9555, tca6424a, mcpmatrix, gpiomatrix, ads1115, ads7828, ads7138, cd74hc4067 or simulated
}
