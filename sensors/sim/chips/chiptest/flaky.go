package chiptest

import (
	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors/sim/chips"
)

// Flaky returns a bus on which one transfer of so many fails with chips.ErrNoAnswer, and the next one
// succeeds.
func Flaky(bus i2c.BusCloser, every int) i2c.BusCloser { return &flaky{BusCloser: bus, every: every} }

type flaky struct {
	i2c.BusCloser
	every, n int
}

// Tx implements i2c.Bus.
func (f *flaky) Tx(addr uint16, w, r []byte) error {
	if f.n++; f.n%f.every == 0 {
		return chips.ErrNoAnswer
	}
	return f.BusCloser.Tx(addr, w, r)
}
