package guide

import (
	"fmt"

	"touchmove/configs"
)

// NamesOf names the channels of a wiring as they are soldered: by chip and
// input, or by row and column.
func NamesOf(w configs.Wiring) Names {
	var n wired
	n.add(w, "")
	return n
}

// wired are names, by channel.
type wired []struct{ long, short string }

// Long implements Names.
func (w wired) Long(ch int) string {
	if ch < 0 || ch >= len(w) {
		return fmt.Sprintf("channel %d", ch)
	}
	return w[ch].long
}

// Short implements Names.
func (w wired) Short(ch int) string {
	if ch < 0 || ch >= len(w) {
		return fmt.Sprint(ch)
	}
	return w[ch].short
}

func (w *wired) put(long, short string) {
	*w = append(*w, struct{ long, short string }{long, short})
}

// add names the channels of one wiring; part goes before them on a board of
// several.
func (w *wired) add(wiring configs.Wiring, part string) {
	chips := func(addrs []uint16, width int, pin func(int) string) {
		for i, addr := range addrs {
			for p := range width {
				w.put(fmt.Sprintf("%schip 0x%02x %s", part, addr, pin(p)), fmt.Sprintf("%d.%d", i, p))
			}
		}
	}
	channel := func(p int) string { return fmt.Sprintf("channel %d", p) }
	behind := func(mux uint16, ports []int, addrs []uint16, width int) {
		if mux == 0 {
			chips(addrs, width, channel)
			return
		}
		chip := 0
		for _, port := range ports {
			for _, addr := range addrs {
				for p := range width {
					w.put(fmt.Sprintf("%sport %d chip 0x%02x channel %d", part, port, addr, p), fmt.Sprintf("%d.%d", chip, p))
				}
				chip++
			}
		}
	}
	matrix := func() {
		for row := range 8 {
			for column := range 8 {
				w.put(fmt.Sprintf("%srow %d column %d", part, row, column), fmt.Sprintf("%d/%d", row, column))
			}
		}
	}
	switch c := wiring.(type) {
	case configs.MCP23017:
		chips(c.Addrs, 16, func(p int) string { return fmt.Sprintf("GP%c%d", 'A'+p/8, p%8) })
	case configs.Expanders:
		width := len(c.Squares) / max(1, len(c.Addrs))
		chips(c.Addrs, width, func(p int) string {
			switch {
			case c.Chip == "mcp23008":
				return fmt.Sprintf("GP%d", p)
			case width > 8:
				return fmt.Sprintf("P%d%d", p/8, p%8)
			}
			return fmt.Sprintf("P%d", p)
		})
	case configs.ADS1115:
		behind(c.Mux, c.Ports, c.Addrs, 4)
	case configs.Converters:
		behind(c.Mux, c.Ports, c.Addrs, 8)
	case configs.Multiplexed:
		for _, input := range c.Inputs {
			for p := range 16 {
				w.put(fmt.Sprintf("%smultiplexer at input %d, channel %d", part, input, p), fmt.Sprintf("%d.%d", input, p))
			}
		}
	case configs.Mixed:
		for i, one := range c.Parts {
			w.add(one, fmt.Sprintf("%spart %d ", part, i+1))
		}
	case configs.MCPMatrix, configs.GPIOMatrix:
		matrix()
	default:
		for ch := range configs.Served(wiring) {
			w.put(channel(ch), fmt.Sprint(ch))
		}
	}
}
