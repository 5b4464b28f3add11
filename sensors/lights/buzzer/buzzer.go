// Package buzzer drives a buzzer that sounds by itself while it has current, through a
// transistor on a GPIO line. A line of a Raspberry Pi gives 16 mA at most ("BCM2835 ARM
// Peripherals", 6.2, and the drive strength of its pads), and a buzzer takes 30 and kicks
// back when it is switched off: hence the transistor, and a diode across the buzzer.
package buzzer

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
)

// Line is the GPIO line, as bit 0 of a set of lines.
type Line interface {
	Out(value, mask gpio.GPIOValue) error
}

// Dev is a buzzer. It is for one goroutine at a time.
type Dev struct {
	line Line
	name string
}

// New returns the driver of a buzzer that sounds while its line is high, and silences it:
// lines are low when they are taken, so that one which sounds while its line is low would
// sound at every start. name is what errors call the line, as "GPIO18".
func New(line Line, name string) (*Dev, error) {
	d := &Dev{line: line, name: name}
	return d, d.Sound(false)
}

// String names the line: "buzzer on GPIO18".
func (d *Dev) String() string { return "buzzer on " + d.name }

// Sound switches the sound on or off. The error names the line.
func (d *Dev) Sound(on bool) error {
	value := gpio.GPIOValue(0)
	if on {
		value = 1
	}
	if err := d.line.Out(value, 1); err != nil {
		return fmt.Errorf("%v: %w", d, err)
	}
	return nil
}
