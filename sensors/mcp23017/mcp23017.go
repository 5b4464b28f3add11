package mcp23017

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
)

// Registers with IOCON.BANK = 0 (table 3-5); the B port's is one further.
const (
	regIODIR  = 0x00 // 1 is an input
	regIOCON  = 0x0a
	regGPPU   = 0x0c // 1 is a pull-up
	regGPIO   = 0x12 // the levels at the pins
	regOLAT   = 0x14 // what outputs drive
	bank1CON  = 0x05 // IOCON with IOCON.BANK = 1 (table 3-3); GPINTENB with 0
	registers = regGPPU + 2
)

// Opts is how the chips of a board are wired. The zero value of all but Addrs
// is the usual board: every pin an input, pulled up inside the chip.
type Opts struct {
	Addrs []uint16 // the chips in channel order, 0x20 to 0x27 (3.3.1)
	// NoPullUps leaves the internal pull-ups off, for boards that have their own
	// resistors.
	NoPullUps bool
	// Outputs are the pins of every chip that no square is wired to, bit 0 for
	// GPA0 to bit 15 for GPB7. They are driven low and read Lost. 0x8080 keeps
	// to revision D of the datasheet.
	Outputs uint16
}

// Dev is a row of MCP23017 on one bus. Channel 16·n + p is pin p of chip n,
// counted GPA0 to GPA7, then GPB0 to GPB7. It is for one goroutine at a time.
type Dev struct{ *expander.Bank }

// New returns the driver and sets up every chip that answers. It fails only
// when Opts cannot be right; a chip that is not there is a fault that Read
// reports, since a board with one dead chip can still be played on.
func New(bus i2c.Bus, opts Opts) (*Dev, error) {
	p := &part{outputs: opts.Outputs}
	if !opts.NoPullUps {
		p.pullUps = ^opts.Outputs
	}
	b, err := expander.New("mcp23017", p, bus, 16, opts.Outputs, opts.Addrs, func(addr uint16) bool { return addr>>3 == 0x20>>3 })
	if err != nil {
		return nil, err
	}
	return &Dev{b}, nil
}

// Read reads every chip in one transaction each: 0 for a low pin (a contact to
// ground is closed) and 1 for a high one. The channels of a chip that does not
// answer, or that had lost its set-up, read sensors.Lost; the error joins a
// *sensors.ChipError for each, and the other channels stand. The chip is set
// up again as soon as it answers, and trusted from the reading after that.
// Read allocates nothing while all is well.
func (d *Dev) Read(into sensors.Counts) error { return d.Bank.Read(into) }

type part struct {
	pullUps, outputs uint16
	w                [1 + registers]byte
	r                [registers]byte
}

// Setup writes every register up to GPPUB, and reads them again to know that
// there is such a chip at this address.
func (p *part) Setup(bus i2c.Bus, addr uint16) error {
	// Whichever order the registers are in, these two writes end with IOCON = 0:
	// BANK = 0 and the address pointer counting up (SEQOP = 0, 3.2.1). The first
	// one clears IOCON in the order of BANK = 1 and interrupts of port B, which
	// are not used, in the other.
	for _, reg := range [...]byte{bank1CON, regIOCON} {
		p.w[0], p.w[1] = reg, 0
		if err := bus.Tx(addr, p.w[:2], nil); err != nil {
			return err
		}
	}
	// Outputs are driven low (OLAT) before they become outputs.
	p.w[0], p.w[1], p.w[2] = regOLAT, 0, 0
	if err := bus.Tx(addr, p.w[:3], nil); err != nil {
		return err
	}
	clear(p.w[:])
	inputs := ^p.outputs
	p.w[1+regIODIR], p.w[2+regIODIR] = byte(inputs), byte(inputs>>8)
	p.w[1+regGPPU], p.w[2+regGPPU] = byte(p.pullUps), byte(p.pullUps>>8)
	if err := bus.Tx(addr, p.w[:], nil); err != nil {
		return err
	}
	p.w[0] = regIODIR
	if err := bus.Tx(addr, p.w[:1], p.r[:]); err != nil {
		return err
	}
	for reg, got := range p.r {
		if want := p.w[1+reg]; got != want {
			return fmt.Errorf("register 0x%02x reads 0x%02x after 0x%02x was written: is it an MCP23017?", reg, got, want)
		}
	}
	return nil
}

// Levels reads GPPUA to GPIOB: the levels count only if the pull-ups are still
// what Setup made them.
func (p *part) Levels(bus i2c.Bus, addr uint16) (uint16, error) {
	const n = regGPIO + 2 - regGPPU
	p.w[0] = regGPPU
	if err := bus.Tx(addr, p.w[:1], p.r[:n]); err != nil {
		return 0, err
	}
	if uint16(p.r[0])|uint16(p.r[1])<<8 != p.pullUps {
		return 0, expander.ErrReset
	}
	return uint16(p.r[n-2]) | uint16(p.r[n-1])<<8, nil
}
