package doctor

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/sensors/wiring"
)

// Survey is what a computer has that a board could be wired to, whatever any
// configuration says.
type Survey struct {
	Computer  string // its model; "" where it does not say
	Raspberry bool
	Daemon    int // process number of a running daemon, 0 for none
	Buses     []SurveyedBus
	Lines     []string // names of GPIO lines that nobody uses, as "GPIO17"
	// Skipped are buses that were not looked at, since they belong to something else on
	// most computers, as a monitor: "20 (bcm2835 (i2c@7ef04500))".
	Skipped []string
}

// SurveyedBus is an I2C bus and who answers on it.
type SurveyedBus struct {
	Number  int
	Name    string // the driver's
	Problem string // why nobody could be asked, in words; "" when all could
	Parts   []Part // by address; those behind a switch follow, by port
}

// Part is somebody who answers at an address.
type Part struct {
	Addr  uint16
	Mux   uint16   // of the switch in front of it, 0 for none
	Port  int      // of that switch
	Kinds []string // that it can be, as a configuration has them; nil for none of ours
	Owner string   // the kernel's own driver, which is left alone
}

// String says who answers: "0x21 mcp23017".
func (p Part) String() string { return answer{p.Addr, p.Kinds, p.Owner}.String() }

// boardBuses are those of a Raspberry Pi's header: the first, and those that an overlay gives. Bus 2 is the
// screen's on others than a 5.
func (e *examination) boardBuses() []int {
	if e.isPi5() {
		return []int{1, 2, 3}
	}
	return []int{1, 3, 4, 5, 6}
}

// bridges begin the names that Linux gives to USB bridges, whose bus is free for a board.
var bridges = []string{"CP2112", "MCP2221", "i2c-tiny-usb", "i2c-diolan-u2c"}

// Look asks who answers: on the buses that are given, or else on those of a Raspberry
// Pi's header and of USB bridges. Like Examine it changes nothing: a switch is set back as it
// was, and while a daemon runs nobody looks behind it.
func Look(s System, buses []int) Survey {
	e := &examination{System: s, Request: Request{Buses: buses}}
	e.recognise()
	found := Survey{Computer: e.model, Raspberry: e.pi, Daemon: e.daemon}
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

// survey asks who answers on one bus.
func (e *examination) survey(a adapter) SurveyedBus {
	found := SurveyedBus{Number: a.number, Name: a.name}
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
		if e.daemon == 0 && slices.Contains(one.kinds, wiring.SwitchDriver) {
			found.Parts = append(found.Parts, e.surveyPorts(b, one.addr, list)...)
		}
	}
	return found
}

// surveyPorts asks who answers behind each port of a switch and on the bus itself not.
func (e *examination) surveyPorts(b Bus, mux uint16, before []answer) (parts []Part) {
	as := make([]byte, 1)
	if b.Tx(mux, nil, as) != nil {
		return nil
	}
	defer b.Tx(mux, as, nil) // whoever cannot be set back has answered now and then only
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
				break // this port is held down
			}
		}
	}
	return parts
}

// freeLines are the named GPIO lines that nobody uses.
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
