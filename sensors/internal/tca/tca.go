// Package tca accesses the registers of TI's port expanders, for the drivers of the TCA9555 and the
// TCA6424A. Their datasheets are SCPS200E and SCPS193D.
package tca

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"
)

// Ports is how a kind of chip is read, and the bytes of one transaction, so that none are
// allocated. It is an expander.Part. It is for one goroutine at a time.
type Ports struct {
	// Name is that of the chip, in capitals, for errors.
	Name string
	// N is the number of ports, each of eight pins: 2 or 3.
	N int
	// Input, Polarity and Config are the command bytes for the first port of each group of
	// registers, after which the chip counts through the others.
	Input, Polarity, Config byte
	// Counting is the bit of these bytes that makes the chip count, or 0 if it always does.
	Counting byte

	w [4]byte
	r [3]byte
}

// Setup makes all pins plain inputs and reads the registers back, to verify that
// the chip is at this address.
func (p *Ports) Setup(bus i2c.Bus, addr uint16) error {
	for _, group := range [...]struct{ reg, value byte }{{p.Polarity, 0x00}, {p.Config, 0xff}} { // no input inverted; all are inputs
		p.w = [4]byte{group.reg, group.value, group.value, group.value}
		if err := bus.Tx(addr, p.w[:1+p.N], nil); err != nil {
			return err
		}
		if err := bus.Tx(addr, p.w[:1], p.r[:p.N]); err != nil {
			return err
		}
		for port, got := range p.r[:p.N] {
			if got != group.value {
				return fmt.Errorf("register 0x%02x reads 0x%02x after 0x%02x was written: is it a %s?", int(group.reg&^p.Counting)+port, got, group.value, p.Name)
			}
		}
	}
	return nil
}

// Levels reads the input ports, in one transaction.
func (p *Ports) Levels(bus i2c.Bus, addr uint16) (uint32, error) {
	p.w[0] = p.Input
	if err := bus.Tx(addr, p.w[:1], p.r[:p.N]); err != nil {
		return 0, err
	}
	var levels uint32
	for port, v := range p.r[:p.N] {
		levels |= uint32(v) << (8 * port)
	}
	return levels, nil
}
