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

// NewTCA6424A makes a powered chip on a circuit.
func NewTCA6424A(c Circuit) *TCA6424A {
	// In words, 8.6.1 gives this value of the command byte; the same sentence also
	// says 00.
	t := &TCA6424A{tcaChip{circuit: c, ports: 3, reset: tca24Counting}}
	t.Power(true)
	return t
}

// at returns the register that comes next; ok is false if there is none (8.6.1:
// reserved command bytes must not be used; it does not say what they do).
func (t *TCA6424A) at() (group, port int, ok bool) {
	n := int(t.command &^ tca24Counting)
	return n / 4 % 4, n % 4, n < 16 && n%4 < 3
}

// next advances to the next port of the group, and from the third to the first, if
// the command byte asked for that.
func (t *TCA6424A) next() {
	if t.command&tca24Counting == 0 {
		return
	}
	if t.command&3 >= 2 {
		t.command &^= 3
	} else {
		t.command++
	}
}

// Write implements Chip: a command byte, then values for that register and, if it
// counts, for the others of its group in turn (8.5.4.1).
func (t *TCA6424A) Write(w []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.powered || t.circuit.Silent() {
		return ErrNoAnswer
	}
	if len(w) == 0 {
		return nil
	}
	t.command = w[0]
	for _, v := range w[1:] {
		if group, port, ok := t.at(); ok {
			t.reg[group][port] = v
		}
		t.next()
	}
	return nil
}

// Read implements Chip: the register of the last command byte and, if it counts,
// the others of its group in turn (8.5.4.2).
func (t *TCA6424A) Read(r []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.powered || t.circuit.Silent() {
		return ErrNoAnswer
	}
	now := t.pins()
	for i := range r {
		group, port, ok := t.at()
		switch {
		case !ok:
			r[i] = 0
		case group == tcaInput: // inputs can be inverted (8.6.2)
			t.seen[port] = now[port]
			r[i] = now[port] ^ t.reg[tcaPolarity][port]&t.reg[tcaConfig][port]
		default:
			r[i] = t.reg[group][port]
		}
		t.next()
	}
	return nil
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
