package chips

import (
	"errors"
	"fmt"
	"sync"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// Chip is a part on an I2C bus. In a transaction, the bytes written, without the
// address, come in one Write, and then the bytes read are requested with one Read.
// Either may be missing. An error means that a byte was not acknowledged.
type Chip interface {
	Write(w []byte) error
	Read(r []byte) error
}

// ErrNoAnswer is the error of a Raspberry Pi's driver if no chip acknowledged the
// address. ErrStuck is its error, after a time-out, if a line is held low. Linux
// distinguishes them by errno; periph keeps only the text.
var (
	ErrNoAnswer = errors.New("sysfs-i2c: remote I/O error")
	ErrStuck    = errors.New("sysfs-i2c: connection timed out")
)

// Bus is a simulated I2C bus. It implements periph's i2c.Bus, its chips can be
// unplugged and plugged in again, and it counts what happens on the wire.
type Bus struct {
	mu    sync.Mutex
	name  string
	chips map[uint16]Chip
	off   map[uint16]bool
	stuck bool
	hold  func()
	moved map[uint16]uint16 // new addresses of chips whose address pins are set wrongly
	muxes []*TCA9548A
	heard []Chip
	wire  Wire
}

// Wire counts what a bus has carried. A transaction is one call of Tx, which is one
// system call on a Raspberry Pi.
type Wire struct {
	Transactions int
	Refused      int // transactions without an answer
	Bytes        int // on the wire, including address bytes
}

// NewBus makes a bus without chips. name is its name in errors, such as "I2C1".
func NewBus(name string) *Bus {
	return &Bus{name: name, chips: map[uint16]Chip{}, off: map[uint16]bool{}, moved: map[uint16]uint16{}}
}

// Attach puts a chip on the bus. It panics if the address is taken: two parts at
// one address are a mistake in the test.
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

// Unplug breaks the bus lines to one chip. The chip keeps its power and its
// registers but receives nothing.
func (b *Bus) Unplug(addr uint16) { b.set(func() { b.off[addr] = true }) }

// Plug repairs what Unplug broke.
func (b *Bus) Plug(addr uint16) { b.set(func() { delete(b.off, addr) }) }

// Stick holds the data line low, as a part interrupted in the middle of a byte
// does, or releases it. While it is held, no chip answers.
func (b *Bus) Stick(stuck bool) { b.set(func() { b.stuck = stuck }) }

// Hold makes the bus stuck as Linux sees it: every transfer calls wait, which takes
// its time, and then fails if the line is still held low. nil releases the line.
func (b *Bus) Hold(wait func()) { b.set(func() { b.hold, b.stuck = wait, wait != nil }) }

// Jumper changes the address pins of the chip at one address so that it answers at
// another, together with any chip already there. If both addresses are the same, it
// repairs this.
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

// SetSpeed returns an error, as on a Raspberry Pi, where the speed is set in
// config.txt.
func (b *Bus) SetSpeed(physic.Frequency) error {
	return errors.New("sysfs-i2c: not supported")
}

// Tx carries out one transaction: the address and w and then, after a repeated
// start, the address again and r. The error is ErrNoAnswer, ErrStuck, or that of a
// chip that did not acknowledge a byte.
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
	// Parts that answer at the same time both pull the line low.
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

// hear returns the parts that answer to an address, on this bus and behind
// connected ports, and whether a line is held low on the way. The result is valid
// until the next call.
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

// all asks every part, and returns an error if none acknowledged.
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
