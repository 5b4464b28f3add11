package tca6424a

import (
	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
	"touchmove/sensors/internal/tca"
)

// Command bytes for the first port of each group, with the bit that makes the chip
// count (table in 8.6.1).
const (
	counting    = 0x80
	regInput    = counting        // | 0x00
	regPolarity = counting | 0x08 // 1 inverts an input
	regConfig   = counting | 0x0c // 1 means input
)

// Inputs is the number of inputs of a chip.
const Inputs = 24

// Opts describes how the chips of a board are wired.
type Opts struct {
	// Addrs lists the chips in channel order: 0x22 (ADDR low) and 0x23 (ADDR high).
	Addrs []uint16
}

// Dev is one or two TCA6424A on one bus. Channel 24·n + p is pin p of chip n; pins
// are counted P00 to P07, P10 to P17 and then P20 to P27. It is for one goroutine
// at a time.
type Dev struct{ *expander.Bank }

// New returns the driver and sets up every chip that answers. It returns an error
// only if Opts are invalid. Read reports a chip that is missing, since a board with
// one dead chip can still be played on.
func New(bus i2c.Bus, opts Opts) (*Dev, error) {
	b, err := expander.New(
		expander.Kind{Name: "tca6424a", Width: Inputs, Allowed: func(addr uint16) bool { return addr>>1 == 0x22>>1 }},
		&tca.Ports{Name: "TCA6424A", N: 3, Input: regInput, Polarity: regPolarity, Config: regConfig, Counting: counting}, bus, opts.Addrs)
	if err != nil {
		return nil, err
	}
	return &Dev{b}, nil
}

// Read reads every chip in one transaction each: 0 for a low pin (a contact to
// ground is closed) and 1 for a high one. The channels of a chip that does not
// answer read sensors.Lost; the error joins a *sensors.ChipError for each such
// chip, and the other channels are valid. A chip that was silent is set up again as
// soon as it answers, and trusted from the reading after that. Without errors Read
// allocates nothing.
func (d *Dev) Read(into sensors.Counts) error { return d.Bank.Read(into) }
