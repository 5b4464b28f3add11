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

// Full is how many counts the voltage at REF makes.
const Full = 4096

// Chip is where one converter is: on a bus, or behind a port of a switch. Its
// address is 0x48 to 0x4B.
type Chip = converter.Chip

// Opts is how the converters of a board are wired.
type Opts struct {
	// Chips are the converters in channel order. Chips that share a port of a
	// switch stand together, or the switch is set more often than need be.
	Chips []Chip
	// Inputs are those of every chip that are read, 0 to 7, in channel order; nil
	// stands for all eight.
	Inputs []int
}

// Dev is a row of ADS7828. Channel n·len(Inputs) + k is input Inputs[k] of chip
// n. It is for one goroutine at a time.
type Dev struct{ *converter.Bank }

// New returns the driver. It fails when Opts cannot be right: no chips, an
// address no ADS7828 can have or that two chips on one bus share, an input it
// does not have. Nothing is sent yet; a chip that is not there is a fault that
// Read reports.
func New(opts Opts) (*Dev, error) {
	inputs, err := converter.Inputs("ads7828", opts.Inputs, 8)
	if err != nil {
		return nil, err
	}
	b, err := converter.New("ads7828", &part{inputs: inputs}, opts.Chips, len(inputs),
		func(addr uint16) bool { return addr>>2 == 0x48>>2 }, "write 0x48 to 0x4b")
	if err != nil {
		return nil, err
	}
	return &Dev{b}, nil
}

// Read converts every input once, in a transaction each: Full counts are the
// voltage at REF. All channels of a chip that failed on the way read
// sensors.Lost, and the error joins a *sensors.ChipError for each; the other
// channels stand. Read allocates nothing while all is well.
func (d *Dev) Read(into sensors.Counts) error { return d.Bank.Read(into) }

type part struct {
	inputs []int
	w      [1]byte
	r      [2]byte
}

// errOther is the error of a part that does not answer as an ADS7828 would.
var errOther = errors.New("the upper four bits of a result are not 0: is it an ADS7828?")

// Setup implements converter.Part: there is no register to write.
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
