package wiring

import (
	"fmt"
	"strings"
)

// Package is a chip's pins in the package in which it is usually soldered by hand, or
// on a carrier.
type Package struct {
	Name string // "TSSOP-24"
	// Numbered is how many pins it has, where Pins are in the order of their numbers; 0
	// where they are only named.
	Numbered int
	Pins     []string // as the datasheet names them, pin 1 first
}

// supply and ground are nets that every chip is on.
const supply, ground = "3V3", "GND"

// dual lists pins that are written with ranges: "A0 GP0-GP7 VDD".
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

// fixed is what a pin is wired to on every board, by its name; ok is false for an input,
// an address pin, and one of the bus.
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
