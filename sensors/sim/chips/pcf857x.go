package chips

import (
	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
)

// PCF857x is the PCF8574 or PCF8575: eight or sixteen quasi-bidirectional pins and no
// registers (TI SCPS068 and SCPS121). A pin to which 1 was written is held high by a weak
// current source and can be pulled down from outside; a pin to which 0 was written is
// driven low. Pins 0 to 7 are P00 to P07, pins 8 to 15 P10 to P17.
type PCF857x struct {
	supply
	circuit Circuit
	latch   [2]byte
	seen    [2]byte // levels of the pins when the port was last read or written
	drive   []Drive
	level   []bool
}

// NewPCF8574 makes a powered chip with eight pins on a circuit.
func NewPCF8574(c Circuit) *PCF857x { return newPCF857x(c, 8) }

// NewPCF8575 makes a powered chip with sixteen pins on a circuit.
func NewPCF8575(c Circuit) *PCF857x { return newPCF857x(c, 16) }

func newPCF857x(c Circuit, pins int) *PCF857x {
	p := &PCF857x{circuit: c, drive: make([]Drive, pins), level: make([]bool, pins)}
	p.Power(true)
	return p
}

// Circuit returns what the chip's pins are connected to.
func (p *PCF857x) Circuit() Circuit { return p.circuit }

// Power switches the chip's supply. When it comes on, 1 is written to all pins. Without
// supply the chip does not answer.
func (p *PCF857x) Power(on bool) {
	p.power(on, func() {
		p.latch = [2]byte{0xff, 0xff}
		p.seen = p.pins()
	})
}

// Settle does nothing: INT compares the pins when it is called.
func (p *PCF857x) Settle() {}

// INT returns the level at the interrupt pin, which is pulled up: low while a pin differs
// from its level at the last transfer.
func (p *PCF857x) INT() gpio.Level {
	p.mu.Lock()
	defer p.mu.Unlock()
	return gpio.Level(p.pins() == p.seen)
}

func (p *PCF857x) pins() (v [2]byte) {
	for pin := range p.drive {
		if p.drive[pin] = DriveLow; p.latch[pin/8]>>(pin%8)&1 != 0 {
			p.drive[pin] = PullUp
		}
	}
	p.circuit.Levels(p.drive, p.level)
	for pin, high := range p.level {
		if high {
			v[pin/8] |= 1 << (pin % 8)
		}
	}
	return v
}

// Write implements Chip: bytes go to the ports in turn.
func (p *PCF857x) Write(w []byte) error {
	return p.transfer(p.circuit, func() {
		for i, v := range w {
			p.latch[i%p.ports()] = v
		}
		p.seen = p.pins()
	})
}

// Read implements Chip: the pins of the ports, in turn.
func (p *PCF857x) Read(r []byte) error {
	return p.transfer(p.circuit, func() {
		p.seen = p.pins()
		for i := range r {
			r[i] = p.seen[i%p.ports()]
		}
	})
}

func (p *PCF857x) ports() int { return len(p.drive) / 8 }

// PCF8574s puts one PCF8574 on the bus for each address, with eight squares per chip in
// order.
func (b *Board) PCF8574s(bus *Bus, squares []rules.Square, addrs ...uint16) []*PCF857x {
	return row(b, bus, squares, addrs, 8, NewPCF8574)
}

// PCF8575s puts one PCF8575 on the bus for each address, with sixteen squares per chip in
// order.
func (b *Board) PCF8575s(bus *Bus, squares []rules.Square, addrs ...uint16) []*PCF857x {
	return row(b, bus, squares, addrs, 16, NewPCF8575)
}
