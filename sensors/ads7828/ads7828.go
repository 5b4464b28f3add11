package ads7828

import (
	"errors"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/converter"
)

// The command byte (SBAS181C, page 11).
const (
	cmdSingle = 1 << 7 // an input against COM
	cmdOn     = 1 << 2 // PD0: the converter stays on, the internal reference off
)

// Full is the number of counts for the voltage at REF.
const Full = 4096

// Chip says where a converter is: on a bus, or behind a port of a switch. Its
// address is 0x48 to 0x4B.
type Chip = converter.Chip

// Opts describes how the converters of a board are wired.
type Opts struct {
	// Chips lists the converters in channel order. Keep chips that share a port of
	// a switch together; otherwise the switch is set more often than necessary.
	Chips []Chip
	// Inputs lists the inputs that are read on every chip, 0 to 7, in channel
	// order; nil means all eight.
	Inputs []int
}

// Dev is a row of ADS7828. Channel n·len(Inputs) + k is input Inputs[k] of chip
// n. It is for one goroutine at a time.
type Dev struct{ *converter.Bank }

// New returns the driver. It returns an error if Opts are invalid: no chips, an
// address that no ADS7828 has or that two chips on one bus share, or an input that
// the chip does not have. It sends nothing; Read reports a chip that is missing.
func New(opts Opts) (*Dev, error) {
	inputs, err := converter.Inputs("ads7828", opts.Inputs, 8)
	if err != nil {
		return nil, err
	}
	b, err := converter.New(converter.Kind{
		Name: "ads7828", Width: len(inputs), Allowed: func(addr uint16) bool { return addr>>2 == 0x48>>2 }, Write: "write 0x48 to 0x4b",
	}, &part{inputs: inputs}, opts.Chips)
	if err != nil {
		return nil, err
	}
	return &Dev{b}, nil
}

// Read converts every input once, in one transaction each: Full counts are the
// voltage at REF. If a chip fails, all its channels read sensors.Lost, and the
// error joins a *sensors.ChipError for each such chip; the other channels are
// valid. Without errors Read allocates nothing.
func (d *Dev) Read(into sensors.Counts) error { return d.Bank.Read(into) }

type part struct {
	inputs []int
	w      [1]byte
	r      [2]byte
}

// errOther is the error for a part that does not answer like an ADS7828.
var errOther = errors.New("the upper four bits of a result are not 0: is it an ADS7828?")

// Setup implements converter.Part. The chip has no registers to write.
func (p *part) Setup(i2c.Bus, uint16) error { return nil }

// Convert implements converter.Part.
func (p *part) Convert(bus i2c.Bus, addr uint16, into sensors.Counts) error {
	for k, input := range p.inputs {
		p.w[0] = cmdSingle | byte(input&1)<<6 | byte(input>>1)<<4 | cmdOn
		if err := bus.Tx(addr, p.w[:], p.r[:]); err != nil {
			return err
		}
		if p.r[0]>>4 != 0 {
			return errOther
		}
		into[k] = int32(p.r[0])<<8 | int32(p.r[1])
	}
	return nil
}
