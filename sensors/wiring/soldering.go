package wiring

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
	"touchmove/sensors/scan"
)

// soldering builds a Circuit part by part.
type soldering struct {
	*Circuit
	wire      int // the last number given to a wire
	bypassed  int // number of devices with a capacitor
	resistors []Need

	signalNeeds []Need // for lamps and buzzer
}

// device adds a chip. straps are those of its address. net returns what any other pin is
// wired to, unless it is a supply, ground or address pin.
func (s *soldering) device(d Device, pins Package, straps []Strap, net func(pin string) (Pin, bool)) {
	d.No, d.Package = len(s.Devices)+1, pins.Name
	all := make([]Pin, len(pins.Pins))
	for i, name := range pins.Pins {
		p := Pin{Name: name, Square: rules.NoSquare, Role: Free, To: "free"}
		at := slices.IndexFunc(straps, func(t Strap) bool { return t.Pin == name })
		if role, to, ok := fixed(name); ok {
			p.Role, p.To = role, to
		} else if at >= 0 {
			p.Role, p.To = strapped(straps[at].To)
		} else if n, ok := net(name); ok {
			p.Role, p.To, p.Wire, p.Square = n.Role, n.To, n.Wire, n.Square
		}
		if pins.Numbered > 0 {
			p.No = i + 1
		}
		if p.Role == Input && p.Square != rules.NoSquare {
			s.Wires[p.Square] = Wire{No: p.Wire, Device: d.No, Pin: name}
		}
		all[i] = p
	}
	half := (len(all) + 1) / 2
	d.Left, d.Right = all[:half:half], slices.Clone(all[half:])
	slices.Reverse(d.Right)
	s.Devices = append(s.Devices, d)
	s.bypassed++
	if d.Bus != "" && !d.Mux {
		s.on(d.Bus, d.No)
	}
}

// strapped returns the role and connection of an address pin.
func strapped(to string) (Role, string) {
	switch to {
	case "":
		return Free, "free"
	case supply, ground:
		return Jumper, to
	}
	return Signal, to
}

// on records a device on a bus.
func (s *soldering) on(bus string, device int) {
	bus = BusName(bus)
	at := slices.IndexFunc(s.Buses, func(b BusUse) bool { return b.Name == bus })
	if at < 0 {
		at = len(s.Buses)
		s.Buses = append(s.Buses, BusUse{Name: bus})
	}
	s.Buses[at].Devices = append(s.Buses[at].Devices, device)
}

// input returns the next wire to a square; ok is false if the input is free.
func (s *soldering) input(squares []rules.Square, channel int) (Pin, bool) {
	if channel >= len(squares) || squares[channel] == rules.NoSquare {
		return Pin{}, false
	}
	s.wire++
	return Pin{Role: Input, Wire: s.wire, Square: squares[channel]}, true
}

// bus returns the net of the pins SDA and SCL: the bus itself, or a port of a switch.
func bus(pin, sda, scl string) (Pin, bool) {
	switch pin {
	case "SDA":
		return Pin{Role: Signal, To: sda, Square: rules.NoSquare}, true
	case "SCL":
		return Pin{Role: Signal, To: scl, Square: rules.NoSquare}, true
	}
	return Pin{}, false
}

// sensors records what is below some squares.
func (s *soldering) sensors(kind SensorKind, squares []rules.Square) {
	for _, sq := range squares {
		if sq != rules.NoSquare {
			kind.Squares++
		}
	}
	if kind.Squares > 0 {
		s.Sensors = append(s.Sensors, kind)
	}
	if !kind.Linear && kind.PullUps == "" && !kind.ActiveHigh {
		s.resistors = append(s.resistors, Need{kind.Squares, "resistor 10 kΩ", "from each input to 3V3: the chips have no pull-ups"})
	}
}

// grid adds the matrix g, with a wire for each of its rows and columns.
func (s *soldering) grid(g Grid, rows, columns []string, squares []rules.Square) *Grid {
	copy(g.Squares[:], squares)
	for n := range 8 {
		s.wire++
		g.Rows[n] = GridLine{Wire: s.wire, To: rows[n]}
	}
	for n := range 8 {
		s.wire++
		g.Columns[n] = GridLine{Wire: s.wire, To: columns[n]}
	}
	s.Grids = append(s.Grids, g)
	return &s.Grids[len(s.Grids)-1]
}

