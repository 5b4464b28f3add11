package wiring

import (
	"slices"
	"strings"
)

// Addresses are the I2C addresses that a kind of chip can have.
type Addresses struct {
	Ranges []Range
	Pins   string // the pins that set the address: "A2 A1 A0"
	Help   string // the range in words, for an error about another address
	// Levels says, address by address, what a single address pin is wired to. If it
	// is nil, each pin is a bit of the address: 1 is the supply, 0 is ground.
	Levels []string
}

// Range is the addresses from First to Last.
type Range struct {
	First, Last uint16
	Part        string   // the part with these addresses, if it is not the row's Part
	Package     *Package // of that part, if its pins differ
	Bare        bool     // that part has no pull-ups, unlike the row's
}

// Strap is what an address pin is wired to.
type Strap struct {
	Pin string
	To  string // "3V3", "GND", "SDA", "11 kΩ to GND"; "" if it stays unconnected
}

// Straps returns what the address pins of a chip at an address are wired to, in the
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

// within returns the range that contains an address.
func (a Addresses) within(addr uint16) Range {
	for _, r := range a.Ranges {
		if addr >= r.First && addr <= r.Last {
			return r
		}
	}
	return Range{}
}

// Allow reports whether a chip can have this address.
func (a Addresses) Allow(addr int64) bool {
	return slices.ContainsFunc(a.Ranges, func(r Range) bool { return addr >= int64(r.First) && addr <= int64(r.Last) })
}

// Room returns how many chips there can be on one bus.
func (a Addresses) Room() (n int) {
	for _, r := range a.Ranges {
		n += int(r.Last-r.First) + 1
	}
	return n
}
