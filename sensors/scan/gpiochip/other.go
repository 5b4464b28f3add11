//go:build !linux

package gpiochip

import (
	"errors"
	"time"

	"periph.io/x/conn/v3/gpio"
)

var errNone = errors.New("GPIO lines can be read only on Linux")

// Look refuses: there are no chips but Linux'.
func Look(string) (Chip, error) { return Chip{}, errNone }

// Set replaces the lines that this system does not have.
type Set struct{}

// Outputs refuses.
func Outputs([]string) (*Set, error) { return nil, errNone }

// Inputs refuses.
func Inputs([]string, gpio.Pull, bool) (*Set, error) { return nil, errNone }

// Out refuses.
func (*Set) Out(_, _ gpio.GPIOValue) error { return errNone }

// Read refuses.
func (*Set) Read(gpio.GPIOValue) (gpio.GPIOValue, error) { return 0, errNone }

// WaitForEdge refuses.
func (*Set) WaitForEdge(time.Duration) (int, gpio.Edge, error) { return 0, gpio.NoEdge, errNone }

// Close does nothing.
func (*Set) Close() error { return nil }

// Pin replaces a line that this system does not have.
type Pin struct{}

// Pins refuses.
func Pins([]string) ([]*Pin, error) { return nil, errNone }

// Name returns nothing.
func (*Pin) Name() string { return "" }

// In refuses.
func (*Pin) In(gpio.Pull, gpio.Edge) error { return errNone }

// Out refuses.
func (*Pin) Out(gpio.Level) error { return errNone }

// Close does nothing.
func (*Pin) Close() error { return nil }
