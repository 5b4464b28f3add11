package doctor

import "touchmove/sensors/wiring"

// first and last bound the addresses that parts can have (UM10204, 3.1.12).
const first, last = 0x08, 0x77

// others lists parts that are often on the same bus, by address.
var others = map[uint16]string{
	0x3c: "a display, often", 0x3d: "a display, often", 0x50: "a memory, often", 0x51: "a memory, often", 0x57: "a memory, often",
	0x68: "a real-time clock, often", 0x6f: "a real-time clock, often", 0x76: "an air pressure sensor, often",
}

// identify returns what a part that answers at an address can be, in the words of a
// configuration; nil if it is none that touchmove knows.
func identify(b Bus, addr uint16) []string { return wiring.Identify(b.Tx, addr) }
