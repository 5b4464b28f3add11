package wiring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/wiring"
)

// The usual board of every driver serves each square once, on chips with addresses
// that they can have.
func TestUsual(t *testing.T) {
	for _, driver := range drivers() {
		w := usual(t, driver)
		count := map[rules.Square]int{}
		for _, sq := range wiring.Served(w) {
			count[sq]++
		}
		delete(count, rules.NoSquare)
		if len(count) != 64 {
			t.Errorf("%s: %d squares are served", driver, len(count))
		}
		for sq, n := range count {
			if n != 1 {
				t.Errorf("%s: %v is served by %d channels", driver, sq, n)
			}
		}
		taken := map[string]bool{}
		for _, p := range w.Parts() {
			for _, c := range p.Chips() {
				var ranges wiring.Addresses
				if e := wiring.ExpanderOf(c.Driver); e != nil {
					ranges = e.Addrs
				} else {
					ranges = wiring.ConverterOf(c.Driver).Addrs
				}
				at := fmt.Sprint(wiring.On(c.Bus, c.Addr), c.Mux, c.Port)
				if !ranges.Allow(int64(c.Addr)) || taken[at] {
					t.Errorf("%s: %+v is not possible, or there twice", driver, c)
				}
				taken[at] = true
			}
		}
		if what := wiring.What(w); what == "" || strings.Contains(what, "%!") {
			t.Errorf("%s: %q", driver, what)
		}
	}
	if _, err := wiring.Usual("abacus"); err == nil || !strings.Contains(err.Error(), "abacus") {
		t.Error(err)
	}
}

// No two channels of a board have the same name, and the short names fit.
func TestNamesDiffer(t *testing.T) {
	for _, driver := range drivers() {
		w := usual(t, driver)
		names := wiring.NamesOf(w)
		long := map[string]bool{}
		for ch := range wiring.Served(w) {
			l, s := names.Long(ch), names.Short(ch)
			if l == "" || long[l] || s == "" || len(s) > 5 {
				t.Errorf("%s: channel %d is %q, %q", driver, ch, l, s)
			}
			long[l] = true
		}
	}
}

// Every chip of a usual board is recognised by how it answers, before its driver
// has set it up and after, whatever stands on the board. What is asked does not
// change what is read.
func TestIdentify(t *testing.T) {
	for _, driver := range drivers() {
		t.Run(driver, func(t *testing.T) {
			w := usual(t, driver)
			b := open(t, w, sensors.Occupancy, nil)
			check := func(when string) {
				t.Helper()
				for _, p := range w.Parts() {
					for _, c := range p.Chips() {
						for _, twin := range b.twins.Chips {
							if twin.Addr != c.Addr || fmt.Sprint(twin.Squares) != fmt.Sprint(c.Squares) {
								continue
							}
							words := wiring.Identify(twin.Bus.Tx, c.Addr)
							if !slices.Contains(words, c.Driver) {
								t.Errorf("%s: %s at 0x%02x answers as %v", when, c.Driver, c.Addr, words)
							}
						}
					}
				}
			}
			check("after power-on")
			b.read(t)
			check("set up")
			for sq := rules.A1; sq < rules.NoSquare; sq += 3 {
				b.pins.SetSquare(sq, sensors.White)
			}
			before := fmt.Sprint(b.read(t))
			check("with pieces")
			b.read(t) // an ADS7138 first returns the previous reading
			if after := fmt.Sprint(b.read(t)); after != before {
				t.Errorf("reads\n%s\nand before it was asked\n%s", after, before)
			}
		})
	}
}

// Parts of an unknown kind are refused, and the error gives their word.
func TestUnknownKinds(t *testing.T) {
	for _, w := range []wiring.Wiring{
		wiring.Expanders{Chip: "abacus", Bus: "1", Addrs: []uint16{0x20}, Squares: wiring.Natural(0)},
		wiring.Converters{Chip: "abacus", Bus: "1", Squares: wiring.Natural(0)},
		wiring.Multiplexed{Converter: "abacus", Bus: "1", Squares: wiring.Natural(0)},
	} {
		if _, err := wiring.Drivers(w)[0](nil); err == nil || !strings.Contains(err.Error(), "abacus") {
			t.Errorf("%T: %v", w, err)
		}
		if !strings.Contains(w.String(), "abacus") || wiring.NamesOf(w).Long(3) == "" {
			t.Errorf("%T is %q", w, w)
		}
	}
}

// A part is known by its own name and those of compatible parts, in upper or lower
// case.
func TestKnown(t *testing.T) {
	for part, want := range map[string]string{
		"PCA9555": "tca9555", "tca9539": "tca9555", "PCF8574A": "pcf8574", "pca6424a": "tca6424a", "MCP23017": "mcp23017", "Ads7138": "ads7138", "abacus": "", "": "",
	} {
		if got := wiring.Known(part); got != want {
			t.Errorf("%q is read by %q, want %q", part, got, want)
		}
	}
	for _, word := range wiring.Words() {
		var aliases []string
		if e := wiring.ExpanderOf(word); e != nil {
			aliases = e.Aliases
		} else if c := wiring.ConverterOf(word); c != nil {
			aliases = c.Aliases
		}
		for _, part := range aliases {
			if got := wiring.Known(part); got != word || slices.Contains(wiring.Words(), strings.ToLower(part)) {
				t.Errorf("%s is an alias of %s, and read by %q", part, word, got)
			}
		}
	}
}
