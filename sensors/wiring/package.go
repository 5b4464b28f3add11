package wiring

import (
	"fmt"
	"strings"
)

// Package lists a chip's pins, in the package that is usually soldered by hand or on a
// carrier.
type Package struct {
	Name string // "TSSOP-24"
	// Numbered is the number of pins, if Pins are in the order of their numbers; 0 if
	// they have names only.
	Numbered int
	Pins     []string // names from the datasheet, pin 1 first
}

// supply and ground are the nets that every chip is connected to.
const supply, ground = "3V3", "GND"

// dual returns the pins in a list with ranges: "A0 GP0-GP7 VDD".
func dual(list string) (pins []string) {
	for _, word := range strings.Fields(list) {
		first, last, isRange := strings.Cut(word, "-")
		if !isRange {
			pins = append(pins, word)
			continue
		}
		name := first[:len(first)-1]
		for n := first[len(first)-1]; n <= last[len(last)-1]; n++ {
			pins = append(pins, fmt.Sprintf("%s%c", name, n))
		}
	}
	return pins
}

// fixed returns what a pin is wired to on every board, from its name. ok is false for
// inputs, address pins and pins of the bus.
func fixed(pin string) (role Role, to string, ok bool) {
	switch pin {
	case "VDD", "VCC", "VCCI", "VCCP", "AVDD", "DVDD", "REF":
		return Power, supply, true
	case "VSS", "GND", "COM":
		return Ground, ground, true
	case "RESET":
		return Jumper, supply, true
	case "E":
		return Jumper, ground, true
	case "DECAP":
		return Signal, "1 µF to GND", true
	}
	return Free, "free", false
}
