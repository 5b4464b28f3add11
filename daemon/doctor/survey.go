package doctor

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/sensors/wiring"
)

// Survey lists what a computer has for wiring a board, independent of any configuration.
type Survey struct {
	Computer  string // its model; "" if unknown
	Raspberry bool
	Buses     []SurveyedBus
	Lines     []string // names of unused GPIO lines, such as "GPIO17"
	// Skipped are buses that were not examined, as on most computers they belong to something
	// else, such as a monitor: "20 (bcm2835 (i2c@7ef04500))".
	Skipped []string
}

// SurveyedBus is an I2C bus and the parts that answer on it.
type SurveyedBus struct {
	Number  int
	Problem string // why the bus could not be examined, in words; "" if it could
	Hz      int    // its clock rate; 0 if it is not known
	Parts   []Part // by address, then those behind a switch, by port
	// Unseen are the addresses of switches that were not looked behind, because a running daemon
	// uses this bus.
	Unseen []uint16
}

// Part is a part that answers at an address.
type Part struct {
	Addr  uint16
	Mux   uint16   // address of the switch in front of it, or 0
	Port  int      // of that switch
	Kinds []string // what it can be, in the words of a configuration; nil if it is none that touchmove knows
	Owner string   // the kernel's own driver for it; the part is then left alone
}

// String returns address and kinds, such as "0x21 mcp23017".
func (p Part) String() string { return answer{p.Addr, p.Kinds, p.Owner}.String() }

// boardBuses returns the buses of a Raspberry Pi's header: the first, and those that an overlay
// turns on. Bus 2 belongs to the display on models other than the 5.
func (e *examination) boardBuses() []int {
	if e.isPi5() {
		return []int{1, 2, 3}
	}
	return []int{1, 3, 4, 5, 6}
}

// bridges are the beginnings of Linux's names of USB bridges, whose bus is free for a board.
var bridges = []string{"CP2112", "MCP2221", "i2c-tiny-usb", "i2c-diolan-u2c"}

// Look lists the parts that answer: on the given buses, or else on those of a Raspberry Pi's
// header and of USB bridges. Like Examine it changes nothing. It sets a switch back as it was,
// and does not look behind it while a daemon uses its bus.
func Look(s System, buses []int) Survey {
	e := &examination{System: s, Request: Request{Buses: buses}}
	e.recognise()
	e.boot = e.findBoot()
	found := Survey{Computer: e.model, Raspberry: e.pi}
	for _, a := range e.adapters() {
		if !a.device {
			continue
		}
		if !e.offers(a) {
			found.Skipped = append(found.Skipped, strings.TrimSpace(fmt.Sprintf("%d %s", a.number, parenthesised(a.name))))
			continue
		}
		found.Buses = append(found.Buses, e.survey(a))
	}
	found.Lines = e.freeLines()
	return found
}

// offers reports whether a board is likely to be on a bus.
func (e *examination) offers(a adapter) bool {
	if len(e.Buses) > 0 {
		return slices.Contains(e.Buses, a.number)
	}
	return e.pi && slices.Contains(e.boardBuses(), a.number) ||
		slices.ContainsFunc(bridges, func(name string) bool { return strings.HasPrefix(a.name, name) })
}

// survey lists the parts that answer on one bus.
func (e *examination) survey(a adapter) SurveyedBus {
	found := SurveyedBus{Number: a.number}
	found.Hz, _ = e.rate(a.number)
	b, err := e.Bus(a.number)
	if err != nil {
		found.Problem = fmt.Sprintf("it cannot be opened: %v", err)
		return found
	}
	defer b.Close()
	list, held := e.answers(b, a.number)
	if held {
		found.Problem = "it is held down: a transfer does not end; look for a chip without supply and for a short of SDA or SCL"
		return found
	}
	for _, one := range list {
		found.Parts = append(found.Parts, Part{Addr: one.addr, Kinds: one.kinds, Owner: one.owner})
	}
	for _, one := range list {
		switch {
		case !slices.Contains(one.kinds, wiring.SwitchDriver):
		case e.busy.uses(a.number):
			found.Unseen = append(found.Unseen, one.addr)
		default:
			found.Parts = append(found.Parts, e.surveyPorts(b, one.addr, list)...)
		}
	}
	return found
}

// surveyPorts lists the parts that answer behind a port of a switch but not on the bus itself.
func (e *examination) surveyPorts(b Bus, mux uint16, before []answer) (parts []Part) {
	as := make([]byte, 1)
	if b.Tx(mux, nil, as) != nil {
		return nil
	}
	defer b.Tx(mux, as, nil) // if it cannot be set back, it was unreliable anyway
	for port := range 8 {
		if b.Tx(mux, []byte{1 << port}, nil) != nil {
			return parts
		}
		for addr := uint16(first); addr <= last; addr++ {
			if slices.ContainsFunc(before, func(a answer) bool { return a.addr == addr }) {
				continue
			}
			began := e.Since()
			if err := b.Tx(addr, nil, make([]byte, 1)); err == nil {
				parts = append(parts, Part{Addr: addr, Mux: mux, Port: port, Kinds: identify(b, addr)})
			} else if e.Since()-began >= slow {
				break // the bus behind this port is held down
			}
		}
	}
	return parts
}

// freeLines returns the named GPIO lines that are unused.
func (e *examination) freeLines() (names []string) {
	for _, path := range e.devices("gpio") {
		chip, err := e.Chip("/" + path)
		if err != nil {
			continue
		}
		for _, l := range chip.Lines {
			if strings.HasPrefix(l.Name, "GPIO") && !l.Used && !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	return names
}
