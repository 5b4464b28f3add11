package chips

import (
	"sync"

	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
)

// The groups of three registers of the TCA6424A (SCPS193D, 8.6.1): command byte
// 4·group + port. Port 3 is reserved in each.
const (
	tca24Input = iota
	tca24Output
	tca24Polarity
	tca24Config
)

// tca24Counting is the bit of the command byte that has the port count on (AI).
const tca24Counting = 0x80

// TCA6424A is TI's 24-bit port expander (SCPS193D), and the TCA6424 and PCA6424A,
// which have the same registers. Pins 0 to 7 are P00 to P07, 8 to 15 P10 to P17
// and 16 to 23 P20 to P27. It has no pull-ups.
type TCA6424A struct {
	mu      sync.Mutex
	circuit Circuit
	powered bool
	reg     [4][3]byte // by group; the input group is not used
	command byte
	seen    [3]byte
	drive   [24]Drive
	level   [24]bool
}

// NewTCA6424A makes a chip on a circuit, powered.
func NewTCA6424A(c Circuit) *TCA6424A {
	t := &TCA6424A{circuit: c}
	t.Power(true)
	return t
}

// Circuit returns what the chip's pins are soldered to.
func (t *TCA6424A) Circuit() Circuit { return t.circuit }

// Power takes the chip's supply away, or gives it back; with it all registers
// are as after power-on (8.5.1, 8.6.2). Without supply the chip does not answer.
func (t *TCA6424A) Power(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.powered = on
	t.reg = [4][3]byte{tca24Output: {0xff, 0xff, 0xff}, tca24Config: {0xff, 0xff, 0xff}}
	t.command = tca24Counting // 8.6.1 says so in words, and 00 in the same sentence
	t.seen = t.pins()
}

// Settle has nothing to do: the interrupt pin compares by itself.
func (t *TCA6424A) Settle() {}

// INT is the level at the interrupt pin, pulled up: low while an input differs
// from what was there when its port was last read (8.5.3).
func (t *TCA6424A) INT() gpio.Level {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.pins()
	for port := range now {
		if (now[port]^t.seen[port])&t.reg[tca24Config][port] != 0 {
			return gpio.Low
		}
	}
	return gpio.High
}

func (t *TCA6424A) pins() (v [3]byte) {
	for pin := range t.drive {
		port, bit := pin/8, byte(1)<<(pin%8)
		switch {
		case t.reg[tca24Config][port]&bit != 0:
			t.drive[pin] = Float
		case t.reg[tca24Output][port]&bit != 0:
			t.drive[pin] = DriveHigh
		default:
			t.drive[pin] = DriveLow
		}
	}
	t.circuit.Levels(t.drive[:], t.level[:])
	for pin, high := range t.level {
		if high {
			v[pin/8] |= 1 << (pin % 8)
		}
	}
	return v
}

// at is the register that comes next; ok is false where none is (8.6.1: reserved
// command bytes must not be used, and what they do is not said).
func (t *TCA6424A) at() (group, port int, ok bool) {
	n := int(t.command &^ tca24Counting)
	return n / 4 % 4, n % 4, n < 16 && n%4 < 3
}

// next counts on to the next port of the group, and after the third to the first,
// if the command byte asked for it.
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

// Write implements Chip: a command byte, then values for that register and, when
// it counts, the others of its group in turn (8.5.4.1).
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

// Read implements Chip: the register of the last command byte and, when it
// counts, the others of its group in turn (8.5.4.2).
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
		case group == tca24Input: // pins that are inputs can be inverted (8.6.2)
			t.seen[port] = now[port]
			r[i] = now[port] ^ t.reg[tca24Polarity][port]&t.reg[tca24Config][port]
		default:
			r[i] = t.reg[group][port]
		}
		t.next()
	}
	return nil
}

// TCA6424As puts one TCA6424A on the bus for each address, twenty-four squares a
// chip in order, with a resistor at every pin.
func (b *Board) TCA6424As(bus *Bus, squares []rules.Square, addrs ...uint16) []*TCA6424A {
	return row(b, bus, squares, addrs, 24, func(c Circuit) *TCA6424A {
		if contacts, ok := c.(*Contacts); ok {
			c = PulledUp(contacts)
		}
		return NewTCA6424A(c)
	})
}
