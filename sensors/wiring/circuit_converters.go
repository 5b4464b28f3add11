package wiring

import (
	"fmt"
	"slices"

	"touchmove/rules"
)

func (w Converters) circuit(s *soldering) {
	kind := ConverterOf(w.Chip)
	if kind == nil {
		return
	}
	ports := w.Ports
	if w.Mux == 0 {
		ports = []int{0}
	} else {
		s.mux(w.Bus, w.Mux, w.Ports)
	}
	chip := 0
	for _, port := range ports {
		for _, addr := range w.Addrs {
			where, sda, scl := fmt.Sprintf("address 0x%02x", addr), "SDA", "SCL"
			if w.Mux != 0 {
				where = fmt.Sprintf("port %d, address 0x%02x", port, addr)
				sda, scl = fmt.Sprintf("SD%d", port), fmt.Sprintf("SC%d", port)
			}
			straps := kind.Addrs.Straps(addr)
			for i := range straps {
				switch straps[i].To {
				case "SDA":
					straps[i].To = sda
				case "SCL":
					straps[i].To = scl
				}
			}
			inputs := map[string]Pin{}
			for i := range kind.Inputs {
				if pin, ok := s.input(w.Squares, kind.Inputs*chip+i); ok {
					inputs[fmt.Sprintf("%s%d", kind.Input, i)] = pin
				}
			}
			s.device(Device{Part: kind.Part, Bus: w.Bus, Mux: w.Mux != 0, Where: where}, kind.Package, straps, func(pin string) (Pin, bool) {
				if in, ok := inputs[pin]; ok {
					return in, true
				}
				return bus(pin, sda, scl)
			})
			chip++
		}
	}
	s.sensors(SensorKind{Linear: true, SupplyMV: w.SupplyMV}, w.Squares)
}

func (w Converters) serving(squares []rules.Square) Part { w.Squares = squares; return w }

// mux adds a switch, unless another part has added it already.
func (s *soldering) mux(on string, addr uint16, ports []int) {
	where := fmt.Sprintf("address 0x%02x", addr)
	if slices.ContainsFunc(s.Devices, func(d Device) bool { return d.Part == SwitchPart && d.Where == where && d.Bus == on }) {
		return
	}
	s.device(Device{Part: SwitchPart, Bus: on, Where: where}, switchPackage(), SwitchAddrs().Straps(addr), func(pin string) (Pin, bool) {
		for _, port := range ports {
			if pin == fmt.Sprintf("SD%d", port) || pin == fmt.Sprintf("SC%d", port) {
				return Pin{Role: Signal, To: fmt.Sprintf("port %d", port), Square: rules.NoSquare}, true
			}
		}
		return bus(pin, "SDA", "SCL")
	})
	s.resistors = append(s.resistors, Need{2 * len(ports), "resistor 4.7 kΩ", "from SDA and SCL of each port to 3V3, unless the carriers have them"})
}

// multiplexerPackage returns the pins of a CD74HC4067 (SCHS209, 5).
func multiplexerPackage() Package {
	return Package{"SOIC-24", 24, dual("SIG I7 I6 I5 I4 I3 I2 I1 I0 S0 S1 GND S3 S2 E I15 I14 I13 I12 I11 I10 I9 I8 VCC")}
}

func (w Multiplexed) circuit(s *soldering) {
	kind := ConverterOf(w.Converter)
	if kind == nil {
		return
	}
	input := func(n int) string { return fmt.Sprintf("%s%d", kind.Input, n) }
	s.device(Device{Part: kind.Part, Bus: w.Bus, Where: fmt.Sprintf("address 0x%02x", w.Addr)}, kind.Package, kind.Addrs.Straps(w.Addr), func(pin string) (Pin, bool) {
		for n, at := range w.Inputs {
			if pin == input(at) {
				return Pin{Role: Signal, To: fmt.Sprintf("SIG of chip %d", len(s.Devices)+2+n), Square: rules.NoSquare}, true
			}
		}
		return bus(pin, "SDA", "SCL")
	})
	converter := len(s.Devices)
	for n, at := range w.Inputs {
		inputs := map[string]Pin{}
		for i := range 16 {
			if pin, ok := s.input(w.Squares, 16*n+i); ok {
				inputs[fmt.Sprintf("I%d", i)] = pin
			}
		}
		where := fmt.Sprintf("into %s of chip %d", input(at), converter)
		s.device(Device{Part: "CD74HC4067", Where: where}, multiplexerPackage(), nil, func(pin string) (Pin, bool) {
			if in, ok := inputs[pin]; ok {
				return in, true
			}
			if pin == "SIG" {
				return Pin{Role: Signal, To: input(at), Square: rules.NoSquare}, true
			}
			if line := slices.Index([]string{"S0", "S1", "S2", "S3"}, pin); line >= 0 && line < len(w.Select) {
				return Pin{Role: Signal, To: w.Select[line], Square: rules.NoSquare}, true
			}
			return Pin{}, false
		})
	}
	for n, line := range w.Select {
		s.Lines = append(s.Lines, HeaderLine{Name: line, Use: fmt.Sprintf("S%d", n)})
	}
	s.sensors(SensorKind{Linear: true, SupplyMV: w.SupplyMV}, w.Squares)
}

func (w Multiplexed) serving(squares []rules.Square) Part { w.Squares = squares; return w }
