package configs

import (
	"fmt"
	"strconv"
	"time"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// expanders checks the addresses of a row of chips, and which square each of
// their inputs serves.
func (k *checker) expanders(raw *wiringTable, path string, kind *wiring.Expander) wiring.Wiring {
	addrs := kind.Usual[0]
	if raw.Addrs != nil {
		addrs = k.addresses(raw.Addrs, path+".addrs", kind.Part, kind.Addrs, kind.AddrsHelp)
	}
	if len(addrs)*kind.Inputs < 64 && !k.partial {
		k.Fault(k.FirstWritten(path+".addrs", path+".driver"), fmt.Sprintf("addrs: %d chips have %d inputs, a board has 64 squares", len(addrs), kind.Inputs*len(addrs)), enough(kind))
	}
	k.some(len(addrs), path+".addrs", "addrs: no chip is named", "list the addresses of this part's chips")
	squares := k.squares(raw, path, kind.Inputs*len(addrs), func(channel int) string {
		return fmt.Sprintf("chip 0x%02x %s", addrs[channel/kind.Inputs], kind.Pin(channel%kind.Inputs))
	})
	return wiring.Expanders{Chip: kind.Driver, Bus: k.bus(raw, path), Addrs: addrs, ActiveHigh: k.active(raw, path), Squares: squares}
}

// enough says how many chips of a kind a board needs.
func enough(kind *wiring.Expander) string {
	if kind.Fewest() > kind.Room() {
		return fmt.Sprintf("a bus has room for %s of these: write each bus's chips as a [[board.part]]", numeral(kind.Room()))
	}
	return "list " + numeral(kind.Fewest()) + " addresses or more"
}

// numeral is a small number as a word.
func numeral(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// some refuses an empty list of a part, which may be shorter than that of a
// board.
func (k *checker) some(n int, path, what, remedy string) {
	if n == 0 && k.partial {
		k.Fault(path, what, remedy)
	}
}

// addresses checks a list of addresses: each among the ranges, each once.
func (k *checker) addresses(list []int64, path, part string, ranges []wiring.Range, says string) []uint16 {
	var addrs []uint16
	seen := map[int64]bool{}
	for i, a := range list {
		k.address(a, path+strict.Index(i), "addrs", part, ranges, says)
		if seen[a] {
			k.Fault(path+strict.Index(i), fmt.Sprintf("addrs: 0x%02x is there twice", a), "give each chip an address of its own by A2 A1 A0")
		}
		seen[a] = true
		addrs = append(addrs, uint16(a))
	}
	return addrs
}

func (k *checker) address(a int64, path, key, part string, ranges []wiring.Range, says string) {
	if !wiring.Allow(ranges, a) {
		k.Fault(path, fmt.Sprintf("%s: 0x%02x is not an address of %s %s", key, a, wiring.Article(part), part), says)
	}
}

func (k *checker) bus(raw *wiringTable, path string) string {
	if raw.Bus == nil {
		return defaultBus
	}
	if *raw.Bus == "" {
		k.Fault(path+".bus", "bus: no name", `write bus = "1", or the name under /dev`)
	}
	return *raw.Bus
}

func (k *checker) settle(raw *wiringTable, path string, otherwise int64, suits string) time.Duration {
	us := otherwise
	if raw.SettleUS != nil {
		if us = *raw.SettleUS; us < 0 || us > 5000 {
			k.Fault(path+".settle_us", fmt.Sprintf("settle_us: %d", us), "write 0 to 5000 microseconds; "+suits)
		}
	}
	return time.Duration(min(max(us, 0), 5000)) * time.Microsecond
}

func (k *checker) mcpmatrix(raw *wiringTable, path string) wiring.Wiring {
	kind := wiring.ExpanderOf(wiring.MatrixChip)
	w := wiring.MCPMatrix{Bus: k.bus(raw, path), Addr: kind.Usual[0][0], Bare: raw.Diodes != nil && !*raw.Diodes, Settle: k.settle(raw, path, defaultMCPSettle, "100 suits the chip's own pull-ups")}
	if raw.Addr != nil {
		k.address(*raw.Addr, path+".addr", "addr", kind.Part, kind.Addrs, kind.AddrsHelp)
		w.Addr = uint16(*raw.Addr)
	}
	if raw.RowsPort != nil {
		w.RowsOnB = k.Choice(path+".rows_port", "rows_port", *raw.RowsPort, []string{"a", "b"}) == 1
	}
	w.Squares = k.squares(raw, path, 64, func(channel int) string {
		return fmt.Sprintf("row %d column %d", channel/8, channel%8)
	})
	return w
}
