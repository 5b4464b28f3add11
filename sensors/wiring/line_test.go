package wiring_test

import (
	"strings"
	"testing"

	"touchmove/sensors/wiring"
)

// A line has a name, or a chip and a number, and String returns what was parsed.
func TestParseLine(t *testing.T) {
	for name, want := range map[string]wiring.Line{
		"GPIO0":            {Name: "GPIO0"},
		"GPIO17":           {Name: "GPIO17"},
		"gpiochip0:17":     {Chip: "gpiochip0", Number: 17},
		"gpiochip12:0":     {Chip: "gpiochip12"},
		"gpiochip512:1023": {Chip: "gpiochip512", Number: 1023},
	} {
		got, err := wiring.ParseLine(name)
		if err != nil || got != want || got.String() != name {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "17", "GPIO", "GPIO 17", "gpio17", "GPIO017", "GPIO+1", "GPIO1024", "gpiochip0", "gpiochip0:", "gpiochip:1",
		"gpiochip0:01", "gpiochip00:1", "gpiochip0:-1", "gpiochip0:1024", "gpiochip0:1:2", "/dev/gpiochip0:1", "GPIOchip0:1", "gpiochip0:GPIO1"} {
		if l, err := wiring.ParseLine(name); err == nil || !strings.Contains(err.Error(), "is not a GPIO line: write GPIO and") {
			t.Errorf("%q is taken as %+v, %v", name, l, err)
		}
	}
}
