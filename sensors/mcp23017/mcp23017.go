package mcp23017

import (
	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
	"touchmove/sensors/internal/mcp"
)

// Opts describes how the chips of a board are wired. With only Addrs set, it is the
// usual board: every pin is an input, pulled up inside the chip.
type Opts struct {
	Addrs []uint16 // the chips in channel order, 0x20 to 0x27 (3.3.1)
	// NoPullUps leaves the internal pull-ups off, for boards with their own
	// resistors.
	NoPullUps bool
	// Outputs are the pins of every chip to which no square is wired, bit 0 for
	// GPA0 to bit 15 for GPB7. They are driven low and read Lost. 0x8080 follows
	// revision D of the datasheet.
	Outputs uint16
}

// Dev is a row of MCP23017 on one bus. Channel 16·n + p is pin p of chip n,
// counted GPA0 to GPA7, then GPB0 to GPB7. It is for one goroutine at a time.
type Dev struct{ *expander.Bank }

// New returns the driver and sets up every chip that answers. It returns an error
// only if Opts are invalid. Read reports a chip that is missing, since a board with
// one dead chip can still be played on.
func New(bus i2c.Bus, opts Opts) (*Dev, error) {
	p := &part{outputs: opts.Outputs}
	if !opts.NoPullUps {
		p.pullUps = ^opts.Outputs
	}
	b, err := expander.New(expander.Kind{Name: "mcp23017", Width: 16, Unfit: uint32(opts.Outputs), Allowed: mcp.Allowed}, p, bus, opts.Addrs)
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
	pullUps, outputs uint16
	wire             mcp.Wire
}

// Setup implements expander.Part.
func (p *part) Setup(bus i2c.Bus, addr uint16) error {
	return p.wire.Setup(bus, addr, ^p.outputs, p.pullUps)
}

// Levels implements expander.Part. The levels are valid only if the pull-ups are
// still as Setup set them.
func (p *part) Levels(bus i2c.Bus, addr uint16) (uint32, error) {
	pullUps, levels, err := p.wire.Levels(bus, addr)
	if err == nil && pullUps != p.pullUps {
		err = expander.ErrReset
	}
	return uint32(levels), err
}
