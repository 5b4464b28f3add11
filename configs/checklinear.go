package configs

import (
	"fmt"
	"slices"
	"time"

	"touchmove/internal/strict"
	"touchmove/rules"
)

// adc is what a configuration can get wrong about a kind of converter.
type adc struct {
	name   string // as its maker writes it
	inputs int    // a chip
	addrs  [2]uint16
	says   string // which addresses these are
	input  string // what its maker calls an input
	usual  []uint16
}

var adcs = map[string]adc{
	"ads1115": {"ADS1115", 4, [2]uint16{0x48, 0x4b}, "write 0x48 to 0x4b, by what ADDR is wired to: ground, supply, SDA or SCL", "AIN", []uint16{0x48, 0x49, 0x4a, 0x4b}},
	"ads7828": {"ADS7828", 8, [2]uint16{0x48, 0x4b}, "write 0x48 to 0x4b: 0x48 plus what A1 A0 are wired to", "CH", []uint16{0x48, 0x49, 0x4a, 0x4b}},
	"ads7138": {"ADS7138", 8, [2]uint16{0x10, 0x17}, "write 0x10 to 0x17, by the resistors at ADDR", "AIN", []uint16{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17}},
}

// bank is a row of converters, on a bus or behind the ports of a switch.
type bank struct {
	mux     uint16
	ports   []int
	addrs   []uint16
	squares []rules.Square
}

// bank checks the switch and the addresses of a row of converters, and which
// square each of their inputs serves. ports are those of the usual switch; nil
// says that the chip needs none.
func (k *checker) bank(raw *wiringTable, path string, ports []int) bank {
	part := adcs[raw.Driver]
	b := bank{addrs: part.usual}
	if ports != nil {
		b.mux, b.ports = defaultMux, ports
	}
	if ports == nil {
		raw.Mux, raw.Ports = nil, nil // foreignKeys has told of them
	}
	if raw.Mux != nil && *raw.Mux == 0 {
		b.mux, b.ports = 0, nil
		if raw.Ports != nil {
			k.Fault(path+".ports", "ports: mux = 0 says that there is no switch", "take ports out, or write the address of the switch, 0x70 to 0x77")
		}
	} else if raw.Mux != nil {
		k.address(*raw.Mux, path+".mux", "mux", "TCA9548A", [][2]uint16{{0x70, 0x77}}, "write 0x70 to 0x77: 0x70 plus what A2 A1 A0 are wired to; 0 when there is no switch")
		b.mux = uint16(*raw.Mux)
	}
	if raw.Addrs != nil {
		b.addrs = k.addresses(raw.Addrs, path+".addrs", part.name, [][2]uint16{part.addrs}, part.says)
	}
	if raw.Ports != nil && b.mux != 0 {
		b.ports = k.ports8(raw.Ports, path+".ports")
	}
	rows := max(1, len(b.ports))
	if b.mux != 0 && len(b.ports) == 0 {
		rows = 0
	}
	k.some(len(b.addrs)*rows, k.FirstWritten(path+".addrs", path+".ports"), raw.Driver+": no chip is named", "list the addresses of this part's chips, and the ports that they are behind")
	inputs := part.inputs * len(b.addrs) * rows
	if inputs < 64 && !k.partial {
		chips := fmt.Sprintf("%d ports of %d chips have", rows, len(b.addrs))
		if b.mux == 0 {
			chips = fmt.Sprintf("%d chips have", len(b.addrs))
		}
		remedy := map[int]string{4: "sixteen chips or more are needed, four a port", 8: "eight chips or more are needed"}[part.inputs]
		k.Fault(k.FirstWritten(path+".addrs", path+".ports", path+".mux"), fmt.Sprintf("%s: %s %d inputs, a board has 64 squares", raw.Driver, chips, inputs), remedy)
	}
	b.squares = k.squares(raw, path, inputs, func(channel int) string {
		chip := channel / part.inputs
		name := fmt.Sprintf("chip 0x%02x %s%d", b.addrs[chip%len(b.addrs)], part.input, channel%part.inputs)
		if b.mux != 0 {
			name = fmt.Sprintf("port %d ", b.ports[chip/len(b.addrs)]) + name
		}
		return name
	})
	return b
}

// ports8 checks a list of ports of a TCA9548A.
func (k *checker) ports8(list []int64, path string) (ports []int) {
	for i, p := range list {
		if p < 0 || p > 7 {
			k.Fault(path+strict.Index(i), fmt.Sprintf("ports: a TCA9548A has no port %d", p), "write 0 to 7")
		} else if slices.Contains(list[:i], p) {
			k.Fault(path+strict.Index(i), fmt.Sprintf("ports: %d is there twice", p), "name each port once")
		}
		ports = append(ports, int(p))
	}
	return ports
}

