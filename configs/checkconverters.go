package configs

import (
	"fmt"
	"slices"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

// converters checks a bank of converters, on a bus or behind the ports of a switch, and the
// square of each input.
func (k *checker) converters(raw *wiringTable, path string, kind *wiring.Converter) wiring.Wiring {
	b := k.bank(raw, path, kind)
	rows := max(1, len(b.Ports))
	if b.Mux != 0 && len(b.Ports) == 0 {
		rows = 0
	}
	k.some(len(b.Addrs)*rows, k.FirstWritten(path+".addrs", path+".ports"), raw.Driver+": no chip is named", "list the addresses of this part's chips, and the ports that they are behind")
	inputs := kind.Inputs * len(b.Addrs) * rows
	if inputs < 64 && !k.partial {
		k.Fault(k.FirstWritten(path+".addrs", path+".ports", path+".mux"), fmt.Sprintf("%s: %s %d inputs, a board has 64 squares", raw.Driver, chipsHave(rows*len(b.Addrs)), inputs), kind.Enough)
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
	b := kind.Usual.Clone()
	if b.Mux == 0 {
		raw.Mux, raw.Ports = nil, nil // foreignKeys has reported them
	}
	if raw.Mux != nil && *raw.Mux == 0 {
		b.Mux, b.Ports = 0, nil
		if raw.Ports != nil {
			k.Fault(path+".ports", "ports: mux = 0 says that there is no switch", "remove ports, or write the address of the switch, 0x70 to 0x77")
		}
	} else if raw.Mux != nil {
		k.address(*raw.Mux, path+".mux", "mux", wiring.SwitchPart, wiring.SwitchAddrs())
		b.Mux = uint16(*raw.Mux)
	}
	if raw.Addrs != nil {
		b.Addrs = k.addresses(raw.Addrs, path+".addrs", kind.Part, kind.Addrs)
	}
	if raw.Ports != nil && b.Mux != 0 {
		b.Ports = k.ports8(raw.Ports, path+".ports")
	}
	return b
}

// ports8 checks a list of ports of a TCA9548A switch.
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
