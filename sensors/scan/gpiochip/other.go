//go:build !linux

package gpiochip

import (
	"errors"
	"time"

	"periph.io/x/conn/v3/gpio"
)

var errNone = errors.New("GPIO lines can be read only on Linux")

// Look returns an error: only Linux has these chips.
func Look(string) (Chip, error) { return Chip{}, errNone }

// Set stands in for lines, which this system does not have.
type Set struct{}

// Outputs returns an error.
func Outputs([]string) (*Set, error) { return nil, errNone }

// Inputs returns an error.
func Inputs([]string, gpio.Pull, bool) (*Set, error) { return nil, errNone }

// Out returns an error.
func (*Set) Out(_, _ gpio.GPIOValue) error { return errNone }

// Read returns an error.
func (*Set) Read(gpio.GPIOValue) (gpio.GPIOValue, error) { return 0, errNone }

// WaitForEdge returns an error.
func (*Set) WaitForEdge(time.Duration) (int, gpio.Edge, error) { return 0, gpio.NoEdge, errNone }

// Close does nothing.
func (*Set) Close() error { return nil }

// Pin stands in for a line, which this system does not have.
type Pin struct{}

// Pins returns an error.
func Pins([]string) ([]*Pin, error) { return nil, errNone }

// Name returns "".
func (*Pin) Name() string { return "" }

// In returns an error.
func (*Pin) In(gpio.Pull, gpio.Edge) error { return errNone }

// Out returns an error.
func (*Pin) Out(gpio.Level) error { return errNone }

// Close does nothing.
func (*Pin) Close() error { return nil }
