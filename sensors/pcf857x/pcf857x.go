package pcf857x

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
)

// Model says which of the chips a board has.
type Model uint8

// The chips that are read in the same way. PCF8574 includes the PCF8574A, which has
// other addresses.
const (
	PCF8575 Model = iota
	PCF8574
)

// String returns "pcf8575" or "pcf8574".
func (m Model) String() string {
	if m == PCF8574 {
		return "pcf8574"
	}
	return "pcf8575"
}

// Opts describes how the chips of a board are wired.
type Opts struct {
	Model Model
	// Addrs lists the chips in channel order: 0x20 to 0x27, and 0x38 to 0x3F for
	// the PCF8574A.
	Addrs []uint16
}

// Dev is a row of PCF8574 or PCF8575 on one bus. Channel w·n + p is pin p of chip
// n, where w is 8 or 16; pins are counted P00 to P07 and then P10 to P17. It is for
// one goroutine at a time.
type Dev struct{ *expander.Bank }

// New returns the driver, and makes the pins of every chip that answers inputs. It
// returns an error only if Opts are invalid. Read reports a chip that is missing,
// since a board with one dead chip can still be played on.
func New(bus i2c.Bus, opts Opts) (*Dev, error) {
	if opts.Model > PCF8574 {
		return nil, fmt.Errorf("pcf857x: model number %d is not one of the constants", opts.Model)
	}
	p := &part{bytes: 2}
	if opts.Model == PCF8574 {
		p.bytes = 1
	}
	b, err := expander.New(expander.Kind{Name: opts.Model.String(), Width: 8 * p.bytes, Allowed: func(addr uint16) bool {
		return addr>>3 == 0x20>>3 || opts.Model == PCF8574 && addr>>3 == 0x38>>3
	}}, p, bus, opts.Addrs)
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
	bytes int
	w, r  [2]byte
}

// Setup writes 1 to every pin, which makes it an input.
func (p *part) Setup(bus i2c.Bus, addr uint16) error {
	p.w = [2]byte{0xff, 0xff}
	return bus.Tx(addr, p.w[:p.bytes], nil)
}

// Levels reads the pins. The first byte is P07 to P00.
func (p *part) Levels(bus i2c.Bus, addr uint16) (uint32, error) {
	if err := bus.Tx(addr, nil, p.r[:p.bytes]); err != nil {
		return 0, err
	}
	return uint32(p.r[0]) | uint32(p.r[1])<<8, nil
}
