package daemon

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/host/v3"
	"periph.io/x/host/v3/sysfs"

	"touchmove/daemon/gpiochip"
	"touchmove/sensors/gpiomatrix"
)

// Hardware is where a board's buses and lines come from: this computer, or the
// Twins of a simulated board. Errors name the bus or the line and say what to
// do.
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
// mask of 0 stands for all. *gpiochip.Set is one.
type Lines interface {
	Out(value, mask gpio.GPIOValue) error
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
	WaitForEdge(timeout time.Duration) (number int, edge gpio.Edge, err error)
	Close() error
}

// Computer is this computer's own hardware.
func Computer() Hardware { return computer{} }

type computer struct{}

func (computer) Sleep(d time.Duration) { time.Sleep(d) }

func (computer) Bus(name string) (i2c.BusCloser, error) {
	if _, err := host.Init(); err != nil {
		return nil, fmt.Errorf("hardware: %w", err)
	}
	var bus i2c.BusCloser
	var err error
	if number, numbered := strings.CutPrefix(busName(name), "I2C"); numbered { // periph's list has the buses that there were when it was made
		n, _ := strconv.Atoi(number)
		bus, err = sysfs.NewI2C(n)
	} else {
		bus, err = i2creg.Open(name)
	}
	if err != nil {
		return nil, fmt.Errorf("I2C bus %s cannot be opened: %w: `touchmove doctor` says what to do", name, err)
	}
	return bus, nil
}

func (computer) Outputs(names []string) (Lines, error) { return gpiochip.Outputs(names) }

func (computer) Inputs(names []string, pull gpio.Pull, edges bool) (Lines, error) {
	return gpiochip.Inputs(names, pull, edges)
}

func (computer) Pins(names []string) ([]gpiomatrix.RowPin, error) {
	taken, err := gpiochip.Pins(names)
	if err != nil {
		return nil, err
	}
	pins := make([]gpiomatrix.RowPin, len(taken))
	for i, p := range taken {
		pins[i] = p
	}
	return pins, nil
}
