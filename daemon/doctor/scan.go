package doctor

import (
	"fmt"
	"strings"
	"time"
)

// slow separates a failed transfer from a bus that is held down: Linux gives up on the
// latter after about a second.
const slow = 100 * time.Millisecond

// answer is an address at which a part answers.
type answer struct {
	addr  uint16
	kinds []string // what it can be; nil if it is none that touchmove knows
	owner string   // the kernel's own driver for it; the part is then left alone
}

// answers reads a byte at every address of a bus and lists the parts that answer. held
// means that a transfer did not end by itself; the remaining addresses were not tried.
func (e *examination) answers(b Bus, number int) (list []answer, held bool) {
	for addr := uint16(first); addr <= last; addr++ {
		if owner := e.owner(number, addr); owner != "" {
			list = append(list, answer{addr: addr, owner: owner})
			continue
		}
		began := e.Since()
		if err := b.Tx(addr, nil, make([]byte, 1)); err != nil {
			if e.Since()-began >= slow {
				return list, true
			}
			continue
		}
		list = append(list, answer{addr: addr, kinds: identify(b, addr)})
	}
	return list, false
}

// owner returns the kernel's driver for an address, if there is one. Access to the part
// would disturb the driver.
func (e *examination) owner(number int, addr uint16) string {
	dir := fmt.Sprintf("sys/bus/i2c/devices/%d-%04x", number, addr)
	if !e.exists(dir + "/driver") {
		return ""
	}
	if name := e.line(dir + "/name"); name != "" {
		return name
	}
	return "a driver"
}

// String returns address and kinds, such as "0x21 mcp23017".
func (a answer) String() string {
	s := fmt.Sprintf("0x%02x", a.addr)
	switch {
	case a.owner != "":
		return s + " " + a.owner + " (the kernel's)"
	case len(a.kinds) > 0:
		return s + " " + strings.Join(a.kinds, " or ")
	case others[a.addr] != "":
		return s + " unknown (" + others[a.addr] + ")"
	}
	return s + " unknown"
}
