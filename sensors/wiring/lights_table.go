package wiring

import (
	"periph.io/x/conn/v3/physic"

	"touchmove/sensors/lights/ws2812b"
	"touchmove/sensors/sim/chips"
)

// LightKind is a row of the table of lamps.
type LightKind struct {
	Driver  string   // the word in a configuration
	Part    string   // as its maker writes it
	Aliases []string // other parts that are controlled in the same way
	Addrs   Addresses
	Calm    bool // one colour and one brightness for all lamps

	ChannelMA float64 // for one colour of one LED at full brightness; for a chip, all its LEDs together
	IdleMA    float64 // for one LED, or for the chip, when everything is dark

	model ws2812b.Model
	twin  func(name string, n int) *chips.Strip
}

// OnSPI reports whether the lamps are a chain on an SPI port; otherwise they are on a chip on
// an I2C bus.
func (k *LightKind) OnSPI() bool { return k.twin != nil }

// lightKinds lists the kinds of lamps, in the order in which messages and docs name them.
// Currents are those of the datasheets that the drivers cite: 20 mA per colour of an LED of
// 5050 size (its table "LED characteristic parameter"), 1 mA for the controller in it; for an
// HT16K33 200 mA, which a common typically sinks ("D.C. characteristics"), since one common is
// lit at a time.
var lightKinds = [...]LightKind{
	{
		Driver: "ws2812b", Part: "WS2812B", Aliases: []string{"WS2812", "WS2813"}, ChannelMA: 20, IdleMA: 1, model: ws2812b.WS2812B,
		twin: strip(chips.WS2812B()),
	},
	{
		Driver: "sk6812", Part: "SK6812", Aliases: []string{"SK6812MINI"}, ChannelMA: 20, IdleMA: 1, model: ws2812b.SK6812,
		twin: strip(chips.SK6812(false)),
	},
	{
		Driver: "sk6812rgbw", Part: "SK6812RGBW", ChannelMA: 20, IdleMA: 1, model: ws2812b.SK6812RGBW,
		twin: strip(chips.SK6812(true)),
	},
	{
		Driver: "ht16k33", Part: "HT16K33", ChannelMA: 200, IdleMA: 1, Calm: true,
		Addrs: Addresses{Ranges: []Range{{First: 0x70, Last: 0x77}}, Pins: "A2 A1 A0", Help: "write 0x70 to 0x77, by the bridges on its carrier; the 20-pin chip is at 0x70"},
	},
}

// strip returns a function that makes the twins of a kind of LED, on the port of a Raspberry Pi
// Zero to 3.
func strip(is chips.Pulses) func(string, int) *chips.Strip {
	return func(name string, n int) *chips.Strip { return chips.NewStrip(name, is, n, 250*physic.MegaHertz) }
}

// LightWords lists the words of the kinds of lamps.
func LightWords() (all []string) {
	for i := range lightKinds {
		all = append(all, lightKinds[i].Driver)
	}
	return all
}
