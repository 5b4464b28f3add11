package tca9555

import (
	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
	"touchmove/sensors/internal/tca"
)

// Command bytes for the first port of each pair of registers (9.5.4).
const (
	regInput    = 0x00
	regPolarity = 0x04 // 1 inverts an input
	regConfig   = 0x06 // 1 means input
)

// Opts describes how the chips of a board are wired.
type Opts struct {
	// Addrs lists the chips in channel order: 0x20 to 0x27, and 0x74 to 0x77 for
	// the 9539.
	Addrs []uint16
}

// Dev is a row of TCA9555 on one bus. Channel 16·n + p is pin p of chip n; pins are
// counted P00 to P07 and then P10 to P17. It is for one goroutine at a time.
type Dev struct{ *expander.Bank }

// New returns the driver and sets up every chip that answers. It returns an error
// only if Opts are invalid. Read reports a chip that is missing, since a board with
// one dead chip can still be played on.
func New(bus i2c.Bus, opts Opts) (*Dev, error) {
	b, err := expander.New(
		expander.Kind{Name: "tca9555", Width: 16, Allowed: func(addr uint16) bool { return addr>>3 == 0x20>>3 || addr>>2 == 0x74>>2 }},
		&tca.Ports{Name: "TCA9555", N: 2, Input: regInput, Polarity: regPolarity, Config: regConfig}, bus, opts.Addrs)
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
