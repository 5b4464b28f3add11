package configs

import (
	"fmt"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
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

// board refuses a chip or a line that another board, another part of this one,
// its clock or its lamps have.
func (c *claims) board(b Board, path string) {
	owner := "board " + b.ID
	if b.ID == "" {
		owner = "a board without an id"
	}
	if mixed, ok := b.Wiring.(wiring.Mixed); ok {
		for i, part := range mixed {
			c.part(part, path+".part"+strict.Index(i), owner+fmt.Sprintf(", part %d", i+1), owner)
		}
	} else if b.Wiring != nil {
		for _, part := range b.Wiring.Parts() {
			c.part(part, path+".wiring", owner, owner)
		}
	}
	for _, line := range wiring.ClockLines(b.Clock) {
		c.claim(path+".clock."+line.Key, line.Name, owner+"'s clock")
	}
	if _, simulated := b.Wiring.(Simulated); !simulated {
		c.signals(b, path, owner)
	}
}

// part claims chips and lines. The parts of one board may share a switch;
// what is behind it answers together with what is on the bus itself and
// behind other switches, so that no address may be on two sides.
func (c *claims) part(p wiring.Part, path, owner, board string) {
	for _, line := range p.Lines() {
		c.claim(path+"."+line.Key, line.Name, owner)
	}
	for _, chip := range p.Chips() {
		at, what := path+"."+chip.Key, wiring.On(chip.Bus, chip.Addr)
		if !c.k.Written(at) && c.k.Spoilt(path) {
			continue // an address that nobody wrote, in place of one that could not be read
		}
		if chip.Mux == 0 {
			c.claim(at, what, owner)
			continue
		}
		if !c.claim(path+".mux", wiring.On(chip.Bus, chip.Mux), "the switch of "+board) ||
			!c.claim(at, what, fmt.Sprintf("the switch 0x%02x of %s", chip.Mux, board)) ||
			!c.claim(at, fmt.Sprintf("%s behind port %d", what, chip.Port), owner) {
			return // reporting one of them is enough
		}
	}
}
