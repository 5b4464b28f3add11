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

// expanders lists the kinds of port expanders, in the order in which messages and docs
// name them. The packages of the drivers and twins cite the sections.
var expanders = [...]Expander{
	{
		Driver: "mcp23017", Part: "MCP23017", Inputs: 16,
		Package:    Package{"DIP-28", 28, dual("GPB0-GPB7 VDD VSS NC SCL SDA NC A0 A1 A2 RESET INTB INTA GPA0-GPA7")}, // figure 1
		PullUps:    "inside the chip, 100 kΩ, switched on by the program",
		Addrs:      Addresses{Ranges: []Range{{First: 0x20, Last: 0x27}}, Pins: "A2 A1 A0", Help: "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to"},
		Usual:      [][]uint16{{0x20, 0x21, 0x22, 0x23}},
		Pin:        func(n int) string { return fmt.Sprintf("GP%c%d", 'A'+n/8, n%8) },
		OutputOnly: mcp23017Outputs,
		// GPPUA to GPIOB; a long read repeats after all 22 registers.
		Writes: 1, Reads: 8, Repeats: 22,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return mcp23017.New(bus, mcp23017.Opts{Addrs: w.Addrs, Outputs: spare(w, 16, mcp23017Outputs)})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewMCP23017(c) },
	},
	{
		Driver: "mcp23008", Part: "MCP23008", Inputs: 8,
		Package: Package{"DIP-18", 18, dual("SCL SDA A2 A1 A0 RESET NC INT VSS GP0-GP7 VDD")}, // DS21919, page 1
		PullUps: "inside the chip, 100 kΩ, switched on by the program",
		Addrs:   Addresses{Ranges: []Range{{First: 0x20, Last: 0x27}}, Pins: "A2 A1 A0", Help: "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to"},
		Usual:   [][]uint16{{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}},
		Pin:     func(n int) string { return fmt.Sprintf("GP%d", n) },
		// GPPU to GPIO; a long read repeats after all eleven registers.
		Writes: 1, Reads: 4, Repeats: 11,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return mcp23008.New(bus, mcp23008.Opts{Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewMCP23008(c) },
	},
	{
		Driver: "pcf8574", Part: "PCF8574", Aliases: []string{"PCF8574A"}, Inputs: 8,
		Package: Package{"DIP-16", 16, dual("A0 A1 A2 P0-P3 VSS P4-P7 INT SCL SDA VDD")}, // SCPS068, 5
		PullUps: "inside the chip, a weak current of 0.1 mA, always on",
		Addrs:   Addresses{Ranges: []Range{{First: 0x20, Last: 0x27}, {First: 0x38, Last: 0x3f, Part: "PCF8574A"}}, Pins: "A2 A1 A0", Help: "write 0x20 to 0x27, of a PCF8574A 0x38 to 0x3f, by what A2 A1 A0 are wired to"},
		Usual:   [][]uint16{{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}},
		Pin:     single, Reads: 1, Repeats: 1, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8574, Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewPCF8574(c) },
	},
	{
		Driver: "pcf8575", Part: "PCF8575", Inputs: 16,
		Package: sixteenPorts("SSOP-24", "VDD"), // SCPS121, 5
		PullUps: "inside the chip, a weak current of 0.1 mA, always on",
		Addrs:   Addresses{Ranges: []Range{{First: 0x20, Last: 0x27}}, Pins: "A2 A1 A0", Help: "write 0x20 to 0x27: 0x20 plus what A2 A1 A0 are wired to"},
		Usual:   [][]uint16{{0x20, 0x21, 0x22, 0x23}},
		Pin:     ported, Reads: 2, Repeats: 2, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8575, Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewPCF8575(c) },
	},
	{
		Driver: "tca9555", Part: "TCA9555", Aliases: []string{"TCA9535", "TCA9539", "PCA9555", "PCA9535", "PCA9539"}, Inputs: 16,
		Package: sixteenPorts("TSSOP-24", "VCC"), // SCPS200, 5
		PullUps: "inside the TCA9555 and PCA9555, 100 kΩ, always on; a 9535 has none and needs 10 kΩ from each input to 3V3",
		Addrs:   Addresses{Ranges: []Range{{First: 0x20, Last: 0x27}, {First: 0x74, Last: 0x77, Part: "TCA9539", Package: &tca9539, Bare: true}}, Pins: "A2 A1 A0", Help: "write 0x20 to 0x27, of a TCA9539 0x74 to 0x77, by what its address pins are wired to"},
		Usual:   [][]uint16{{0x20, 0x21, 0x22, 0x23}},
		// Both input ports; a long read returns them in turn.
		Pin: ported, Writes: 1, Reads: 2, Repeats: 2, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return tca9555.New(bus, tca9555.Opts{Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewTCA9555(c) },
	},
	{
		Driver: "tca6424a", Part: "TCA6424A", Aliases: []string{"TCA6424", "PCA6424A"}, Inputs: tca6424a.Inputs, Resistors: true,
		Package: Package{"QFN-32", 32, dual("P00-P07 P10-P17 P20-P27 GND ADDR VCCP RESET SCL SDA VCCI INT")}, // SCPS193, 5
		Addrs:   Addresses{Ranges: []Range{{First: 0x22, Last: 0x23}}, Pins: "ADDR", Levels: []string{ground, supply}, Help: "write 0x22 or 0x23, by what ADDR is wired to: ground or supply"},
		Usual:   [][]uint16{{0x22, 0x23}, {0x22}}, // two addresses per bus
		// The three input ports; a long read returns them in turn, or one of them
		// repeatedly.
		Pin: ported, Writes: 1, Reads: 3, Repeats: 3, Ports: true,
		open: func(bus i2c.Bus, w Expanders) (scan.Sensor, error) {
			return tca6424a.New(bus, tca6424a.Opts{Addrs: w.Addrs})
		},
		twin: func(c chips.Circuit) chips.Chip { return chips.NewTCA6424A(c) },
	},
}

// sixteenPorts returns the pins of a chip with two ports in a package of 24, such as
// PCF8575 and TCA9555.
func sixteenPorts(name, vcc string) Package {
	return Package{name, 24, dual("INT A1 A2 P00-P07 GND P10-P17 A0 SCL SDA " + vcc)}
}

// tca9539 has RESET at the pin where a TCA9555 has A2 (SCPS202, 5).
var tca9539 = Package{"TSSOP-24", 24, dual("INT A1 RESET P00-P07 GND P10-P17 A0 SCL SDA VCC")}

// ported returns the name of a pin of several ports: "P00" to "P07", "P10" and so on.
func ported(n int) string { return fmt.Sprintf("P%d%d", n/8, n%8) }

// single returns the name of a pin of one port: "P0" to "P7".
func single(n int) string { return fmt.Sprintf("P%d", n) }

// mcp23017Outputs are GPA7 and GPB7, allowed only as outputs since revision D of
// DS20001952 (2022).
var mcp23017Outputs = []int{7, 15}

// spare returns the given pins as outputs if no square is wired to any of them on any
// chip: this is what the datasheet demands, on boards that allow it.
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
