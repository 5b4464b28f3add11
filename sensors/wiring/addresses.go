package wiring

import (
	"slices"
	"strings"
)

// Addresses are those that a kind of chip can have on an I2C bus.
type Addresses struct {
	Ranges []Range
	Pins   string // which set the address: "A2 A1 A0"
	Help   string // the range in words, for an error about another address
	// Levels is what a single address pin is wired to, address by address; nil where
	// each pin is a bit of the address, 1 to the supply and 0 to ground.
	Levels []string
}

// Range is addresses from First to Last.
type Range struct {
	First, Last uint16
	Part        string   // whose addresses they are, where it is not the row's Part
	Package     *Package // of that part, where its pins are others
	Bare        bool     // that part has no pull-ups, other than the row's
}

// Strap is what an address pin is wired to.
type Strap struct {
	Pin string
	To  string // "3V3", "GND", "SDA", "11 kΩ to GND"; "" where it stays free
}

// Straps says what the address pins of a chip at an address are wired to, in the
// order of Pins.
func (a Addresses) Straps(addr uint16) (all []Strap) {
	pins := strings.Fields(a.Pins)
	if a.Levels != nil {
		n := int(addr) - int(a.Ranges[0].First)
		if n < 0 || n >= len(a.Levels) {
			return nil
		}
		return []Strap{{pins[0], a.Levels[n]}}
	}
	for i, pin := range pins {
		to := supply
		if addr>>(len(pins)-1-i)&1 == 0 {
			to = ground
		}
		all = append(all, Strap{pin, to})
	}
	return all
}

// within returns the range that an address is in.
func (a Addresses) within(addr uint16) Range {
	for _, r := range a.Ranges {
		if addr >= r.First && addr <= r.Last {
			return r
		}
	}
	return Range{}
}

// Allow reports whether an address is among them.
func (a Addresses) Allow(addr int64) bool {
	return slices.ContainsFunc(a.Ranges, func(r Range) bool { return addr >= int64(r.First) && addr <= int64(r.Last) })
}

// Room is how many chips there can be on one bus.
func (a Addresses) Room() (n int) {
	for _, r := range a.Ranges {
		n += int(r.Last-r.First) + 1
	}
	return n
}
