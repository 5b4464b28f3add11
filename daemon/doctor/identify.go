package doctor

import "slices"

// first and last are the addresses that parts can have (UM10204, 3.1.12).
const first, last = 0x08, 0x77

// others are parts that are often on the same bus, by address.
var others = map[uint16]string{
	0x3c: "a display, often", 0x3d: "a display, often", 0x50: "a memory, often", 0x51: "a memory, often", 0x57: "a memory, often",
	0x68: "a real-time clock, often", 0x6f: "a real-time clock, often", 0x76: "an air pressure sensor, often",
}

// identify says what a part that answers at an address can be, by the words
// that a configuration uses; nil when it is none of ours. It writes nothing
// where a part of ours would take it for levels of its pins: port expanders are
// told by what repeats in one long read, as their registers come around.
func identify(b Bus, addr uint16) []string {
	switch {
	case addr >= 0x20 && addr <= 0x27:
		return expander(b, addr)
	case addr >= 0x38 && addr <= 0x3f: // a PCF8574A; of displays there, the reading changes
		if slices.Contains(expander(b, addr), "pcf8574") {
			return []string{"pcf8574"}
		}
	case addr >= 0x48 && addr <= 0x4b:
		return converter(b, addr)
	case addr >= 0x10 && addr <= 0x17:
		// An ADS7138's status register, read by its own command (SBAS976, 8.5.1.1):
		// two bytes that no other part takes for a setting.
		r := make([]byte, 1)
		if b.Tx(addr, []byte{0x10, 0x00}, r) == nil && r[0]&0x80 != 0 {
			return []string{"ads7138"}
		}
	case addr >= 0x70 && addr <= 0x77:
		// A TCA9548A has one register, which it repeats (SCPS207, 8.5.3).
		r := make([]byte, 8)
		if b.Tx(addr, nil, r) == nil && repeats(r, 1) {
			return []string{"tca9548a"}
		}
	}
	return nil
}

// expander tells port expanders apart: an MCP23017 counts through its 22
// registers, an MCP23008 through its 11; a PCF8575 and a TCA9555 give their two
// ports in turn, a PCF8574 its one.
func expander(b Bus, addr uint16) []string {
	const registers, tries = 22, 3
	r := make([]byte, 2*registers)
	for range tries { // a piece that moves meanwhile breaks the pattern
		if b.Tx(addr, nil, r) != nil {
			return nil
		}
		switch {
		case repeats(r, 1):
			return []string{"pcf8574", "pcf8575", "tca9555"}
		case repeats(r, 2):
			return []string{"pcf8575", "tca9555"}
		case repeats(r, 11):
			return []string{"mcp23008"}
		case repeats(r, registers):
			return []string{"mcp23017"}
		}
	}
	return nil
}

// converter tells an ADS1115 from an ADS7828. To the first the byte is the
// address of a register, to the second a command that converts an input
// (SBAS444, 9.6; SBAS181, figure 11); neither changes anything. An ADS7828 has
// twelve bits, so that the first four it sends are 0.
func converter(b Bus, addr uint16) []string {
	r := make([]byte, 2)
	for _, register := range []byte{0x01, 0x02, 0x03} {
		if b.Tx(addr, []byte{register}, r) != nil {
			return nil
		}
		if r[0]&0xf0 != 0 {
			return []string{"ads1115"}
		}
	}
	return []string{"ads7828"}
}

// repeats reports whether bytes come again every n.
func repeats(b []byte, n int) bool { return slices.Equal(b[n:], b[:len(b)-n]) }
