package chips

import (
	"errors"
	"fmt"
	"sync"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// Chip is a part on an I2C bus. A transaction's written bytes, without the
// address, come in one Write, and then its read bytes are asked for in one
// Read; either may be left out. An error is a byte that was not acknowledged.
type Chip interface {
	Write(w []byte) error
	Read(r []byte) error
}

// ErrNoAnswer is what a Raspberry Pi's driver says when nobody acknowledged
// the address; ErrStuck what it says, after its time-out, when a line is held
// down. Linux distinguishes them by errno, periph keeps only the text.
var (
	ErrNoAnswer = errors.New("sysfs-i2c: remote I/O error")
	ErrStuck    = errors.New("sysfs-i2c: connection timed out")
)

// Bus is a simulated I2C bus: periph's i2c.Bus with chips that can be pulled
// off and put back, and with a count of what happened on the wire.
type Bus struct {
	mu    sync.Mutex
	name  string
	chips map[uint16]Chip
	off   map[uint16]bool
	stuck bool
	hold  func()
	moved map[uint16]uint16 // where chips answer whose address pins are set wrongly
	muxes []*TCA9548A
	heard []Chip
	wire  Wire
}

// Wire counts what a bus has carried since it was made. A transaction is one
// call of Tx, which is one system call on a Raspberry Pi.
type Wire struct {
	Transactions int
	Refused      int // of them, those without an answer
	Bytes        int // on the wire, address bytes included
}

// NewBus makes a bus without chips; name is what errors call it, as "I2C1".
func NewBus(name string) *Bus {
	return &Bus{name: name, chips: map[uint16]Chip{}, off: map[uint16]bool{}, moved: map[uint16]uint16{}}
}

// Attach puts a chip on the bus. It panics if the address is taken, as two
// parts at one address are a mistake of the board's maker.
func (b *Bus) Attach(addr uint16, c Chip) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.chips[addr] != nil {
		panic(fmt.Sprintf("chips: two parts at address 0x%02x on %s", addr, b.name))
	}
	b.chips[addr] = c
	if m, ok := c.(*TCA9548A); ok {
		b.muxes = append(b.muxes, m)
	}
}

// Unplug breaks the bus line to one chip: it keeps its power and its
// registers and receives nothing.
func (b *Bus) Unplug(addr uint16) { b.set(func() { b.off[addr] = true }) }

// Plug mends it.
func (b *Bus) Plug(addr uint16) { b.set(func() { delete(b.off, addr) }) }

// Stick holds the data line down, as a part caught in the middle of a byte
// does, or lets it go. While it is held nobody answers.
func (b *Bus) Stick(stuck bool) { b.set(func() { b.stuck = stuck }) }

// Hold sticks the bus as Linux sees it: every transfer calls wait, which takes
// its time, and then finds the line held down if it still is. nil lets it go.
func (b *Bus) Hold(wait func()) { b.set(func() { b.hold, b.stuck = wait, wait != nil }) }

// Jumper sets the address pins of the chip at one address so that it answers at
// another, beside whatever is there already. The same address mends it.
func (b *Bus) Jumper(from, to uint16) {
	b.set(func() {
		if b.moved[from] = to; from == to {
			delete(b.moved, from)
		}
	})
}

func (b *Bus) set(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
}

// Wire returns the counts so far.
func (b *Bus) Wire() Wire {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wire
}

// String returns the bus's name.
func (b *Bus) String() string { return b.name }

// SetSpeed fails, as it does on a Raspberry Pi, where the speed is set in
// config.txt.
func (b *Bus) SetSpeed(physic.Frequency) error {
	return errors.New("sysfs-i2c: not supported")
}

// Tx carries one transaction: the address and w, then, after a repeated start,
// the address again and r.
func (b *Bus) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	if wait := b.hold; wait != nil {
		b.mu.Unlock()
		wait()
		b.mu.Lock()
	}
	defer b.mu.Unlock()
	b.wire.Transactions++
	err := b.tx(addr, w, r)
	if err != nil {
		b.wire.Refused++
	}
	return err
}

func (b *Bus) tx(addr uint16, w, r []byte) error {
	heard, stuck := b.hear(addr)
	if stuck {
		return ErrStuck
	}
	b.wire.Bytes++
	if len(heard) == 0 {
		return ErrNoAnswer
	}
	if len(w) > 0 || len(r) == 0 {
		b.wire.Bytes += len(w)
		if err := all(heard, func(c Chip) error { return c.Write(w) }); err != nil {
			return err
		}
	}
	if len(r) == 0 {
		return nil
	}
	if len(w) > 0 {
		b.wire.Bytes++
	}
	b.wire.Bytes += len(r)
	if len(heard) == 1 {
		return heard[0].Read(r)
	}
	// Parts that answer together pull the line down together.
	for i := range r {
		r[i] = 0xff
	}
	part := make([]byte, len(r))
	return all(heard, func(c Chip) error {
		err := c.Read(part)
		for i := range r {
			r[i] &= part[i]
		}
		return err
	})
}

// hear returns the parts that answer to an address, here and behind the ports that
// are switched through, and whether a line is held down on the way. The result
// is good until the next call.
func (b *Bus) hear(addr uint16) (heard []Chip, stuck bool) {
	heard = b.heard[:0]
	if c := b.chips[addr]; c != nil && !b.off[addr] {
		if _, elsewhere := b.moved[addr]; !elsewhere {
			heard = append(heard, c)
		}
	}
	for from, to := range b.moved {
		if to == addr && !b.off[from] {
			heard = append(heard, b.chips[from])
		}
	}
	stuck = b.stuck
	for _, m := range b.muxes {
		for _, port := range m.through() {
			port.mu.Lock()
			behind, held := port.hear(addr)
			port.mu.Unlock()
			heard, stuck = append(heard, behind...), stuck || held
		}
	}
	b.heard = heard
	return heard, stuck
}

// all asks every part, and fails when none acknowledged.
func all(chips []Chip, ask func(Chip) error) error {
	var first error
	acknowledged := false
	for _, c := range chips {
		if err := ask(c); err == nil {
			acknowledged = true
		} else if first == nil {
			first = err
		}
	}
	if acknowledged {
		return nil
	}
	return first
}

var _ i2c.Bus = (*Bus)(nil)
