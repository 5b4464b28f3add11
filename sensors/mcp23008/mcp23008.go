package mcp23008

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
)

// Registers (table 1-2).
const (
	regIODIR  = 0x00 // 1 means input
	regIOCON  = 0x05
	regGPPU   = 0x06 // 1 means pull-up on
	regGPIO   = 0x09 // the levels at the pins
	registers = regGPPU + 1
)

// Opts describes how the chips of a board are wired.
type Opts struct {
	Addrs []uint16 // the chips in channel order, 0x20 to 0x27
	// NoPullUps leaves the internal pull-ups off, for boards with their own
	// resistors.
	NoPullUps bool
}

// Dev is a row of MCP23008 on one bus. Channel 8·n + p is pin GPp of chip n.
// It is for one goroutine at a time.
type Dev struct{ *expander.Bank }

// New returns the driver and sets up every chip that answers. It returns an error
// only if Opts are invalid. Read reports a chip that is missing, since a board with
// one dead chip can still be played on.
func New(bus i2c.Bus, opts Opts) (*Dev, error) {
	p := &part{}
	if !opts.NoPullUps {
		p.pullUps = 0xff
	}
	b, err := expander.New(expander.Kind{Name: "mcp23008", Width: 8, Allowed: func(addr uint16) bool { return addr>>3 == 0x20>>3 }}, p, bus, opts.Addrs)
	if err != nil {
		return nil, err
	}
	return &Dev{b}, nil
}

// Read reads every chip in one transaction each: 0 for a low pin (a contact to
// ground is closed) and 1 for a high one. The channels of a chip that does not
// answer or has lost its set-up read sensors.Lost; the error joins a
// *sensors.ChipError for each such chip, and the other channels are valid. The chip
// is set up again as soon as it answers, and trusted from the reading after that.
// Without errors Read allocates nothing.
func (d *Dev) Read(into sensors.Counts) error { return d.Bank.Read(into) }

type part struct {
	pullUps byte
	w       [1 + registers]byte
	r       [registers]byte
}

// Setup writes every register up to GPPU and reads them back, to verify that the
// chip is at this address.
func (p *part) Setup(bus i2c.Bus, addr uint16) error {
	// First IOCON = 0, so that the address pointer counts up (SEQOP = 0, 1.3.1).
	p.w[0], p.w[1] = regIOCON, 0
	if err := bus.Tx(addr, p.w[:2], nil); err != nil {
		return err
	}
	clear(p.w[:])
	p.w[1+regIODIR], p.w[1+regGPPU] = 0xff, p.pullUps
	if err := bus.Tx(addr, p.w[:], nil); err != nil {
		return err
	}
	p.w[0] = regIODIR
	if err := bus.Tx(addr, p.w[:1], p.r[:]); err != nil {
		return err
	}
	for reg, got := range p.r {
		if want := p.w[1+reg]; got != want {
			return fmt.Errorf("register 0x%02x reads 0x%02x after 0x%02x was written: is it an MCP23008?", reg, got, want)
		}
	}
	return nil
}

// Levels reads GPPU to GPIO. The levels are valid only if the pull-ups are still as
// Setup set them.
func (p *part) Levels(bus i2c.Bus, addr uint16) (uint32, error) {
	const n = regGPIO + 1 - regGPPU
	p.w[0] = regGPPU
	if err := bus.Tx(addr, p.w[:1], p.r[:n]); err != nil {
		return 0, err
	}
	if p.r[0] != p.pullUps {
		return 0, expander.ErrReset
	}
	return uint32(p.r[n-1]), nil
}