// needs lists what must be bought. The first sensing devices belong to the sensors; those of
// lamps are listed with the lamps.
func (s *soldering) needs(clock scan.ClockLines, sensing int) {
	s.Needs = append(s.Needs, Need{1, "Raspberry Pi", "with the 40-pin header; I2C is switched on in config.txt"})
	if len(s.Buses) == 0 {
		s.Needs[0].Note = "with the 40-pin header"
	}
	s.count(s.Devices[:sensing])
	s.Needs = together(s.Needs)
	squares, linear := 0, 0
	for _, k := range s.Sensors {
		squares += k.Squares
		switch {
		case k.Linear:
			linear += k.Squares
			s.Needs = append(s.Needs, Need{k.Squares, fmt.Sprintf("linear Hall sensor for %.1f V", float64(k.SupplyMV)/1000), "ratiometric: half its supply without a magnet, as DRV5055 or SS49E"})
		case k.ActiveHigh:
			s.Needs = append(s.Needs, Need{k.Squares, "Hall switch, push-pull, high for a piece", "for 3.3 V; never a latching one"})
		case len(s.Grids) > 0 && sensing < 2:
			s.Needs = append(s.Needs, Need{k.Squares, "reed switch, normally open", "upright below the middle of its square"})
		default:
			s.Needs = append(s.Needs, Need{k.Squares, "reed switch, or unipolar Hall switch for 3.3 V", "open-drain or open-collector; never a latching one"})
		}
	}
	s.Needs = append(s.Needs, Need{32, "magnet, one in the base of each piece", "`touchmove margins` says which"})
	for _, g := range s.Grids {
		if g.Diodes {
			s.Needs = append(s.Needs, Need{64, "diode 1N4148", "without them three pieces show a fourth that is not there"})
		}
	}
	s.Needs = append(s.Needs, s.resistors...)
	if s.bypassed > 0 {
		s.Needs = append(s.Needs, Need{s.bypassed, "capacitor 100 nF", "at each chip between supply and ground, legs as short as they go"}, Need{1, "capacitor 10 µF", "where 3V3 enters the board"})
	}
	if linear > 0 {
		s.Needs = append(s.Needs, Need{1, "regulator 3.3 V, 1 A", fmt.Sprintf("fed from 5 V: %d sensors draw up to %d mA", linear, 10*linear)})
	}
	for _, b := range s.Buses {
		if b.Name != usualBuses[0] {
			s.Needs = append(s.Needs, Need{2, "resistor 2.2 kΩ", "from SDA and SCL of bus " + b.Name + " to 3V3"})
		}
	}
	for _, line := range ClockLines(clock) {
		s.Needs = append(s.Needs, Need{1, "contact for " + line.Use, "between " + line.Name + " and " + contactTo(clock)})
	}
	s.Needs = append(s.Needs, s.signalNeeds...)
	s.Needs = append(s.Needs, Need{s.wire, "numbered wire", wireNote(squares, s.wire, linear > 0)})
	s.Needs = together(s.Needs)
}

// together adds up what must be bought for several parts of a board.
func together(needs []Need) (all []Need) {
	for _, n := range needs {
		at := slices.IndexFunc(all, func(other Need) bool { return other.What == n.What && other.Note == n.Note })
		if at < 0 {
			all = append(all, n)
		} else {
			all[at].Count += n.Count
		}
	}
	return all
}

// contactTo returns where the other side of a clock's contact is wired.
func contactTo(clock scan.ClockLines) string {
	if clock.ActiveHigh {
		return supply
	}
	return ground
}

func wireNote(squares, wires int, linear bool) string {
	switch {
	case linear:
		return "0.14 mm², sensor to chip at most 20 cm; longer ones pick up noise"
	case wires < squares:
		return "0.14 mm², from rows and columns, at most 50 cm"
	}
	return "0.14 mm², switch to chip at most 30 cm; above that a resistor of 10 kΩ to 3V3 at each input"
}

// count adds a line for each kind of device.
func (s *soldering) count(devices []Device) {
	for _, d := range devices {
		note := d.Package
		if !strings.HasPrefix(note, "DIP") {
			note += ", on a carrier to solder by hand"
		}
		s.Needs = append(s.Needs, Need{1, d.Part, note})
	}
}
