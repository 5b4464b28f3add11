// Package host opens the I2C buses and GPIO lines of this computer for package scan.
//
// Buses are those of periph (/dev/i2c-N). They are looked up each time, so that a USB
// adapter plugged in later is found. Lines are those of package gpiochip.
package host

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi"
	_ "periph.io/x/host/v3/gpioioctl" // needed by sysfs
	"periph.io/x/host/v3/sysfs"

	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/scan"
	"touchmove/sensors/scan/gpiochip"
)

// Computer is this computer's own hardware.
type Computer struct{}

// Sleep implements scan.Hardware.
func (Computer) Sleep(d time.Duration) { time.Sleep(d) }

// Bus implements scan.Hardware.
func (Computer) Bus(name string) (i2c.BusCloser, error) {
	if _, err := driverreg.Init(); err != nil {
		return nil, fmt.Errorf("hardware: %w", err)
	}
	var bus i2c.BusCloser
	var err error
	if number, numbered := strings.CutPrefix(scan.BusName(name), "I2C"); numbered { // periph's list has only the buses that existed when it was made
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

// Port opens an SPI port for lamps by its number and that of its chip select: "0.0" is
// /dev/spidev0.0. The error names it and says what to do.
func (Computer) Port(name string) (spi.PortCloser, error) {
	if _, err := driverreg.Init(); err != nil {
		return nil, fmt.Errorf("hardware: %w", err)
	}
	var bus, chip int
	if n, err := fmt.Sscanf(name, "%d.%d", &bus, &chip); n != 2 {
		return nil, fmt.Errorf("SPI port %q: write bus and chip select, such as 0.0: %w", name, err)
	}
	port, err := sysfs.NewSPI(bus, chip)
	if err != nil {
		return nil, fmt.Errorf("SPI port %s cannot be opened: %w: switch it on with dtparam=spi=on in config.txt and restart; the user must be in the group spi", name, err)
	}
	return port, nil
}

// Outputs implements scan.Hardware.
func (Computer) Outputs(names []string) (scan.Lines, error) { return gpiochip.Outputs(names) }

// Inputs implements scan.Hardware.
func (Computer) Inputs(names []string, pull gpio.Pull, edges bool) (scan.Lines, error) {
	return gpiochip.Inputs(names, pull, edges)
}

// Pins implements scan.Hardware.
func (Computer) Pins(names []string) ([]gpiomatrix.RowPin, error) {
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

var _ scan.Hardware = Computer{}
