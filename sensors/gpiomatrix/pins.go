package gpiomatrix

import (
	"errors"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors"
	"touchmove/sensors/internal/matrix"
)

// RowPin is a line that can be driven or left floating: any gpio.PinIO.
type RowPin interface {
	Name() string
	In(pull gpio.Pull, edge gpio.Edge) error
	Out(l gpio.Level) error
}

// RowPins makes rows from eight single pins: the row being read is driven, the
// others float.
type RowPins struct {
	pins   [8]RowPin
	driven gpio.Level // the level of the row being read
	active [8]state
	errs   []error
}

// state is what a pin was last set to; a pin that failed is unsure.
type state uint8

const (
	unsure state = iota
	floating
	driving
)

// NewRowPins lets all pins float. activeHigh must be as in Opts. The error names
// the pin that could not be set.
func NewRowPins(pins [8]RowPin, activeHigh bool) (*RowPins, error) {
	r := &RowPins{pins: pins, driven: gpio.Level(activeHigh), errs: make([]error, 0, 8)}
	return r, r.Out(r.none(), 0xff)
}

// none returns the value that drives no row.
func (r *RowPins) none() gpio.GPIOValue {
	if r.driven {
		return 0
	}
	return 0xff
}

// Out drives the rows whose bit is at the active level and lets the others float. A
// pin that fails is tried again the next time. Until then no row can be read,
// because the state of that pin is unknown.
func (r *RowPins) Out(value, mask gpio.GPIOValue) error {
	active := (value ^ r.none()) & mask
	r.errs = r.errs[:0]
	for row, p := range r.pins {
		want := floating
		if active>>row&1 != 0 {
			want = driving
		}
		if mask>>row&1 == 0 || r.active[row] == want {
			continue
		}
		var err error
		if want == driving {
			err = p.Out(r.driven)
		} else {
			err = p.In(gpio.Float, gpio.NoEdge)
		}
		if r.active[row] = want; err != nil {
			r.active[row] = unsure
			r.errs = append(r.errs, &sensors.LineError{Line: matrix.Line("row", row, p.Name()), Err: err})
		}
	}
	return errors.Join(r.errs...)
}

// Names returns the pins' names.
func (r *RowPins) Names() []string {
	names := make([]string, 8)
	for i, p := range r.pins {
		names[i] = p.Name()
	}
	return names
}
