package ads7138

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/converter"
	"touchmove/sensors/internal/expander"
)

// Opcodes (SBAS976A, table 9) and registers (8.6).
const (
	opRead       = 0x10
	opWrite      = 0x08
	opBlockRead  = 0x30
	opBlockWrite = 0x28

	regStatus   = 0x00 // SYSTEM_STATUS
	regGeneral  = 0x01 // GENERAL_CFG, then DATA_CFG, OSR_CFG, OPMODE_CFG, PIN_CFG
	regSequence = 0x10 // SEQUENCE_CFG
	regSelect   = 0x12 // AUTO_SEQ_CH_SEL

	dataID       = 1 << 4      // DATA_CFG.APPEND_STATUS: append the channel's number
	sequenceAuto = 1<<4 | 1<<0 // SEQ_START, SEQ_MODE: auto-sequence
	statusBOR    = 1 << 0      // the supply has dropped since this bit was last cleared
)

// Full is the number of counts for the voltage at AVDD.
const Full = 4096

// Chip says where a converter is: on a bus, or behind a port of a switch. Its
// address is 0x10 to 0x17.
type Chip = converter.Chip

// Opts describes how the converters of a board are wired.
type Opts struct {
	Chips []Chip // the converters in channel order
	// Inputs lists the inputs that are read on every chip, 0 to 7, in channel
	// order; nil means all eight.
	Inputs []int
}

// Dev is a row of ADS7138. Channel n·len(Inputs) + k is input Inputs[k] of chip
// n. It is for one goroutine at a time.
type Dev struct{ *converter.Bank }

// New returns the driver. It returns an error if Opts are invalid: no chips, an
// address that no ADS7138 has or that two chips on one bus share, or an input that
// the chip does not have. It sends nothing; Read reports a chip that is missing.
func New(opts Opts) (*Dev, error) {
	inputs, err := converter.Inputs("ads7138", opts.Inputs, 8)
	if err != nil {
		return nil, err
	}
	p := &part{}
	for i := range p.place {
		p.place[i] = -1
	}
	for k, input := range inputs {
		p.place[input] = k
		p.mask |= 1 << input
	}
	p.n = len(inputs)
	b, err := converter.New(converter.Kind{
		Name: "ads7138", Width: p.n, Allowed: func(addr uint16) bool { return addr>>3 == 0x10>>3 }, Write: "write 0x10 to 0x17",
	}, p, opts.Chips)
	if err != nil {
		return nil, err
	}
	return &Dev{b}, nil
}

// Read converts every input once, in one transaction per chip: Full counts are the
// voltage at AVDD. If a chip fails or has lost its set-up, all its channels read
// sensors.Lost, and the error joins a *sensors.ChipError for each such chip; the
// other channels are valid. Without errors Read allocates nothing.
func (d *Dev) Read(into sensors.Counts) error { return d.Bank.Read(into) }

type part struct {
	mask  byte   // of the inputs that are read
	place [8]int // channel of an input within its chip; -1 for none
	n     int
	w     [7]byte
	r     [18]byte
}

// Setup implements converter.Part: conversions started by the host, all pins
// analogue, no averaging, the channel's number after every result, and the
// sequencer at its beginning. It reads the registers back to verify that the chip
// is there and is an ADS7138.
func (p *part) Setup(bus i2c.Bus, addr uint16) error {
	if err := p.write(bus, addr, regSequence, 0); err != nil { // stop the sequencer while its channels change
		return err
	}
	p.w = [7]byte{opBlockWrite, regGeneral, 0, dataID, 0, 0, 0}
	if err := bus.Tx(addr, p.w[:], nil); err != nil {
		return err
	}
	if err := p.write(bus, addr, regSelect, p.mask); err != nil {
		return err
	}
	if err := p.expect(bus, addr, opBlockRead, regGeneral, 0, dataID, 0, 0, 0); err != nil {
		return err
	}
	if err := p.expect(bus, addr, opRead, regSelect, p.mask); err != nil {
		return err
	}
	if err := p.write(bus, addr, regStatus, statusBOR); err != nil {
		return err
	}
	return p.write(bus, addr, regSequence, sequenceAuto)
}

func (p *part) write(bus i2c.Bus, addr uint16, reg, value byte) error {
	p.w[0], p.w[1], p.w[2] = opWrite, reg, value
	return bus.Tx(addr, p.w[:3], nil)
}

// expect reads registers and returns an error for the first that does not hold the
// wanted value.
func (p *part) expect(bus i2c.Bus, addr uint16, op, reg byte, want ...byte) error {
	p.w[0], p.w[1] = op, reg
	if err := bus.Tx(addr, p.w[:2], p.r[:len(want)]); err != nil {
		return err
	}
	for i, w := range want {
		if got := p.r[i]; got != w {
			return fmt.Errorf("register 0x%02x reads 0x%02x after 0x%02x was written: is it an ADS7138?", int(reg)+i, got, w)
		}
	}
	return nil
}

// Convert implements converter.Part. It reads one result more than there are
// inputs, because the first may be old.
func (p *part) Convert(bus i2c.Bus, addr uint16, into sensors.Counts) error {
	r := p.r[:2*(p.n+1)]
	if err := bus.Tx(addr, nil, r); err != nil {
		return err
	}
	seen := byte(0)
	for i := 2; i < len(r); i += 2 {
		v := uint16(r[i])<<8 | uint16(r[i+1])
		input := v & 15
		if input > 7 || p.mask>>input&1 == 0 || seen>>input&1 != 0 {
			return expander.ErrReset
		}
		seen |= 1 << input
		into[p.place[input]] = int32(v >> 4)
	}
	return nil
}
