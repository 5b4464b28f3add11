package chips

import (
	"touchmove/rules"
)

// tca24Counting is the bit of the command byte that makes the port count up (AI).
const tca24Counting = 0x80

// TCA6424A is TI's 24-bit port expander (SCPS193D), and the TCA6424 and PCA6424A,
// which have the same registers. Pins 0 to 7 are P00 to P07, 8 to 15 P10 to P17 and
// 16 to 23 P20 to P27. It has no pull-ups.
type TCA6424A struct{ tcaChip }

// In words, 8.6.1 gives this value of the command byte after power-on; the same sentence also
// says 00.
var tca6424 = tcaAddress{reset: tca24Counting, of: tca24Register, next: tca24Next}

// NewTCA6424A makes a powered chip on a circuit.
func NewTCA6424A(c Circuit) *TCA6424A {
	t := &TCA6424A{tcaChip{circuit: c, ports: 3, address: tca6424}}
	t.Power(true)
	return t
}

// tca24Register returns the register that a command byte names; ok is false if there is none
// (8.6.1: reserved command bytes must not be used; it does not say what they do).
func tca24Register(command byte) (group, port int, ok bool) {
	n := int(command &^ tca24Counting)
	return n / 4 % 4, n % 4, n < 16 && n%4 < 3
}

// tca24Next advances to the next port of the group, and from the third to the first, if
// the command byte asks for that (8.5.4.1, 8.5.4.2).
func tca24Next(command byte) byte {
	switch {
	case command&tca24Counting == 0:
		return command
	case command&3 >= 2:
		return command &^ 3
	}
	return command + 1
}

// TCA6424As puts one TCA6424A on the bus for each address, with twenty-four squares
// per chip in order and a resistor at every pin.
func (b *Board) TCA6424As(bus *Bus, squares []rules.Square, addrs ...uint16) []*TCA6424A {
	return row(b, bus, squares, addrs, 24, func(c Circuit) *TCA6424A {
		if contacts, ok := c.(*Contacts); ok {
			c = PulledUp(contacts)
		}
		return NewTCA6424A(c)
	})
}
