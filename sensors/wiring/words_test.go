package wiring_test

import (
	"testing"

	"touchmove/sensors/wiring"
)

// Channels have the names under which they are soldered.
func TestNames(t *testing.T) {
	squares := wiring.Natural(0)
	for _, c := range []struct {
		wiring      wiring.Wiring
		ch          int
		long, short string
	}{
		{wiring.Expanders{Chip: "mcp23017", Addrs: []uint16{0x20, 0x21, 0x22, 0x23}, Squares: squares}, 27, "chip 0x21 GPB3", "1.11"},
		{wiring.Expanders{Chip: "mcp23008", Addrs: []uint16{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}, Squares: squares}, 27, "chip 0x23 GP3", "3.3"},
		{wiring.Expanders{Chip: "pcf8575", Addrs: []uint16{0x20, 0x21, 0x22, 0x23}, Squares: squares}, 27, "chip 0x21 P13", "1.11"},
		{wiring.MCPMatrix{Addr: 0x20, Squares: squares}, 27, "row 3 column 3", "3/3"},
		{wiring.GPIOMatrix{Squares: squares}, 8, "row 1 column 0", "1/0"},
		{wiring.Converters{Chip: "ads1115", Bank: wiring.Bank{Mux: 0x70, Ports: []int{0, 1, 2, 3}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b}}, Squares: squares}, 27, "port 1 chip 0x4a AIN3", "6.3"},
		{wiring.Converters{Chip: "ads7138", Bank: wiring.Bank{Addrs: []uint16{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17}}, Squares: squares}, 27, "chip 0x13 AIN3", "3.3"},
		{wiring.Multiplexed{Inputs: []int{0, 1, 2, 3}, Squares: squares}, 27, "multiplexer at input 1, I11", "1.11"},
		{wiring.Mixed{
			wiring.Expanders{Chip: "mcp23017", Addrs: []uint16{0x20, 0x21}, Squares: squares[:32]}, wiring.GPIOMatrix{Squares: squares[32:]},
		}, 33, "part 2 row 0 column 1", "0/1"},
		{wiring.GPIOMatrix{Squares: squares}, 99, "channel 99", "99"},
	} {
		n := wiring.NamesOf(c.wiring)
		if long, short := n.Long(c.ch), n.Short(c.ch); long != c.long || short != c.short || len(short) > 4 {
			t.Errorf("%T: %q and %q, want %q and %q", c.wiring, long, short, c.long, c.short)
		}
	}
}
