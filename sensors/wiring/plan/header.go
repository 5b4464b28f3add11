package plan

import (
	"fmt"
	"strings"

	"touchmove/sensors/wiring"
)

// headerNames are the names of the pins on a Raspberry Pi's header, pin 1 first.
var headerNames = strings.Fields(`3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 GPIO24
	GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20 GND GPIO21`)

// twoPins are the header's pins of an I2C bus.
type twoPins struct{ sda, scl int }

// busPins are the header's pins of I2C buses: the first bus, which every model has, and those that
// overlays add on a Raspberry Pi 4 by default (firmware, overlays/README). Bus 2 belongs to the
// screen except on a Raspberry Pi 5. busPinsOf5 are the pins of the buses that overlays add on a
// Raspberry Pi 5 (its Linux, overlays/i2c2-pi5 and i2c3-pi5).
var (
	busPins    = map[string]twoPins{"0": {27, 28}, "1": {3, 5}, "2": {7, 29}, "3": {7, 29}, "4": {24, 21}, "5": {32, 33}, "6": {15, 16}}
	busPinsOf5 = map[string]twoPins{"2": {7, 29}, "3": {31, 26}}
)

// busNote says how a bus other than the first is made available on the header.
func busNote(bus string) string {
	pins, ok := busPins[bus]
	pins5, on5 := busPinsOf5[bus]
	of4 := fmt.Sprintf("dtoverlay=i2c%s in config.txt, SDA on pin %d, SCL on pin %d.", bus, pins.sda, pins.scl)
	of5 := fmt.Sprintf("dtoverlay=i2c%s-pi5 in config.txt, SDA on pin %d, SCL on pin %d.", bus, pins5.sda, pins5.scl)
	const others = " On other models: dtoverlay=i2c-gpio."
	switch {
	case !ok:
		return "Bus " + bus + " is not on the header: an adapter has it, or an overlay of config.txt."
	case on5 && pins5 == pins:
		return "Bus " + bus + " of a Raspberry Pi 5: " + of5 + others
	case on5:
		return "Bus " + bus + " is drawn for a Raspberry Pi 4: " + of4 + " On a Raspberry Pi 5: " + of5 + others
	}
	return "Bus " + bus + " of a Raspberry Pi 4: " + of4 + others
}

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
