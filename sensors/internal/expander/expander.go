// Package expander holds what the drivers of I/O expanders have in common: a row of equal chips on
// one bus, some of which may stop answering and come back. The drivers know the registers; this
// package knows what a silent chip means.
package expander

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
)

// Part is one kind of chip, described by its datasheet.
type Part interface {
	// Setup makes the chip read its pins, whatever state it is in. It is called
	// before the first reading and after every failure.
	Setup(bus i2c.Bus, addr uint16) error
	// Levels reads all pins in one transaction, bit 0 first; there may be up to 32. If the error
	// wraps ErrReset, the chip answers but has lost its set-up.
	Levels(bus i2c.Bus, addr uint16) (uint32, error)
}

// ErrReset says that a chip has lost its registers since they were written, through a dip of its
// supply or another program. Its reading is worthless.
var ErrReset = errors.New("the chip has lost its set-up, as after a dip of its supply: it is set up again; check power and connector if this comes back")

// Kind is what all chips of a bank have in common.
type Kind struct {
	Name    string            // of the driver, for messages
	Width   int               // channels per chip
	Unfit   uint32            // pins of every chip that are not inputs
	Allowed func(uint16) bool // reports whether a chip can have this address
}

// Bank is a row of equal chips on one bus. It is for one goroutine at a time.
type Bank struct {
	kind  Kind
	part  Part
	bus   i2c.Bus
	on    string // the name of the bus
	chips []chip
	errs  []error
}

type chip struct {
	addr  uint16
	ready bool
}

// New checks the addresses, each of which must be allowed and unique, and sets up every chip that
// answers. A chip that does not answer is no error yet: Read reports it and keeps trying.
func New(kind Kind, part Part, bus i2c.Bus, addrs []uint16) (*Bank, error) {
	if len(addrs) == 0 {
		return nil, fmt.Errorf("%s: no address given: name the chips of the board", kind.Name)
	}
	b := &Bank{kind: kind, part: part, bus: bus, on: bus.String()}
	for i, addr := range addrs {
		if !kind.Allowed(addr) {
			return nil, fmt.Errorf("%s: 0x%02x is not an address this chip can have", kind.Name, addr)
		}
		for j, before := range addrs[:i] {
			if before == addr {
				return nil, fmt.Errorf("%s: address 0x%02x is given to chip %d and to chip %d: every chip on a bus has its own", kind.Name, addr, j, i)
			}
		}
		b.chips = append(b.chips, chip{addr: addr, ready: part.Setup(bus, addr) == nil})
	}
	b.errs = make([]error, 0, len(addrs))
	return b, nil
}

// Channels returns how many channels the chips have together.
func (b *Bank) Channels() int { return len(b.chips) * b.kind.Width }

// String names the part, the addresses and the bus.
func (b *Bank) String() string {
	s := b.kind.Name
	for _, c := range b.chips {
		s += fmt.Sprintf(" 0x%02x", c.addr)
	}
	return s + " on " + b.on
}

// Read reads every chip once, channel by channel: 0 for a low pin and 1 for a high one. The
// channels of a chip that failed, or that had to be set up again, read Lost, and so do pins that
// are not inputs. The error joins one *sensors.ChipError for each chip that failed; the rest of the
// reading is valid.
func (b *Bank) Read(into sensors.Counts) error {
	if len(into) < b.Channels() {
		return fmt.Errorf("%s: room for %d channels, and the chips have %d", b.kind.Name, len(into), b.Channels())
	}
	b.errs = b.errs[:0]
	for i := range b.chips {
		part := into[i*b.kind.Width : (i+1)*b.kind.Width]
		levels, err := b.one(&b.chips[i])
		if err != nil {
			b.errs = append(b.errs, &sensors.ChipError{
				Chip: b.kind.Name, Addr: b.chips[i].addr, Bus: b.on, From: i * b.kind.Width, To: (i + 1) * b.kind.Width, Err: err,
			})
		}
		for pin := range part {
			if part[pin] = sensors.Lost; levels.known && b.kind.Unfit>>pin&1 == 0 {
				part[pin] = int32(levels.bits >> pin & 1)
			}
		}
	}
	return errors.Join(b.errs...)
}

type levels struct {
	bits  uint32
	known bool
}

// one reads one chip. A chip that failed before is only set up, and read from the next time on: a
// pull-up that was just switched on has not lifted its line yet.
func (b *Bank) one(c *chip) (levels, error) {
	if !c.ready {
		err := b.part.Setup(b.bus, c.addr)
		c.ready = err == nil
		return levels{}, err
	}
	bits, err := b.part.Levels(b.bus, c.addr)
	if err == nil {
		return levels{bits, true}, nil
	}
	if c.ready = false; errors.Is(err, ErrReset) {
		c.ready = b.part.Setup(b.bus, c.addr) == nil
	}
	return levels{}, err
}
