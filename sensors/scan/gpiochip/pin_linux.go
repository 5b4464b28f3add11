package gpiochip

import (
	"errors"

	"github.com/warthog618/go-gpiocdev/uapi"
	"periph.io/x/conn/v3/gpio"
)

// Pin is one line that is driven, or let go, from one moment to the next.
type Pin struct {
	set *Set
	out bool
}

// Pins takes lines one by one, which need not be on one chip; they float at
// first. Errors are as from Outputs, and all lines are given back.
func Pins(names []string) ([]*Pin, error) {
	var pins []*Pin
	for _, name := range names {
		set, err := take([]string{name}, uapi.LineFlagV2Input|bias(gpio.Float))
		if err != nil {
			for _, p := range pins {
				err = errors.Join(err, p.Close())
			}
			return nil, err
		}
		pins = append(pins, &Pin{set: set})
	}
	return pins, nil
}

// Close gives the line back.
func (p *Pin) Close() error { return p.set.Close() }

// In makes the line an input. It refuses to look for edges.
func (p *Pin) In(pull gpio.Pull, edge gpio.Edge) error {
	if edge != gpio.NoEdge {
		return errors.New("gpiochip: take the line with Inputs to wait for its edges")
	}
	if err := p.set.configure(uapi.LineFlagV2Input|bias(pull), 0); err != nil {
		return err
	}
	p.out = false
	return nil
}

// Out drives the line; from an input it goes to this level at once.
func (p *Pin) Out(l gpio.Level) error {
	var value gpio.GPIOValue
	if l {
		value = 1
	}
	if p.out {
		return p.set.Out(value, 1)
	}
	if err := p.set.configure(uapi.LineFlagV2Output, value); err != nil {
		return err
	}
	p.out = true
	return nil
}

// Name returns the line as it was taken, as "GPIO17" or "gpiochip1:3".
func (p *Pin) Name() string { return p.set.names[0] }
