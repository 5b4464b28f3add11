package scan

import (
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors/gpiomatrix"
)

// Hardware is where a board's buses and lines come from: this computer (package
// host), or simulated chips. Errors name the bus or the line and say what to do.
type Hardware interface {
	// Bus opens an I2C bus by the name it has in a configuration.
	Bus(name string) (i2c.BusCloser, error)
	// Outputs takes lines that are driven both ways, low at first.
	Outputs(names []string) (Lines, error)
	// Inputs takes lines that are read, with a pull resistor. With edges they can
	// be waited for.
	Inputs(names []string, pull gpio.Pull, edges bool) (Lines, error)
	// Pins takes lines that are driven or let go one by one.
	Pins(names []string) ([]gpiomatrix.RowPin, error)
	// Sleep waits for lines to settle and conversions to end.
	Sleep(time.Duration)
}

// Lines are GPIO lines that are used together, bit n being the n-th of them; a
// mask of 0 means all. *gpiochip.Set is one.
type Lines interface {
	Out(value, mask gpio.GPIOValue) error
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
	WaitForEdge(timeout time.Duration) (number int, edge gpio.Edge, err error)
	Close() error
}
