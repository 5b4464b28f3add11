package wiring

import (
	"slices"
)

// Identify returns which chips of the tables the part at an address may be, as words
// of a configuration; nil if it is none of them. tx sends bytes to an address and
// reads the answer. Nothing is written that one of our parts would take for the
// levels of its pins: port expanders are recognised by the period with which their
// registers repeat in one long read.
func Identify(tx func(addr uint16, w, r []byte) error, addr uint16) (words []string) {
	ask := func(w, r []byte) error { return tx(addr, w, r) }
	if SwitchAddrs().Allow(int64(addr)) && isSwitch(ask) {
		words = append(words, SwitchDriver)
	}
	if words = append(words, identifyExpander(ask, addr)...); len(words) > 0 {
		return words
	}
	for i := range converterTable {
		if c := &converterTable[i]; c.Addrs.Allow(int64(addr)) && c.answers(ask) {
			return []string{c.Driver}
		}
	}
	return nil
}

// isSwitch asks whether this is a TCA9548A, which has one register and repeats it
// (SCPS207, 8.5.3).
func isSwitch(tx transact) bool {
	r := make([]byte, 8)
	return tx(nil, r) == nil && repeats(r, 1)
}

// identifyExpander distinguishes port expanders. One that counts through registers
// repeats them after as many as it has. One that returns its ports in turn repeats
// after their number, or earlier if they read alike.
func identifyExpander(tx transact, addr uint16) (words []string) {
	var known []*Expander
	var after []int
	for i := range expanders {
		if e := &expanders[i]; e.Addrs.Allow(int64(addr)) {
			known, after = append(known, e), append(after, e.Repeats)
		}
	}
	if len(known) == 0 {
		return nil
	}
	slices.Sort(after)
	after = slices.Compact(after)
	const longest, tries = 22, 3 // longest: the registers of an MCP23017
	r := make([]byte, 2*longest)
	for range tries { // a piece that moves meanwhile breaks the pattern
		if tx(nil, r) != nil {
			return nil
		}
		for _, n := range after {
			if n > len(r)/2 || !repeats(r, n) {
				continue
			}
			for _, e := range known {
				if e.Repeats == n || e.Ports && e.Repeats%n == 0 {
					words = append(words, e.Driver)
				}
			}
			return words
		}
	}
	return nil
}

// repeats reports whether the bytes repeat with period n.
func repeats(b []byte, n int) bool { return slices.Equal(b[n:], b[:len(b)-n]) }
