package doctor

import (
	"fmt"
	"strings"
	"time"
)

// slow is how long a transfer may take before its failure means that the bus
// is held down: Linux gives one up after about a second.
const slow = 100 * time.Millisecond

// answer is one address at which somebody is.
type answer struct {
	addr  uint16
	kinds []string // that it can be; nil for none of ours
	owner string   // the kernel's own driver, which is left alone
}

// answers reads a byte at every address of a bus and lists who answers. held
// says that a transfer did not end by itself: the others were not tried.
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

// owner is the kernel's driver for an address, if it has one: to ask the part
// would disturb it.
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

// String says who answers: "0x21 mcp23017".
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
