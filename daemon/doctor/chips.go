package doctor

import (
	"fmt"
	"slices"
	"strings"
	"touchmove/sensors/wiring"
)

// chips looks for the chips that answer on the buses, and compares them with the
// configuration.
func (e *examination) chips(r *report) {
	looked := false
	for _, a := range e.adapters() {
		wanted := slices.Contains(e.needed(), a.number)
		switch {
		case !a.device:
			continue
		case !wanted && !slices.Contains(e.Buses, a.number):
			if e.Config == nil || !e.wanted.named {
				r.note(fmt.Sprintf("bus %d %s is not examined: use `--bus %d` to do so", a.number, parenthesised(a.name), a.number))
			}
			continue
		}
		looked = true
		e.bus(r, a.number)
	}
	for _, n := range e.needed() {
		if !e.exists(fmt.Sprintf("dev/i2c-%d", n)) {
			looked = true
			r.add(Finding{Level: Fault, What: fmt.Sprintf("no chip on bus %d can be reached: there is no such bus", n), Remedy: "fix that first: see `touchmove doctor --only i2c`", Squares: e.squaresOn(n)})
		}
	}
	if !looked {
		r.note("no bus to look for chips on")
	}
	e.advice(r)
}

// advice reports which parts of the configured wiring datasheets advise against.
func (e *examination) advice(r *report) {
	if e.Config == nil {
		return
	}
	for _, b := range e.Config.Boards {
		for _, a := range wiring.Advise(b.Wiring) {
			r.add(Finding{Level: Warning, What: fmt.Sprintf("board %s: %s", b.ID, a.What), Remedy: a.Remedy, Squares: squareNames(a.Squares)})
		}
	}
}

// squaresOn returns the squares that are read over a bus.
func (e *examination) squaresOn(bus int) []string {
	var names []string
	for _, p := range e.wanted.chips {
		if p.bus == bus && p.kind != wiring.SwitchDriver {
			names = append(names, squareNames(p.squares)...)
		}
	}
	return names
}

// bus checks one bus.
func (e *examination) bus(r *report, n int) {
	b, err := e.Bus(n)
	if err != nil {
		r.add(Finding{Level: Fault, What: fmt.Sprintf("bus %d cannot be opened: %v", n, err), Remedy: "see `touchmove doctor --only permissions`", Squares: e.squaresOn(n)})
		return
	}
	defer b.Close()
	found, held := e.answers(b, n)
	if held {
		r.add(Finding{
			Level: Fault, What: fmt.Sprintf("bus %d is held down: a transfer on it never ends", n),
			Remedy:  "unplug its chips one by one until it is free; switch their supply off and on; look for a short of SDA or SCL to ground, and for missing pull-up resistors",
			Squares: e.squaresOn(n),
		})
		return
	}
	var words []string
	for _, a := range found {
		words = append(words, a.String())
	}
	if len(words) > 0 {
		r.ok(fmt.Sprintf("answering on bus %d: %s", n, strings.Join(words, ", ")))
	}
	e.compare(r, b, n, found)
}

// compare looks for every chip of the configuration among those that answer.
func (e *examination) compare(r *report, b Bus, n int, found []answer) {
	var named []uint16
	var gone []place
	for _, p := range e.wanted.chips {
		if p.bus != n || p.mux != 0 {
			continue
		}
		named = append(named, p.addr)
		i := slices.IndexFunc(found, func(a answer) bool { return a.addr == p.addr })
		if i < 0 {
			gone = append(gone, p)
		} else if !p.lamps { // a chip for lamps has no registers to recognise it by
			e.other(r, p, found[i])
		}
	}
	switch {
	case len(gone) > 1 && len(gone) == len(named):
		r.add(Finding{
			Level: Fault, What: fmt.Sprintf("none of the %d chips that the configuration names on bus %d answers", len(gone), n), Squares: e.squaresOn(n),
			Remedy: "look at what they share: supply, ground, SDA and SCL, which may be swapped; and whether this is the right bus",
		})
	case len(gone) > 0:
		for _, p := range gone {
			e.silent(r, p, "")
		}
	case len(found) == 0:
		r.warn(fmt.Sprintf("no answer on bus %d", n), "look at supply, ground, SDA and SCL of the board")
	}
	if len(named) > 0 {
		for _, a := range found {
			if len(a.kinds) > 0 && !slices.Contains(named, a.addr) {
				r.warn(fmt.Sprintf("bus %d: 0x%02x answers as %s, and the configuration does not name it", n, a.addr, strings.Join(a.kinds, " or ")),
					"add it to addrs, or correct the address that is missing")
			}
		}
	}
	e.behind(r, b, n, found)
}

// silent reports a chip that does not answer.
func (e *examination) silent(r *report, p place, where string) {
	remedy := "check its plug and its supply, and what its address pins are wired to"
	if p.kind == wiring.SwitchDriver {
		remedy = "check its supply and its address pins, and that RESET is not held low: without it no chip behind it can be read"
	}
	r.add(Finding{
		Level: Fault, What: fmt.Sprintf("board %s: %s 0x%02x on bus %d%s does not answer", p.board, p.kind, p.addr, p.bus, where),
		Remedy: remedy, Squares: squareNames(p.squares),
	})
}

// other reports a chip that is not the configured one.
func (e *examination) other(r *report, p place, a answer) {
	what := fmt.Sprintf("board %s: 0x%02x on bus %d", p.board, p.addr, p.bus)
	switch {
	case a.owner != "":
		r.add(Finding{
			Level: Fault, What: fmt.Sprintf("%s belongs to the kernel's driver %s", what, a.owner),
			Remedy: "remove its dtoverlay from config.txt and restart", Type: []string{reboot}, Squares: squareNames(p.squares),
		})
	case len(a.kinds) == 0:
		r.add(Finding{
			Level: Warning, What: fmt.Sprintf("%s answers, and not as a %s does", what, p.kind),
			Remedy: "check that no other part has the same address", Squares: squareNames(p.squares),
		})
	case !slices.Contains(a.kinds, p.kind):
		r.add(Finding{
			Level: Fault, What: fmt.Sprintf("%s answers as %s, and the configuration says %s", what, strings.Join(a.kinds, " or "), p.kind),
			Remedy: "correct driver or addrs in the configuration", Squares: squareNames(p.squares),
		})
	}
}
