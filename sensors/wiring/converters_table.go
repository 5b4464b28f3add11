package wiring

import (
	"time"

	"touchmove/sensors/ads1115"
	"touchmove/sensors/ads7138"
	"touchmove/sensors/ads7828"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// converterTable lists the kinds of converters, in the order in which messages and docs name them.
// The packages of the drivers and twins cite the sections.
var converterTable = [...]Converter{
	{
		Driver: "ads1115", Part: "ADS1115", Inputs: 4, Input: "AIN", AllInputs: true,
		Package: Package{"MSOP-10", 10, dual("ADDR RDY GND AIN0-AIN3 VDD SDA SCL")}, // SBAS444, 5
		Addrs:   Addresses{Ranges: []Range{{First: 0x48, Last: 0x4b}}, Pins: "ADDR", Levels: []string{ground, supply, "SDA", "SCL"}, Help: "write 0x48 to 0x4b, by what ADDR is wired to: ground, supply, SDA or SCL"},
		Usual:   Bank{Mux: usualMux, Ports: []int{0, 1, 2, 3}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b}},
		Enough:  "sixteen chips or more are needed, four a port",
		Counts:  1 << 15, FullScaleMV: func(supplyMV int) int {
			if supplyMV > 4096 { // the range that holds the output of a sensor on 3.3 V, or the next one
				return 6144
			}
			return 4096
		},
		effort: func(e *Effort, chips, ports int) {
			for range 4 { // inputs
				e.Transfer(chips, 3, 0) // start
				e.wait(1, ads1115Conversion)
				e.Transfer(1, 1, 2)     // done?
				e.Transfer(chips, 1, 2) // results
				if ports > 1 {
					e.Transfer(2*ports, 1, 0) // the switch, for each pass
				}
			}
		},
		behind: func(e *Effort, inputs int) {
			e.Transfer(inputs, 3, 0)
			e.Transfer(2*inputs, 1, 2)
			e.wait(inputs, ads1115Conversion)
		},
		answers: func(tx transact) bool {
			_, high := firstBits(tx)
			return high
		},
		open: func(c converters) (scan.Sensor, error) {
			opts := ads1115.Opts{FullScaleMV: c.fullScaleMV, Sleep: c.sleep}
			for _, chip := range c.chips {
				opts.Chips = append(opts.Chips, ads1115.Chip{Bus: chip.Bus, Addr: chip.Addr})
			}
			return ads1115.New(opts)
		},
		twin: func(in chips.Analog, _ int, now func() time.Duration) chips.Chip { return chips.NewADS1115(in, now) },
	},
	{
		Driver: "ads7828", Part: "ADS7828", Inputs: 8, Input: "CH",
		Package: Package{"TSSOP-16", 16, dual("CH0-CH7 GND REF COM A0 A1 SCL SDA VDD")}, // SBAS181, page 3
		Addrs:   Addresses{Ranges: []Range{{First: 0x48, Last: 0x4b}}, Pins: "A1 A0", Help: "write 0x48 to 0x4b: 0x48 plus what A1 A0 are wired to"},
		Usual:   Bank{Mux: usualMux, Ports: []int{0, 1}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b}}, // four addresses per bus
		Enough:  "eight chips or more are needed",
		Counts:  1 << 12, FullScaleMV: ratiometric,
		effort: func(e *Effort, chips, ports int) {
			e.Transfer(8*chips, 1, 2)
			if ports > 1 {
				e.Transfer(ports, 1, 0)
			}
		},
		behind: func(e *Effort, inputs int) { e.Transfer(inputs, 1, 2) },
		answers: func(tx transact) bool {
			ok, high := firstBits(tx)
			return ok && !high
		},
		open: func(c converters) (scan.Sensor, error) {
			return ads7828.New(ads7828.Opts{Chips: c.chips, Inputs: c.inputs})
		},
		twin: func(in chips.Analog, supplyMV int, _ func() time.Duration) chips.Chip {
			return chips.NewADS7828(in, float64(supplyMV))
		},
	},
	{
		Driver: "ads7138", Part: "ADS7138", Inputs: 8, Input: "AIN",
		// SBAS976, 5: a WQFN of 3 mm, sold on carriers with the names printed on them.
		Package: Package{"WQFN-16", 0, dual("AIN0-AIN7 AVDD DECAP GND DVDD ADDR ALERT SCL SDA")},
		Addrs:   Addresses{Ranges: []Range{{First: 0x10, Last: 0x17}}, Pins: "ADDR", Levels: ads7138Levels, Help: "write 0x10 to 0x17, by the resistors at ADDR"},
		Usual:   Bank{Addrs: []uint16{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17}},
		Enough:  "eight chips or more are needed",
		Counts:  1 << 12, FullScaleMV: ratiometric,
		// Eight results and an old one.
		effort: func(e *Effort, chips, _ int) { e.Transfer(chips, 0, 2*(8+1)) },
		behind: func(e *Effort, inputs int) { e.Transfer(1, 0, 2*(inputs+1)) },
		// It reads the status register with the chip's own command (SBAS976, 8.5.1.1): two bytes
		// that no other part takes for a setting.
		answers: func(tx transact) bool {
			r := make([]byte, 1)
			return tx([]byte{0x10, 0x00}, r) == nil && r[0]&0x80 != 0
		},
		open: func(c converters) (scan.Sensor, error) {
			return ads7138.New(ads7138.Opts{Chips: c.chips, Inputs: c.inputs})
		},
		twin: func(in chips.Analog, supplyMV int, _ func() time.Duration) chips.Chip {
			return chips.NewADS7138(in, float64(supplyMV))
		},
	},
}

// ads7138Levels are the resistors at ADDR for 0x10 to 0x17 (SBAS976, 8.3.5, table of addresses). An
// open ADDR means 0x10.
var ads7138Levels = []string{
	"", "11 kΩ to GND", "33 kΩ to GND", "100 kΩ to GND", "100 kΩ to DECAP", "33 kΩ to DECAP", "11 kΩ to DECAP", "DECAP",
}

// ads1115Conversion is how long the driver waits at 860 samples per second: an eighth longer than
// the chip should need, plus 50 µs to wake it.
const ads1115Conversion = (time.Second/860)*9/8 + 50*time.Microsecond

// ratiometric returns the full scale of a converter whose reference is the supply of the sensors.
func ratiometric(supplyMV int) int { return supplyMV }

// firstBits distinguishes an ADS1115 from an ADS7828. ok means that the part answers, high that it
// returned more than twelve bits. An ADS1115 takes the byte for the address of a register, an
// ADS7828 for a command that converts an input (SBAS444, 9.6; SBAS181, figure 11); neither changes
// a setting. An ADS7828 has twelve bits, so the first four bits that it sends are 0.
func firstBits(tx transact) (ok, high bool) {
	r := make([]byte, 2)
	for _, register := range []byte{0x01, 0x02, 0x03} {
		if tx([]byte{register}, r) != nil {
			return false, false
		}
		if r[0]&0xf0 != 0 {
			return true, true
		}
	}
	return true, false
}
