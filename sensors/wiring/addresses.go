package wiring

import (
	"slices"
)

// Addresses are those that a kind of chip can have on an I2C bus.
type Addresses struct {
	Ranges []Range
	Pins   string // which set the address: "A2 A1 A0"
	Help   string // the range in words, for an error about another address
}

// Range is addresses from First to Last.
type Range struct{ First, Last uint16 }

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
