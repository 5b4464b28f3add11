package gpiochip

import (
	"errors"

	"github.com/warthog618/go-gpiocdev/uapi"
	"periph.io/x/conn/v3/gpio"
)

// Pin is a single line that can be driven or left floating at any time.
type Pin struct {
	set *Set
	out bool
}

// Pins requests lines one by one; they may be on different chips. They float at
// first. Errors are like those of Outputs; after an error, all lines are released.
func Pins(names []string) ([]*Pin, error) {
	var pins []*Pin
	for _, name := range names {
		set, err := request([]string{name}, uapi.LineFlagV2Input|bias(gpio.Float))
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

// Close releases the line.
func (p *Pin) Close() error { return p.set.Close() }

// In makes the line an input. It returns an error if edges are asked for.
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

// Out drives the line. If the line was an input, it has this level at once.
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

// Name returns the line's name as requested, such as "GPIO17" or "gpiochip1:3".
func (p *Pin) Name() string { return p.set.names[0] }
