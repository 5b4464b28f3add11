package scan

import (
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors/gpiomatrix"
)

// Hardware supplies a board's buses and lines: this computer (package host), or
// simulated chips. Errors name the bus or the line and say what to do.
type Hardware interface {
	// Bus opens an I2C bus by its name in a configuration.
	Bus(name string) (i2c.BusCloser, error)
	// Outputs requests lines that are driven both ways; they are low at first.
	Outputs(names []string) (Lines, error)
	// Inputs requests lines that are read, with a pull resistor. With edges, it is
	// possible to wait for their edges.
	Inputs(names []string, pull gpio.Pull, edges bool) (Lines, error)
	// Pins requests lines that are driven or left floating one by one.
	Pins(names []string) ([]gpiomatrix.RowPin, error)
	// Sleep waits for lines to settle and conversions to end.
	Sleep(time.Duration)
}

// Lines are GPIO lines that are used together. Bit n is the n-th line; a mask of 0
// means all. *gpiochip.Set implements it.
type Lines interface {
	Out(value, mask gpio.GPIOValue) error
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
	WaitForEdge(timeout time.Duration) (number int, edge gpio.Edge, err error)
	Close() error
}
