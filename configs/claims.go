package configs

import (
	"fmt"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// claims records which chips and lines are in use, and by what.
type claims struct {
	k    *checker
	used map[string]string
}

// claim records that owner uses a chip or a line. If another owner has it already, claim
// reports a fault and returns false.
func (c *claims) claim(at, what, owner string) bool {
	other, taken := c.used[what]
	if taken = taken && other != owner; taken {
		c.k.Fault(at, fmt.Sprintf("wiring: %s belongs to %s already", what, other), "each needs chips and lines of its own")
	}
	c.used[what] = owner
	return !taken
}

// board claims the chips and lines of a board. A fault is reported for each that is already
// used by another board, another part of this one, its clock or its lamps.
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

// part claims chips and lines of a part. The parts of one board may share a switch. The
// chips behind a switch answer together with those on the bus itself and behind other
// switches, so an address must not be used on two sides.
func (c *claims) part(p wiring.Part, path, owner, board string) {
	for _, line := range p.Lines() {
		c.claim(path+"."+line.Key, line.Name, owner)
	}
	for _, chip := range p.Chips() {
		at, what := path+"."+chip.Key, wiring.On(chip.Bus, chip.Addr)
		if !c.k.Written(at) && c.k.Spoilt(path) {
			continue // an address that is not in the file: it stands for one that could not be read
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
