// Package mcp accesses the registers of Microchip's MCP23017, for the drivers that
// use it with one input per square or as a matrix. Sections are those of the
// datasheet DS20001952, revision C.
package mcp

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"
)

// Registers with IOCON.BANK = 0 (table 3-5). Port B's register is the next one.
const (
	IODIR     = 0x00 // 1 means input
	IOCON     = 0x0a
	GPPU      = 0x0c // 1 means pull-up on
	GPIO      = 0x12 // the levels at the pins
	OLAT      = 0x14 // the levels that outputs drive
	bank1CON  = 0x05 // IOCON with IOCON.BANK = 1 (table 3-3); GPINTENB with 0
	registers = GPPU + 2
)

// Allowed reports whether an MCP23017 can have this address (3.3.1).
func Allowed(addr uint16) bool { return addr>>3 == 0x20>>3 }

// Wire holds the bytes of one transaction, so that none are allocated. The zero
// value is ready to use. It is for one goroutine at a time.
type Wire struct {
	w [1 + registers]byte
	r [registers]byte
}

// Setup writes every register up to GPPUB and reads them back, to verify that the
// chip is at this address. Bit 0 of a mask is GPA0, bit 15 GPB7. Pins that are not
// inputs are driven low.
func (x *Wire) Setup(bus i2c.Bus, addr uint16, inputs, pullUps uint16) error {
	// In whichever order the registers are, these two writes end with IOCON = 0:
	// BANK = 0, and an address pointer that counts up (SEQOP = 0, 3.2.1). If BANK
	// is 1, the first write clears IOCON; if BANK is 0, it clears the interrupts of
	// port B, which are not used.
	for _, reg := range [...]byte{bank1CON, IOCON} {
		if err := x.Write(bus, addr, reg, 0); err != nil {
			return err
		}
	}
	// Set the latches low before pins become outputs.
	x.w[0], x.w[1], x.w[2] = OLAT, 0, 0
	if err := bus.Tx(addr, x.w[:3], nil); err != nil {
		return err
	}
	clear(x.w[:])
	x.w[1+IODIR], x.w[2+IODIR] = byte(inputs), byte(inputs>>8)
	x.w[1+GPPU], x.w[2+GPPU] = byte(pullUps), byte(pullUps>>8)
	if err := bus.Tx(addr, x.w[:], nil); err != nil {
		return err
	}
	x.w[0] = IODIR
	if err := bus.Tx(addr, x.w[:1], x.r[:]); err != nil {
		return err
	}
	for reg, got := range x.r {
		if want := x.w[1+reg]; got != want {
			return fmt.Errorf("register 0x%02x reads 0x%02x after 0x%02x was written: is it an MCP23017?", reg, got, want)
		}
	}
	return nil
}

// Write writes one register.
func (x *Wire) Write(bus i2c.Bus, addr uint16, reg, value byte) error {
	x.w[0], x.w[1] = reg, value
	return bus.Tx(addr, x.w[:2], nil)
}

// WriteBoth writes a register of port A and the register of port B that follows it.
func (x *Wire) WriteBoth(bus i2c.Bus, addr uint16, reg byte, value uint16) error {
	x.w[0], x.w[1], x.w[2] = reg, byte(value), byte(value>>8)
	return bus.Tx(addr, x.w[:3], nil)
}

// Levels reads GPPUA to GPIOB in one transaction and returns which pull-ups are on
// and the levels at the pins.
func (x *Wire) Levels(bus i2c.Bus, addr uint16) (pullUps, levels uint16, err error) {
	const n = GPIO + 2 - GPPU
	x.w[0] = GPPU
	if err := bus.Tx(addr, x.w[:1], x.r[:n]); err != nil {
		return 0, 0, err
	}
	return uint16(x.r[0]) | uint16(x.r[1])<<8, uint16(x.r[n-2]) | uint16(x.r[n-1])<<8, nil
}
