package wiring

import (
	"fmt"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors/mcp23008"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/pcf857x"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/tca6424a"
	"touchmove/sensors/tca9555"
)

// expanders are the kinds of port expanders, in the order in which messages and
// docs name them. Sections are cited in the drivers' and twins' packages.
var expanders = [...]Expander{
	{
		Driver: "mcp23017", Part: "MCP23017", Inputs: 16,
		Addrs:      Addresses{[]Range{{0x20, 0x27}}, "A2 A1 A0", "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to"},
		Usual:      [][]uint16{{0x20, 0x21, 0x22, 0x23}},
		Pin:        func(n int) string { return fmt.Sprintf("GP%c%d", 'A'+n/8, n%8) },
		OutputOnly: mcp23017Outputs,
		// GPPUA to GPIOB; all 22 registers come around.
		Writes: 1, Reads: 8, Repeats: 22,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return mcp23017.New(bus, mcp23017.Opts{Addrs: w.Addrs, Outputs: spare(w, 16, mcp23017Outputs)})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewMCP23017(c) },
	},
	{
		Driver: "mcp23008", Part: "MCP23008", Inputs: 8,
		Addrs: Addresses{[]Range{{0x20, 0x27}}, "A2 A1 A0", "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to"},
		Usual: [][]uint16{{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}},
		Pin:   func(n int) string { return fmt.Sprintf("GP%d", n) },
		// GPPU to GPIO; all eleven registers come around.
		Writes: 1, Reads: 4, Repeats: 11,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return mcp23008.New(bus, mcp23008.Opts{Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewMCP23008(c) },
	},
	{
		Driver: "pcf8574", Part: "PCF8574", Aliases: []string{"PCF8574A"}, Inputs: 8,
		Addrs: Addresses{[]Range{{0x20, 0x27}, {0x38, 0x3f}}, "A2 A1 A0", "write 0x20 to 0x27, of a PCF8574A 0x38 to 0x3f, by what A2 A1 A0 are wired to"},
		Usual: [][]uint16{{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}},
		Pin:   single, Reads: 1, Repeats: 1, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8574, Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewPCF8574(c) },
	},
	{
		Driver: "pcf8575", Part: "PCF8575", Inputs: 16,
		Addrs: Addresses{[]Range{{0x20, 0x27}}, "A2 A1 A0", "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to"},
		Usual: [][]uint16{{0x20, 0x21, 0x22, 0x23}},
		Pin:   ported, Reads: 2, Repeats: 2, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8575, Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewPCF8575(c) },
	},
	{
		Driver: "tca9555", Part: "TCA9555", Aliases: []string{"TCA9535", "TCA9539", "PCA9555", "PCA9535", "PCA9539"}, Inputs: 16,
		Addrs: Addresses{[]Range{{0x20, 0x27}, {0x74, 0x77}}, "A2 A1 A0", "write 0x20 to 0x27, of a TCA9539 0x74 to 0x77, by what its address pins are wired to"},
		Usual: [][]uint16{{0x20, 0x21, 0x22, 0x23}},
		// Both input ports; a long read gives them in turn.
		Pin: ported, Writes: 1, Reads: 2, Repeats: 2, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return tca9555.New(bus, tca9555.Opts{Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewTCA9555(c) },
	},
	{
		Driver: "tca6424a", Part: "TCA6424A", Aliases: []string{"TCA6424", "PCA6424A"}, Inputs: tca6424a.Inputs, Resistors: true,
		Addrs: Addresses{[]Range{{0x22, 0x23}}, "ADDR", "write 0x22 or 0x23, by what ADDR is wired to: ground or supply"},
		Usual: [][]uint16{{0x22, 0x23}, {0x22}}, // two addresses a bus
		// The three input ports; a long read gives them in turn, or one again and again.
		Pin: ported, Writes: 1, Reads: 3, Repeats: 3, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return tca6424a.New(bus, tca6424a.Opts{Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewTCA6424A(c) },
	},
}

// ported names a pin of several ports: "P00" to "P07", "P10" and so on.
func ported(n int) string { return fmt.Sprintf("P%d%d", n/8, n%8) }

// single names a pin of one port: "P0" to "P7".
func single(n int) string { return fmt.Sprintf("P%d", n) }

// mcp23017Outputs are GPA7 and GPB7, outputs only since revision D of DS20001952
// (2022).
var mcp23017Outputs = []int{7, 15}

// spare returns some pins of a chip as outputs if no square is wired to any of
// them on any chip: what the datasheet asks for, where a board heeds it.
func spare(w Expanders, inputs int, pins []int) (outputs uint16) {
	for n := range w.Addrs {
		for _, pin := range pins {
			if ch := inputs*n + pin; ch < len(w.Squares) && w.Squares[ch] != rules.NoSquare {
				return 0
			}
		}
	}
	for _, pin := range pins {
		outputs |= 1 << pin
	}
	return outputs
}
