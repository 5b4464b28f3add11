package wiring

import (
	"fmt"

	"touchmove/rules"
)

// LampUse describes the order of a board's lamps and their supply.
type LampUse struct {
	What    string // "65×WS2812B on SPI port 0.0"
	Order   [64]rules.Square
	Matrix  bool // lamps are at rows and commons of a chip, not in a chain
	Edge    bool
	MostMA  int // with all lamps lit
	Supply  int // what their supply must be able to give, in mA
	Bright  int // in percent
	OwnFeed bool
}

// BuzzerUse is the use of a buzzer's line.
const BuzzerUse = "buzzer"

// signals adds lamps and a buzzer to the circuit.
func (s *soldering) signals(on Signals) {
	if kind := on.Lights.Kind(); kind != nil {
		l := on.Lights
		s.Lamps = &LampUse{
			What: l.String(), Order: l.Layout.Squares(), Matrix: !kind.OnSPI(), Edge: l.Edge,
			MostMA: l.MostMA(), Supply: l.SupplyMA, Bright: l.Brightness, OwnFeed: kind.OnSPI(),
		}
		if kind.OnSPI() {
			s.chain(l, kind)
		} else {
			s.lampChip(l, kind)
		}
	}
	if line := on.Buzzer.Line; line != "" {
		s.Lines = append(s.Lines, HeaderLine{Name: line, Use: BuzzerUse})
		s.signalNeeds = append(s.signalNeeds,
			Need{1, "buzzer 5 V, active", "sounds by itself while it has current; from 5 V to the transistor's collector"},
			Need{1, "transistor NPN, BC337", "base over 1 kΩ to " + line + ", emitter to GND"},
			Need{1, "resistor 1 kΩ", "from " + line + " to the transistor's base"},
			Need{1, "resistor 10 kΩ", "from the transistor's base to GND, so that the buzzer is silent until the program runs"},
			Need{1, "diode 1N4148", "across the buzzer, ring to 5 V"})
	}
}

// lamp adds a device of the lamps. None of its pins has a jumper or a wire to a
// square.
func (s *soldering) lamp(part, name, where string, left, right []Pin) {
	for _, pins := range [][]Pin{left, right} {
		for i := range pins {
			pins[i].Square = rules.NoSquare
		}
	}
	s.Devices = append(s.Devices, Device{No: len(s.Devices) + 1, Part: part, Package: name, Where: where, Left: left, Right: right})
	s.bypassed++
}

const lampSupply = "5 V of the lamps"

// chain adds LEDs with built-in controllers: one data wire, through a level shifter.
func (s *soldering) chain(l Lights, kind *LightKind) {
	lines := PortLines(l.Port)
	data := "data output of SPI port " + l.Port
	if len(lines) > 0 {
		data = lines[0]
		s.Lines = append(s.Lines, HeaderLine{Name: data, Use: "lamps, data"})
	}
	first := len(s.Devices) + 1
	s.lamp("74AHCT125", "DIP-14", "level shifter for the lamps", []Pin{
		{No: 1, Name: "1OE", Role: Jumper, To: ground}, {No: 2, Name: "1A", Role: Signal, To: data},
		{No: 3, Name: "1Y", Role: Signal, To: fmt.Sprintf("330 Ω, chip %d DIN", first+1)},
		{No: 4, Name: "2OE", Role: Power, To: lampSupply}, {No: 5, Name: "2A", Role: Jumper, To: ground}, {No: 6, Name: "2Y", Role: Free, To: "free"},
		{No: 7, Name: "GND", Role: Ground, To: ground},
	}, []Pin{
		{No: 14, Name: "VCC", Role: Power, To: lampSupply}, {No: 13, Name: "4OE", Role: Power, To: lampSupply},
		{No: 12, Name: "4A", Role: Jumper, To: ground}, {No: 11, Name: "4Y", Role: Free, To: "free"},
		{No: 10, Name: "3OE", Role: Power, To: lampSupply}, {No: 9, Name: "3A", Role: Jumper, To: ground}, {No: 8, Name: "3Y", Role: Free, To: "free"},
	})
	s.lamp(kind.Part, "5050", fmt.Sprintf("the first of %d, below %v", l.Count(), l.Layout.First),
		[]Pin{{Name: "DIN", Role: Signal, To: fmt.Sprintf("330 Ω, chip %d 1Y", first)}, {Name: "VSS", Role: Ground, To: ground}},
		[]Pin{{Name: "VDD", Role: Power, To: lampSupply}, {Name: "DOUT", Role: Signal, To: fmt.Sprintf("DIN below %v", l.Layout.Next)}})
	s.bypassed--
	s.signalNeeds = append(s.signalNeeds,
		Need{l.Count(), "LED " + kind.Part, "on a strip or singly, one below each square" + andEdge(l)},
		Need{1, "74AHCT125", "DIP-14; the lamps want 3.5 V for a 1, and a Raspberry Pi gives 3.3 V"},
		Need{1, "resistor 330 Ω", "in the wire of data, at the first lamp"},
		Need{1, "capacitor 1000 µF, 10 V", "where 5 V enters the chain"},
		Need{1, fmt.Sprintf("supply 5 V, %.1f A", float64(l.SupplyMA)/1000), fmt.Sprintf("for the lamps alone: they draw up to %d mA; its ground is joined with the Pi's", min(l.MostMA(), l.SupplyMA))})
}

func andEdge(l Lights) string {
	if l.Edge {
		return ", and one at the edge of the board"
	}
	return ""
}

// lampChip adds a chip with a matrix of LEDs.
func (s *soldering) lampChip(l Lights, kind *LightKind) {
	of := fmt.Sprintf(", bus %s, over the level shifter", BusName(l.Bus))
	left := []Pin{{Name: "VDD", Role: Power, To: "5 V"}, {Name: "VSS", Role: Ground, To: ground}, {Name: "SDA", Role: Signal, To: "SDA" + of}, {Name: "SCL", Role: Signal, To: "SCL" + of}}
	var right []Pin
	order := l.Layout.Squares()
	for n := range 8 {
		left = append(left, Pin{Name: fmt.Sprintf("COM%d", n), Role: Signal, To: fmt.Sprintf("cathodes %v to %v", order[8*n], order[8*n+7])})
		right = append(right, Pin{Name: fmt.Sprintf("ROW%d", n), Role: Signal, To: fmt.Sprintf("anodes %v to %v", order[n], order[56+n])})
	}
	if l.Edge {
		right = append(right, Pin{Name: "ROW8", Role: Signal, To: "anode of the lamp at the edge, cathode to COM0"})
	}
	s.lamp(kind.Part, "28-pin, on a carrier", fmt.Sprintf("address 0x%02x, by bridges on the carrier", l.Addr), left, right)
	s.signalNeeds = append(s.signalNeeds,
		Need{1, kind.Part, "on a carrier that leads all rows and commons out; its LEDs need no resistors"},
		Need{l.Count(), "LED 3 mm", "of one colour, one below each square" + andEdge(l)},
		Need{1, "level shifter for I2C, two channels", "with two BSS138, between SDA and SCL of the Pi and of the chip: at 5 V it wants 3.5 V for a 1"})
	if at := BusName(l.Bus); !s.has(at) {
		s.Buses = append(s.Buses, BusUse{Name: at})
	}
}

// has reports whether other chips are on a bus.
func (s *soldering) has(bus string) bool {
	for _, b := range s.Buses {
		if b.Name == bus {
			return true
		}
	}
	return false
}
