package ht16k33

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
)

// Commands ("Command summary").
const (
	cmdMemory     = 0x00 // plus the address of a byte, 0 to 15
	cmdOscillator = 0x21 // on
	cmdRows       = 0xa0 // make the pin ROW15/INT a row
	cmdDisplay    = 0x81 // on, without blinking
	cmdDimming    = 0xe0 // plus the sixteenths of the time that LEDs are lit, minus one
)

// Brightest is the highest brightness: LEDs are lit 16/16 of the time.
const Brightest = 15

// Picture says which LEDs are lit: bit r of Picture[c] is the LED between row r and common
// c.
type Picture [8]uint16

// Dev is one chip. It is for one goroutine at a time.
type Dev struct {
	bus   i2c.Bus
	addr  uint16
	write [17]byte
	read  [16]byte
}

// New returns the driver of the chip at an address, 0x70 to 0x77. It sends nothing yet.
func New(bus i2c.Bus, addr uint16) (*Dev, error) {
	if addr < 0x70 || addr > 0x77 {
		return nil, fmt.Errorf("ht16k33: 0x%02x is not an address this chip can have: it is 0x70 to 0x77", addr)
	}
	return &Dev{bus: bus, addr: addr}, nil
}

// String names the chip, its address and its bus: "ht16k33 0x70 on I2C1".
func (d *Dev) String() string { return fmt.Sprintf("ht16k33 0x%02x on %s", d.addr, d.bus) }

// Show shows a picture at a brightness from 0 (one sixteenth) to Brightest. The error is a
// *sensors.ChipError; after it, the state of the LEDs is unknown and Show must be called
// again.
func (d *Dev) Show(p Picture, brightness int) error {
	if brightness < 0 || brightness > Brightest {
		return fmt.Errorf("%v: brightness %d is not 0 to %d", d, brightness, Brightest)
	}
	if err := d.show(p, byte(brightness)); err != nil {
		return &sensors.ChipError{Chip: "ht16k33", Addr: d.addr, Bus: d.bus.String(), From: 0, To: 64, Err: err}
	}
	return nil
}

func (d *Dev) show(p Picture, brightness byte) error {
	for _, command := range [...]byte{cmdOscillator, cmdRows, cmdDimming | brightness} {
		if err := d.tx(1, nil, command); err != nil {
			return err
		}
	}
	d.write[0] = cmdMemory
	for c, rows := range p {
		d.write[1+2*c], d.write[2+2*c] = byte(rows), byte(rows>>8)
	}
	if err := d.tx(17, nil, cmdMemory); err != nil {
		return err
	}
	if err := d.tx(1, d.read[:], cmdMemory); err != nil {
		return err
	}
	for i, got := range d.read {
		if want := d.write[1+i]; got != want {
			return fmt.Errorf("byte %d of its memory reads 0x%02x after 0x%02x was written: is it an HT16K33?", i, got, want)
		}
	}
	return d.tx(1, nil, cmdDisplay)
}

// tx sends the first n bytes of the buffer, the first of which is a command.
func (d *Dev) tx(n int, read []byte, command byte) error {
	kept := d.write[0]
	d.write[0] = command
	err := d.bus.Tx(d.addr, d.write[:n], read)
	d.write[0] = kept
	return err
}
