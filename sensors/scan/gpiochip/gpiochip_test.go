//go:build linux

package gpiochip_test

import (
	"strings"
	"testing"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors/scan/gpiochip"
)

// Real lines are tested in the machine of package test/kernel. Here: the error for
// a line that does not exist names it and says what to do.
func TestLinesThatAreNotThere(t *testing.T) {
	for name, want := range map[string]string{
		"gpiochip1023:5": "gpiochip1023:5: open /dev/gpiochip1023: no such file or directory: `touchmove doctor` lists the chips",
		"GPIO1023":       "GPIO1023",
		"17":             `"17" is not a GPIO line: write GPIO and`,
	} {
		_, err := gpiochip.Outputs([]string{name})
		_, in := gpiochip.Inputs([]string{name}, gpio.PullUp, true)
		_, pins := gpiochip.Pins([]string{name})
		for _, err := range []error{err, in, pins} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
	if _, err := gpiochip.Look("/dev/null"); err == nil || !strings.Contains(err.Error(), "/dev/null") {
		t.Errorf("/dev/null is a GPIO chip: %v", err)
	}
}
