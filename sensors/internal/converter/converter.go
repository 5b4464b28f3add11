// Package converter holds what the drivers of analogue-to-digital converters have
// in common if no conversion has to be waited for: a row of equal chips, some of
// which may stop answering and come back. The drivers know the registers; this
// package knows what a silent chip means.
package converter

import (
	"errors"
	"fmt"
	"slices"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/internal/expander"
)

// Chip says where a converter is: on a bus, or behind a port of a switch.
type Chip struct {
	Bus  i2c.Bus
	Addr uint16
}

// Part is one kind of chip, described by its datasheet.
type Part interface {
	// Setup makes the chip convert the wanted inputs, whatever state it is in. It
	// is called before the first reading and after every failure.
	Setup(bus i2c.Bus, addr uint16) error
	// Convert reads one value for each of these inputs. If the error wraps
	// expander.ErrReset, the chip answers but has lost its set-up.
	Convert(bus i2c.Bus, addr uint16, into sensors.Counts) error
}

// Kind is what all chips of a bank have in common.
type Kind struct {
	Name    string            // of the driver, for messages
	Width   int               // channels per chip
	Allowed func(uint16) bool // reports whether a chip can have this address
	Write   string            // what to write instead of another address, as "write 0x48 to 0x4b"
}

// Bank is a row of equal chips. It is for one goroutine at a time.
type Bank struct {
	kind  Kind
	part  Part
	chips []chip
	errs  []error
}

type chip struct {
	Chip
	on    string // the name of its bus
	ready bool
}

// New checks the addresses: each must be allowed, and unique on its bus. It sends
// nothing; Read reports a chip that is missing.
func New(kind Kind, part Part, chips []Chip) (*Bank, error) {
	if len(chips) == 0 {
		return nil, fmt.Errorf("%s: no chip given: name the chips of the board", kind.Name)
	}
	b := &Bank{kind: kind, part: part, errs: make([]error, 0, len(chips))}
	for i, c := range chips {
		if !kind.Allowed(c.Addr) {
			return nil, fmt.Errorf("%s: 0x%02x is not an address this chip can have: %s", kind.Name, c.Addr, kind.Write)
		}
		for j, before := range chips[:i] {
			if before.Addr == c.Addr && before.Bus.String() == c.Bus.String() {
				return nil, fmt.Errorf("%s: chips %d and %d are both at 0x%02x on %s: every chip on a bus has its own address", kind.Name, j, i, c.Addr, c.Bus)
			}
		}
		b.chips = append(b.chips, chip{Chip: c, on: c.Bus.String()})
	}
	return b, nil
}

// Inputs returns the inputs of a chip that are read: those listed, or all count of
// them if the list is empty. The error names an input that the chip does not have
// or that is listed twice.
func Inputs(name string, listed []int, count int) ([]int, error) {
	if len(listed) == 0 {
		for i := range count {
			listed = append(listed, i)
		}
		return listed, nil
	}
	for i, input := range listed {
		if input < 0 || input >= count {
			return nil, fmt.Errorf("%s: there is no input %d, only 0 to %d", name, input, count-1)
		}
		if slices.Contains(listed[:i], input) {
			return nil, fmt.Errorf("%s: input %d is listed twice", name, input)
		}
	}
	return slices.Clone(listed), nil
}

// Channels returns the number of inputs read on all chips together.
func (b *Bank) Channels() int { return len(b.chips) * b.kind.Width }

// String returns the part's name and the number of chips; for a single chip, its
// address and bus.
func (b *Bank) String() string {
	if len(b.chips) == 1 {
		return fmt.Sprintf("%s 0x%02x on %s", b.kind.Name, b.chips[0].Addr, b.chips[0].on)
	}
	return fmt.Sprintf("%s, %d chips", b.kind.Name, len(b.chips))
}

// Read converts every input once. If a chip fails, its channels read sensors.Lost,
// and the error joins a *sensors.ChipError for each such chip; the other channels
// are valid. A chip that failed is set up at the next Read. Without errors Read
// allocates nothing.
func (b *Bank) Read(into sensors.Counts) error {
	if len(into) < b.Channels() {
		return fmt.Errorf("%s: room for %d channels, and the chips have %d", b.kind.Name, len(into), b.Channels())
	}
	b.errs = b.errs[:0]
	for i := range b.chips {
		part := into[i*b.kind.Width : (i+1)*b.kind.Width]
		if err := b.one(&b.chips[i], part); err != nil {
			for k := range part {
				part[k] = sensors.Lost
			}
			b.errs = append(b.errs, &sensors.ChipError{
				Chip: b.kind.Name, Addr: b.chips[i].Addr, Bus: b.chips[i].on, From: i * b.kind.Width, To: (i + 1) * b.kind.Width, Err: err,
			})
		}
	}
	return errors.Join(b.errs...)
}

func (b *Bank) one(c *chip, into sensors.Counts) error {
	if !c.ready {
		if err := b.part.Setup(c.Bus, c.Addr); err != nil {
			return err
		}
		c.ready = true
	}
	err := b.part.Convert(c.Bus, c.Addr, into)
	if err != nil {
		c.ready = errors.Is(err, expander.ErrReset) && b.part.Setup(c.Bus, c.Addr) == nil
	}
	return err
}
