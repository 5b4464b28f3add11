package tca6424a

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
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
	b, err := expander.New("tca6424a", &part{}, bus, Inputs, 0, opts.Addrs, func(addr uint16) bool {
		return addr>>1 == 0x22>>1
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
	w [4]byte
	r [3]byte
}

// Setup makes all pins plain inputs and reads the registers back, to verify that
// the chip is at this address.
func (p *part) Setup(bus i2c.Bus, addr uint16) error {
	for _, group := range [...]struct{ reg, value byte }{{regPolarity, 0x00}, {regConfig, 0xff}} {
		p.w = [4]byte{group.reg, group.value, group.value, group.value}
		if err := bus.Tx(addr, p.w[:], nil); err != nil {
			return err
		}
		if err := bus.Tx(addr, p.w[:1], p.r[:]); err != nil {
			return err
		}
		for port, got := range p.r {
			if got != group.value {
				return fmt.Errorf("register 0x%02x reads 0x%02x after 0x%02x was written: is it a TCA6424A?", int(group.reg&^counting)+port, got, group.value)
			}
		}
	}
	return nil
}

// Levels reads the three input ports.
func (p *part) Levels(bus i2c.Bus, addr uint16) (uint32, error) {
	p.w[0] = regInput
	if err := bus.Tx(addr, p.w[:1], p.r[:]); err != nil {
		return 0, err
	}
	return uint32(p.r[0]) | uint32(p.r[1])<<8 | uint32(p.r[2])<<16, nil
}
