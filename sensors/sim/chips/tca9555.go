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
	t := &TCA9555{tcaChip{circuit: c, ports: 2, pullUps: pullUps}}
	t.Power(true)
	return t
}

// Write implements Chip: a command byte, then values for that register and the
// other of its pair in turn (9.5.2.1.1).
func (t *TCA9555) Write(w []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.powered || t.circuit.Silent() {
		return ErrNoAnswer
	}
	if len(w) == 0 {
		return nil
	}
	t.command = w[0] & 7
	for i, v := range w[1:] {
		t.reg[t.command/2][(int(t.command)+i)&1] = v
	}
	return nil
}

// Read implements Chip: the register of the last command byte and the other of
// its pair in turn (9.5.2.1.2).
func (t *TCA9555) Read(r []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.powered || t.circuit.Silent() {
		return ErrNoAnswer
	}
	now := t.pins()
	for i := range r {
		port := (int(t.command) + i) & 1
		if t.command/2 != tcaInput {
			r[i] = t.reg[t.command/2][port]
			continue
		}
		t.seen[port] = now[port]
		r[i] = now[port] ^ t.reg[tcaPolarity][port]&t.reg[tcaConfig][port]
	}
	return nil
}

// TCA9555s puts one TCA9555 on the bus for each address, with sixteen squares per chip in
// order.
func (b *Board) TCA9555s(bus *Bus, squares []rules.Square, addrs ...uint16) []*TCA9555 {
	return row(b, bus, squares, addrs, 16, NewTCA9555)
}
