package configs

import (
	"fmt"
	"strings"

	"touchmove/internal/strict"
)

// claims are chips and lines in use, with who uses them.
type claims struct {
	k    *checker
	used map[string]string
}

// claim notes that owner uses something. It refuses what another has.
func (c *claims) claim(at, what, owner string) bool {
	other, taken := c.used[what]
	if taken = taken && other != owner; taken {
		c.k.Fault(at, fmt.Sprintf("wiring: %s belongs to %s already", what, other), "each needs chips and lines of its own")
	}
	c.used[what] = owner
	return !taken
}

// board refuses a chip or a line that another board, another part of this one
// or its clock has.
func (c *claims) board(b Board, path string) {
	owner := "board " + b.ID
	if b.ID == "" {
		owner = "a board without an id"
	}
	if mixed, ok := b.Wiring.(Mixed); ok {
		for i, part := range mixed.Parts {
			c.wiring(part, path+".part"+strict.Index(i), owner+fmt.Sprintf(", part %d", i+1), owner)
		}
	} else {
		c.wiring(b.Wiring, path+".wiring", owner, owner)
	}
	for _, line := range []struct{ key, name string }{{"lever", b.Clock.Lever}, {"white", b.Clock.White}, {"black", b.Clock.Black}} {
		if line.name != "" {
			c.claim(path+".clock."+line.key, line.name, owner+"'s clock")
		}
	}
}

func (c *claims) wiring(w Wiring, path, owner, board string) {
	switch w := w.(type) {
	case MCP23017:
		c.chips(w.Bus, w.Addrs, path+".addrs", owner)
	case Expanders:
		c.chips(w.Bus, w.Addrs, path+".addrs", owner)
	case MCPMatrix:
		c.claim(path+".addr", chipOn(w.Addr, w.Bus), owner)
	case ADS1115:
		c.behind(w.Bus, w.Mux, w.Ports, w.Addrs, path, owner, board)
	case Converters:
		c.behind(w.Bus, w.Mux, w.Ports, w.Addrs, path, owner, board)
	case Multiplexed:
		c.claim(path+".addr", chipOn(w.Addr, w.Bus), owner)
		c.lines(w.Select, path+".select", owner)
	case GPIOMatrix:
		c.lines(w.Rows, path+".rows", owner)
		c.lines(w.Columns, path+".columns", owner)
	}
}

func chipOn(addr uint16, bus string) string {
	return fmt.Sprintf("chip 0x%02x on bus %s", addr, sameBus(bus))
}

// sameBus is one name for all that a bus has: "1", "I2C1" and "/dev/i2c-1" are
// the same.
func sameBus(bus string) string {
	for _, prefix := range []string{"/dev/i2c-", "i2c-", "I2C"} {
		if number, ok := strings.CutPrefix(bus, prefix); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			return number
		}
	}
	return bus
}

func (c *claims) chips(bus string, addrs []uint16, path, owner string) {
	for i, a := range addrs {
		c.claim(path+strict.Index(i), chipOn(a, bus), owner)
	}
}

func (c *claims) lines(names []string, path, owner string) {
	for i, name := range names {
		c.claim(path+strict.Index(i), name, owner)
	}
}

// behind claims chips behind a switch. The parts of one board may share a
// switch; whatever is behind it is heard together with what is on the bus itself
// and behind other switches, so that an address may not stand on two sides.
func (c *claims) behind(bus string, mux uint16, ports []int, addrs []uint16, path, owner, board string) {
	if mux == 0 {
		c.chips(bus, addrs, path+".addrs", owner)
		return
	}
	if !c.claim(path+".mux", chipOn(mux, bus), "the switch of "+board) {
		return
	}
	for i, a := range addrs {
		if !c.claim(path+".addrs"+strict.Index(i), chipOn(a, bus), fmt.Sprintf("the switch 0x%02x of %s", mux, board)) {
			return
		}
		for _, port := range ports {
			if !c.claim(path+".addrs"+strict.Index(i), fmt.Sprintf("%s behind port %d", chipOn(a, bus), port), owner) {
				return
			}
		}
	}
}
