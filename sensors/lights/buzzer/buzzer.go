// Package buzzer drives a buzzer that sounds as long as current flows, through a
// transistor on a GPIO line. A line of a Raspberry Pi supplies at most 16 mA ("BCM2835
// ARM Peripherals", 6.2, and the drive strength of its pads). A buzzer takes 30 mA and
// causes a voltage spike when it is switched off: hence the transistor, and a diode
// across the buzzer.
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

// New returns the driver of a buzzer that sounds while its line is high, and silences it.
// Lines are low when they are requested, so a buzzer that sounds while its line is low
// would sound at every start. name is the line's name in errors, such as "GPIO18".
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
