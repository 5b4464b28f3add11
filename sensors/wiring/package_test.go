package wiring_test

import (
	"slices"
	"strings"
	"testing"

	"touchmove/sensors/wiring"
)

// Every kind of chip has as many pins as its package, each of its inputs and address
// pins is among them, and every address has its straps.
func TestPackages(t *testing.T) {
	check := func(part string, p wiring.Package, inputs []string, a wiring.Addresses) {
		t.Helper()
		if p.Numbered != 0 && p.Numbered != len(p.Pins) {
			t.Errorf("%s: %d pins in a %s", part, len(p.Pins), p.Name)
		}
		for _, name := range append(append([]string{"SDA", "SCL"}, inputs...), strings.Fields(a.Pins)...) {
			n := 0
			for _, pin := range p.Pins {
				if pin == name {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s has %d pins %s", part, n, name)
			}
		}
		seen := map[string]bool{}
		for _, r := range a.Ranges {
			for addr := r.First; addr <= r.Last; addr++ {
				var all []string
				for _, s := range a.Straps(addr) {
					all = append(all, s.Pin+" to "+s.To)
				}
				key := r.Part + " " + strings.Join(all, ", ")
				if len(all) == 0 || seen[key] {
					t.Errorf("%s 0x%02x: %q, which is another's or nothing", part, addr, key)
				}
				seen[key] = true
			}
		}
	}
	for _, word := range wiring.Words() {
		if e := wiring.ExpanderOf(word); e != nil {
			var inputs []string
			for n := range e.Inputs {
				inputs = append(inputs, e.Pin(n))
			}
			check(e.Part, e.Package, inputs, e.Addrs)
			if (e.PullUps == "") != e.Resistors {
				t.Errorf("%s: pull-ups %q, and resistors %v", e.Part, e.PullUps, e.Resistors)
			}
		}
		if c := wiring.ConverterOf(word); c != nil {
			var inputs []string
			for n := range c.Inputs {
				inputs = append(inputs, c.Input+string(rune('0'+n)))
			}
			check(c.Part, c.Package, inputs, c.Addrs)
		}
	}
	got := wiring.ExpanderOf("tca9555").Addrs.Straps(0x25)
	want := []wiring.Strap{{Pin: "A2", To: "3V3"}, {Pin: "A1", To: "GND"}, {Pin: "A0", To: "3V3"}}
	if !slices.Equal(got, want) {
		t.Errorf("0x25 is strapped %v", got)
	}
}
