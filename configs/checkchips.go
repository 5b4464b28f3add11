package configs

import (
	"fmt"
	"time"

	"touchmove/internal/strict"
	"touchmove/rules"
)

// expander is what a configuration can get wrong about a kind of port
// expander.
type expander struct {
	name  string // as its maker writes it
	width int    // inputs a chip
	addrs [][2]uint16
	says  string // which addresses these are
	pin   func(n int) string
}

func ported(n int) string { return fmt.Sprintf("P%d%d", n/8, n%8) }
func single(n int) string { return fmt.Sprintf("P%d", n) }

var expanders = map[string]expander{
	"mcp23017": {"MCP23017", 16, [][2]uint16{{0x20, 0x27}}, "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to",
		func(n int) string { return fmt.Sprintf("GP%c%d", 'A'+n/8, n%8) }},
	"mcp23008": {"MCP23008", 8, [][2]uint16{{0x20, 0x27}}, "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to",
		func(n int) string { return fmt.Sprintf("GP%d", n) }},
	"pcf8574": {"PCF8574", 8, [][2]uint16{{0x20, 0x27}, {0x38, 0x3f}}, "write 0x20 to 0x27, of a PCF8574A 0x38 to 0x3f, by what A2 A1 A0 are wired to", single},
	"pcf8575": {"PCF8575", 16, [][2]uint16{{0x20, 0x27}}, "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to", ported},
	"tca9555": {"TCA9555", 16, [][2]uint16{{0x20, 0x27}, {0x74, 0x77}}, "write 0x20 to 0x27, of a TCA9539 0x74 to 0x77, by what its address pins are wired to", ported},
}

// expanders checks the addresses of a row of chips, and which square each of
// their inputs serves.
func (k *checker) expanders(raw *wiringTable, path string) ([]uint16, []rules.Square) {
	part := expanders[raw.Driver]
	fewest := 64 / part.width
	var addrs []uint16
	if raw.Addrs == nil {
		for i := range fewest {
			addrs = append(addrs, 0x20+uint16(i))
		}
	} else {
		addrs = k.addresses(raw.Addrs, path+".addrs", part.name, part.addrs, part.says)
	}
	if len(addrs) < fewest && !k.partial {
		k.Fault(path+".addrs", fmt.Sprintf("addrs: %d chips have %d inputs, a board has 64 squares", len(addrs), part.width*len(addrs)), "list "+map[int]string{4: "four", 8: "eight"}[fewest]+" addresses or more")
	}
	k.some(len(addrs), path+".addrs", "addrs: no chip is named", "list the addresses of this part's chips")
	return addrs, k.squares(raw, path, part.width*len(addrs), func(channel int) string {
		return fmt.Sprintf("chip 0x%02x %s", addrs[channel/part.width], part.pin(channel%part.width))
	})
}

// some refuses an empty list of a part, which may be shorter than that of a
// board.
func (k *checker) some(n int, path, what, remedy string) {
	if n == 0 && k.partial {
		k.Fault(path, what, remedy)
	}
}

// addresses checks a list of addresses: each among the ranges, each once.
func (k *checker) addresses(list []int64, path, part string, ranges [][2]uint16, says string) []uint16 {
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

func (k *checker) address(a int64, path, key, part string, ranges [][2]uint16, says string) {
	for _, r := range ranges {
		if a >= int64(r[0]) && a <= int64(r[1]) {
			return
		}
	}
	article := "a"
	if part[0] == 'A' || part[0] == 'M' {
		article = "an"
	}
	k.Fault(path, fmt.Sprintf("%s: 0x%02x is not an address of %s %s", key, a, article, part), says)
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

func (k *checker) mcpmatrix(raw *wiringTable, path string) Wiring {
	w := MCPMatrix{Bus: k.bus(raw, path), Addr: defaultMatrix, Bare: raw.Diodes != nil && !*raw.Diodes, Settle: k.settle(raw, path, defaultMCPSettle, "100 suits the chip's own pull-ups")}
	if raw.Addr != nil {
		part := expanders["mcp23017"]
		k.address(*raw.Addr, path+".addr", "addr", part.name, part.addrs, part.says)
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
