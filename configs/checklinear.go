package configs

import (
	"fmt"
	"slices"
	"time"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// converters checks a bank of converters, on a bus or behind the ports of a
// switch, and which square each of their inputs serves.
func (k *checker) converters(raw *wiringTable, path string, kind *wiring.Converter) wiring.Wiring {
	b := k.bank(raw, path, kind)
	rows := max(1, len(b.Ports))
	if b.Mux != 0 && len(b.Ports) == 0 {
		rows = 0
	}
	k.some(len(b.Addrs)*rows, k.FirstWritten(path+".addrs", path+".ports"), raw.Driver+": no chip is named", "list the addresses of this part's chips, and the ports that they are behind")
	inputs := kind.Inputs * len(b.Addrs) * rows
	if inputs < 64 && !k.partial {
		chips := fmt.Sprintf("%d ports of %d chips have", rows, len(b.Addrs))
		if b.Mux == 0 {
			chips = fmt.Sprintf("%d chips have", len(b.Addrs))
		}
		k.Fault(k.FirstWritten(path+".addrs", path+".ports", path+".mux"), fmt.Sprintf("%s: %s %d inputs, a board has 64 squares", raw.Driver, chips, inputs), kind.Enough)
	}
	squares := k.squares(raw, path, inputs, func(channel int) string {
		chip := channel / kind.Inputs
		name := fmt.Sprintf("chip 0x%02x %s%d", b.Addrs[chip%len(b.Addrs)], kind.Input, channel%kind.Inputs)
		if b.Mux != 0 {
			name = fmt.Sprintf("port %d ", b.Ports[chip/len(b.Addrs)]) + name
		}
		return name
	})
	levels := k.levels(raw, path)
	return wiring.Converters{Chip: kind.Driver, Bus: k.bus(raw, path), Bank: b, Levels: levels, Squares: squares}
}

// bank checks the switch and the addresses of a bank of converters.
func (k *checker) bank(raw *wiringTable, path string, kind *wiring.Converter) wiring.Bank {
	b := kind.Usual
	if b.Mux == 0 {
		raw.Mux, raw.Ports = nil, nil // foreignKeys has told of them
	}
	if raw.Mux != nil && *raw.Mux == 0 {
		b.Mux, b.Ports = 0, nil
		if raw.Ports != nil {
			k.Fault(path+".ports", "ports: mux = 0 says that there is no switch", "take ports out, or write the address of the switch, 0x70 to 0x77")
		}
	} else if raw.Mux != nil {
		k.address(*raw.Mux, path+".mux", "mux", wiring.SwitchPart, wiring.SwitchAddrs(), wiring.SwitchHelp)
		b.Mux = uint16(*raw.Mux)
	}
	if raw.Addrs != nil {
		b.Addrs = k.addresses(raw.Addrs, path+".addrs", kind.Part, kind.Addrs, kind.AddrsHelp)
	}
	if raw.Ports != nil && b.Mux != 0 {
		b.Ports = k.ports8(raw.Ports, path+".ports")
	}
	return b
}

// ports8 checks a list of ports of a TCA9548A.
func (k *checker) ports8(list []int64, path string) (ports []int) {
	for i, p := range list {
		if p < 0 || p >= wiring.SwitchPorts {
			k.Fault(path+strict.Index(i), fmt.Sprintf("ports: %s %s has no port %d", wiring.Article(wiring.SwitchPart), wiring.SwitchPart, p), fmt.Sprintf("write 0 to %d", wiring.SwitchPorts-1))
		} else if slices.Contains(list[:i], p) {
			k.Fault(path+strict.Index(i), fmt.Sprintf("ports: %d is there twice", p), "name each port once")
		}
		ports = append(ports, int(p))
	}
	return ports
}

func (k *checker) multiplexed(raw *wiringTable, path string) wiring.Wiring {
	w := wiring.Multiplexed{Converter: wiring.UsualMultiplexed, Bus: k.bus(raw, path), Inputs: []int{0, 1, 2, 3}, Select: raw.Select}
	if raw.Converter != nil {
		if k.Choice(path+".converter", "converter", *raw.Converter, wiring.ConverterWords()) < 0 {
			return nil
		}
		w.Converter = *raw.Converter
	}
	part := wiring.ConverterOf(w.Converter)
	w.Addr = part.Usual.Addrs[0]
	if raw.Addr != nil {
		k.address(*raw.Addr, path+".addr", "addr", part.Part, part.Addrs, part.AddrsHelp)
		w.Addr = uint16(*raw.Addr)
	}
	if raw.Inputs != nil {
		w.Inputs = nil
		for i, input := range raw.Inputs {
			at := path + ".inputs" + strict.Index(i)
			switch {
			case input < 0 || input >= int64(part.Inputs):
				k.Fault(at, fmt.Sprintf("inputs: an %s has no input %d", part.Part, input), fmt.Sprintf("write 0 to %d", part.Inputs-1))
			case slices.Contains(raw.Inputs[:i], input):
				k.Fault(at, fmt.Sprintf("inputs: %d is there twice", input), "give each multiplexer an input of its own")
			}
			w.Inputs = append(w.Inputs, int(input))
		}
	}
	if part.AllInputs && !inOrder(w.Inputs, part.Inputs) {
		k.Fault(path+".inputs", fmt.Sprintf("inputs: an %s is read with all %s inputs in order", part.Part, numeral(part.Inputs)), `take inputs out, and write "-" for squares that are not wired`)
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
	w.Levels = k.levels(raw, path)
	w.Squares = k.squares(raw, path, channels, func(channel int) string {
		return fmt.Sprintf("multiplexer %d I%d", channel/16, channel%16)
	})
	return w
}

// inOrder says whether a list is 0 to n-1.
func inOrder(list []int, n int) bool {
	for i, v := range list {
		if v != i {
			return false
		}
	}
	return len(list) == n
}

// levels checks the levels that all sensors of a wiring have.
func (k *checker) levels(raw *wiringTable, path string) (l wiring.Levels) {
	usual := wiring.UsualLevels
	l.SupplyMV = k.millivolts(raw.SupplyMV, path, "supply_mv", usual.SupplyMV, 2000, 5500, "the supply of the sensors")
	l.EnterMV = k.millivolts(raw.EnterMV, path, "enter_mv", usual.EnterMV, 10, 2750, "how far from half the supply a piece is felt")
	l.LeaveMV = k.millivolts(raw.LeaveMV, path, "leave_mv", usual.LeaveMV, 5, 2750, "less than enter_mv")
	if l.LeaveMV >= l.EnterMV {
		k.Fault(k.FirstWritten(path+".leave_mv", path+".enter_mv"), fmt.Sprintf("leave_mv: %d is not less than enter_mv, %d: a reading that trembles would make a piece come and go", l.LeaveMV, l.EnterMV), "write a leave_mv about three quarters of enter_mv")
	}
	return l
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
