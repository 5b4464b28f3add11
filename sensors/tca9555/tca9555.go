package tca9555

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
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
	b, err := expander.New("tca9555", &part{}, bus, 16, 0, opts.Addrs, func(addr uint16) bool {
		return addr>>3 == 0x20>>3 || addr>>2 == 0x74>>2
	})
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

type part struct {
	w [3]byte
	r [2]byte
}

// Setup makes all pins plain inputs and reads the registers back, to verify that
// the chip is at this address.
func (p *part) Setup(bus i2c.Bus, addr uint16) error {
	for _, pair := range [...]struct{ reg, value byte }{{regPolarity, 0x00}, {regConfig, 0xff}} {
		p.w = [3]byte{pair.reg, pair.value, pair.value}
		if err := bus.Tx(addr, p.w[:], nil); err != nil {
			return err
		}
		if err := bus.Tx(addr, p.w[:1], p.r[:]); err != nil {
			return err
		}
		for port, got := range p.r {
			if got != pair.value {
				return fmt.Errorf("register 0x%02x reads 0x%02x after 0x%02x was written: is it a TCA9555?", int(pair.reg)+port, got, pair.value)
			}
		}
	}
	return nil
}

// Levels reads both input ports.
func (p *part) Levels(bus i2c.Bus, addr uint16) (uint32, error) {
	p.w[0] = regInput
	if err := bus.Tx(addr, p.w[:1], p.r[:]); err != nil {
		return 0, err
	}
	return uint32(p.r[0]) | uint32(p.r[1])<<8, nil
}
