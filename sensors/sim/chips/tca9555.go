package chips

import (
	"touchmove/rules"
)

// TCA9555 is TI's sixteen-bit port expander (SCPS200E), and the PCA9555,
// PCA9535, TCA9535, TCA9539 and PCA9539, which have the same registers. Pins 0
// to 7 are P00 to P07, pins 8 to 15 P10 to P17.
type TCA9555 struct{ tcaChip }

// NewTCA9555 makes a powered chip on a circuit, with the resistors of about 100 kΩ that
// the TCA9555 and PCA9555 have at every pin.
func NewTCA9555(c Circuit) *TCA9555 { return newTCA(c, true) }

// NewTCA9535 makes a chip without these resistors, like the TCA9535, PCA9535, TCA9539 and
// PCA9539.
func NewTCA9535(c Circuit) *TCA9555 { return newTCA(c, false) }

func newTCA(c Circuit, pullUps bool) *TCA9555 {
	t := &TCA9555{tcaChip{circuit: c, ports: 2, pullUps: pullUps, address: tcaPairs}}
	t.Power(true)
	return t
}

// tcaPairs addresses registers of two ports, of which a transfer reads or writes one and the other
// in turn (9.5.2.1).
var tcaPairs = tcaAddress{
	of:       func(command byte) (group, port int, ok bool) { return int(command & 7 / 2), int(command & 1), true },
	next:     func(command byte) byte { return command ^ 1 },
	restarts: true,
}

// TCA9555s puts one TCA9555 on the bus for each address, with sixteen squares per chip in
// order.
func (b *Board) TCA9555s(bus *Bus, squares []rules.Square, addrs ...uint16) []*TCA9555 {
	return row(b, bus, squares, addrs, 16, NewTCA9555)
}
