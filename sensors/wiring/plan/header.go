package plan

import (
	"strings"

	"touchmove/sensors/wiring"
)

// headerNames are the names of the pins on a Raspberry Pi's header, pin 1 first.
var headerNames = strings.Fields(`3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 GPIO24
	GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21`)

// busPins are the header's pins for I2C buses: the first bus, which every model
// has, and those that overlays add on a Raspberry Pi 4 by default (firmware,
// overlays/README).
var busPins = map[string]struct{ sda, scl int }{"0": {27, 28}, "1": {3, 5}, "3": {7, 29}, "4": {24, 21}, "5": {32, 33}, "6": {15, 16}}

// The pins that carry the supply of chips and sensors.
const (
	pin3V3 = 1
	pin5V  = 2
	pinGND = 6
)

// headerPin returns the number of a GPIO line's pin on the header, or 0 if it is
// not there.
func headerPin(line string) int {
	for i, name := range headerNames {
		if name == line {
			return i + 1
		}
	}
	return 0
}

// used returns what each pin of the header is used for, by its number; "" for a
// free pin.
func (p *Plan) used() (pins [41]string) {
	add := func(pin int, what string) {
		if pins[pin] != "" {
			what = pins[pin] + " and " + what
		}
		pins[pin] = what
	}
	c := p.Circuit
	if len(c.Devices) > 0 {
		add(pinGND, "GND")
		if p.linear() {
			add(pin5V, "5V to the regulator")
		} else {
			add(pin3V3, "3V3")
		}
	}
	for _, b := range c.Buses {
		if at, ok := busPins[b.Name]; ok {
			of := ""
			if len(c.Buses) > 1 {
				of = ", bus " + b.Name
			}
			add(at.sda, "SDA"+of)
			add(at.scl, "SCL"+of)
		}
	}
	if c.Lamps != nil && !c.Lamps.OwnFeed && pins[pin5V] == "" {
		add(pin5V, "5V of the lamps")
	}
	clock := false
	for _, l := range c.Lines {
		if l.Use == wiring.BuzzerUse {
			add(pin5V, "5V of the buzzer")
		}
		if pin := headerPin(l.Name); pin > 0 {
			add(pin, strings.NewReplacer("the clock's", "clock", "clock button", "button").Replace(l.Use))
		}
		clock = clock || strings.Contains(l.Use, "clock")
	}
	if clock && len(c.Devices) == 0 {
		add(pinGND, "GND")
	}
	return pins
}