func (k *checker) ads1115(raw *wiringTable, path string) Wiring {
	b := k.bank(raw, path, []int{0, 1, 2, 3})
	supply, enter, leave := k.levels(raw, path)
	return ADS1115{Bus: k.bus(raw, path), Mux: b.mux, Ports: b.ports, Addrs: b.addrs, Supply: supply, Enter: enter, Leave: leave, Squares: b.squares}
}

func (k *checker) converters(raw *wiringTable, path string) Wiring {
	var ports []int
	if raw.Driver == "ads7828" { // four addresses a bus
		ports = []int{0, 1}
	}
	b := k.bank(raw, path, ports)
	supply, enter, leave := k.levels(raw, path)
	return Converters{Chip: raw.Driver, Bus: k.bus(raw, path), Mux: b.mux, Ports: b.ports, Addrs: b.addrs, Supply: supply, Enter: enter, Leave: leave, Squares: b.squares}
}

func (k *checker) multiplexed(raw *wiringTable, path string) Wiring {
	w := Multiplexed{Converter: "ads7138", Bus: k.bus(raw, path), Inputs: []int{0, 1, 2, 3}, Select: raw.Select}
	if raw.Converter != nil {
		if k.Choice(path+".converter", "converter", *raw.Converter, []string{"ads1115", "ads7828", "ads7138"}) < 0 {
			return nil
		}
		w.Converter = *raw.Converter
	}
	part := adcs[w.Converter]
	w.Addr = part.usual[0]
	if raw.Addr != nil {
		k.address(*raw.Addr, path+".addr", "addr", part.name, [][2]uint16{part.addrs}, part.says)
		w.Addr = uint16(*raw.Addr)
	}
	if raw.Inputs != nil {
		w.Inputs = nil
		for i, input := range raw.Inputs {
			at := path + ".inputs" + strict.Index(i)
			switch {
			case input < 0 || input >= int64(part.inputs):
				k.Fault(at, fmt.Sprintf("inputs: an %s has no input %d", part.name, input), fmt.Sprintf("write 0 to %d", part.inputs-1))
			case slices.Contains(raw.Inputs[:i], input):
				k.Fault(at, fmt.Sprintf("inputs: %d is there twice", input), "give each multiplexer an input of its own")
			}
			w.Inputs = append(w.Inputs, int(input))
		}
	}
	if w.Converter == "ads1115" && !slices.Equal(w.Inputs, []int{0, 1, 2, 3}) {
		k.Fault(path+".inputs", "inputs: an ADS1115 is read with all four inputs in order", `take inputs out, and write "-" for squares that are not wired`)
	}
	k.some(len(w.Inputs), path+".inputs", "inputs: no multiplexer is named", "list the inputs that have one")
	channels := 16 * len(w.Inputs)
	if channels < 64 && !k.partial {
		k.Fault(path+".inputs", fmt.Sprintf("inputs: %d multiplexers have %d channels, a board has 64 squares", len(w.Inputs), channels), "list four inputs or more")
	}
	if n := len(raw.Select); n != 4 {
		k.Fault(path+".select", fmt.Sprintf("select: %d lines instead of 4", n), `list the GPIO lines of S0 to S3, for example select = ["GPIO17", "GPIO27", ...]`)
	}
	k.lines(raw.Select, path, "select", map[string]bool{})
	w.Settle = k.settle(raw, path, defaultMuxSettle, "0 suits sensors without a filter")
	w.Supply, w.Enter, w.Leave = k.levels(raw, path)
	w.Squares = k.squares(raw, path, channels, func(channel int) string {
		return fmt.Sprintf("multiplexer %d I%d", channel/16, channel%16)
	})
	return w
}

// levels checks the levels that all sensors of a wiring have.
func (k *checker) levels(raw *wiringTable, path string) (supply, enter, leave int) {
	supply = k.millivolts(raw.SupplyMV, path, "supply_mv", defaultSupplyMV, 2000, 5500, "the supply of the sensors")
	enter = k.millivolts(raw.EnterMV, path, "enter_mv", defaultEnterMV, 10, 2750, "how far from half the supply a piece is felt")
	leave = k.millivolts(raw.LeaveMV, path, "leave_mv", defaultLeaveMV, 5, 2750, "less than enter_mv")
	if leave >= enter {
		k.Fault(k.FirstWritten(path+".leave_mv", path+".enter_mv"), fmt.Sprintf("leave_mv: %d is not less than enter_mv, %d: a reading that trembles would make a piece come and go", leave, enter), "write a leave_mv about three quarters of enter_mv")
	}
	return supply, enter, leave
}

func (k *checker) millivolts(written *int64, path, key string, otherwise, least, most int, what string) int {
	if written == nil {
		return otherwise
	}
	if *written < int64(least) || *written > int64(most) {
		k.Fault(path+"."+key, fmt.Sprintf("%s: %d mV", key, *written), fmt.Sprintf("write %d to %d: %s", least, most, what))
	}
	return int(*written)
}

// microseconds is a number of them as a time.
func microseconds(us int64) time.Duration { return time.Duration(us) * time.Microsecond }
