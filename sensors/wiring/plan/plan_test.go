package plan_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"touchmove/configs"
	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors/scan"
	"touchmove/sensors/wiring"
	"touchmove/sensors/wiring/plan"
)

const examples = "../../../configs"

// example returns the first board of an example configuration.
func example(t testing.TB, path string) configs.Board {
	t.Helper()
	c, _, err := configs.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	b := c.Boards[0]
	if s, ok := b.Wiring.(configs.Simulated); ok {
		if b.Wiring, err = wiring.Usual(s.Chip); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func planOf(t testing.TB, path string) *plan.Plan {
	b := example(t, path)
	return plan.New(b.ID, "as configured in "+filepath.Base(path), b.Wiring, wiring.CircuitOf(b.Wiring, b.Clock, b.Signals()))
}

// shown are the examples with plans in the docs.
var shown = []string{"tca9555", "mcpmatrix", "ads1115", "lights"}

// Every example configuration has its plan, as text and as a picture.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob(examples + "/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".toml")
		t.Run(name, func(t *testing.T) {
			p := planOf(t, file)
			goldentest.Check(t, "testdata/"+name+".txt", p.Text())
			svg := p.SVG()
			goldentest.Check(t, "testdata/"+name+".svg", svg)
			if slices.Contains(shown, name) {
				goldentest.Check(t, "../../../docs/pictures/wiring-"+name+".svg", svg)
			}
			within(t, svg)
			if bytes.Count(p.HTML(), []byte("<svg")) != bytes.Count(svg, []byte("<g ")) {
				t.Error("the page has not one picture for each sheet")
			}
			for sq := range rules.AllSquares.All() {
				if !bytes.Contains(svg, []byte(">"+sq.String()+"<")) {
					t.Errorf("%v is not in the picture", sq)
				}
			}
		})
	}
}

// within parses a picture as XML and checks that every text begins on the paper and, as
// far as can be known without its font, ends there.
func within(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	var x, size float64
	anchor, inside := "", false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inside = e.Name.Local == "text"
			anchor = ""
			for _, a := range e.Attr {
				v, _ := strconv.ParseFloat(a.Value, 64)
				switch a.Name.Local {
				case "x":
					x = v
				case "y":
					if inside && (v < 5 || v > 206) {
						t.Errorf("a text at y = %v", v)
					}
				case "font-size":
					if size = v; inside && v < 1.6 {
						t.Errorf("type of %v mm", v)
					}
				case "text-anchor":
					anchor = a.Value
				}
			}
		case xml.CharData:
			if !inside || strings.TrimSpace(string(e)) == "" {
				continue
			}
			w := 0.5 * size * float64(len([]rune(string(e))))
			left := map[string]float64{"": x, "start": x, "middle": x - w/2, "end": x - w}[anchor]
			if left < 4 || left+w > 293 {
				t.Errorf("%q runs off the paper: from %.0f to %.0f mm", e, left, left+w)
			}
			inside = false
		}
	}
}

// Every square of every wiring has one wire, no two wires have the same number, and the
// pin has the name that the driver's faults give.
func TestEverySquareHasItsWire(t *testing.T) {
	for _, driver := range append(wiring.Words(), wiring.Mixed{}.Driver()) {
		w, err := wiring.Usual(driver)
		if err != nil {
			t.Fatal(err)
		}
		c := wiring.CircuitOf(w, example(t, examples+"/cd74hc4067.toml").Clock, wiring.Signals{})
		names, seen := wiring.NamesOf(w), map[int]rules.Square{}
		for channel, sq := range wiring.Served(w) {
			if sq == rules.NoSquare || len(c.Grids) > 0 {
				continue
			}
			wire := c.Wires[sq]
			if other, twice := seen[wire.No]; twice || wire.No < 1 {
				t.Errorf("%s: wire %d goes to %v and to %v", driver, wire.No, sq, other)
			}
			seen[wire.No] = sq
			if e := wiring.ExpanderOf(w.Driver()); e != nil && !strings.HasSuffix(names.Long(channel), wire.Pin) {
				t.Errorf("%s: %v is on %s in the plan, and its driver calls it %s", driver, sq, wire.Pin, names.Long(channel))
			}
		}
		if len(c.Grids) == 0 && len(seen) != 64 {
			t.Errorf("%s: %d wires", driver, len(seen))
		}
		used := map[int]bool{}
		for _, d := range c.Devices {
			for _, p := range append(append([]wiring.Pin{}, d.Left...), d.Right...) {
				if p.Role == wiring.Input && c.Wires[p.Square].No != p.Wire || p.Role == wiring.Input && used[p.Wire] {
					t.Errorf("%s: chip %d %s has wire %d", driver, d.No, p.Name, p.Wire)
				}
				used[p.Wire] = p.Role == wiring.Input || used[p.Wire]
			}
		}
	}
}

// If a calibration found the wiring, that wiring is drawn.
func TestRewired(t *testing.T) {
	w, _ := wiring.Usual("tca9555")
	found := wiring.Rewired(w, wiring.Natural(180))
	before, after := wiring.CircuitOf(w, example(t, examples+"/tca9555.toml").Clock, wiring.Signals{}), wiring.CircuitOf(found, example(t, examples+"/tca9555.toml").Clock, wiring.Signals{})
	for sq := range rules.AllSquares.All() {
		if got, want := after.Wires[sq], before.Wires[wiring.Turned(sq, 180)]; got != want {
			t.Errorf("%v is on %+v, want %+v", sq, got, want)
		}
	}
	mixed, _ := wiring.Usual("mixed")
	if got := wiring.Served(wiring.Rewired(mixed, wiring.Natural(90))); len(got) != 64 || got[0] != rules.A8 || got[63] != rules.H1 {
		t.Errorf("the parts of a mixed board serve %v", got)
	}
}

// A TCA9539 has RESET at the pin where a TCA9555 has A2, and it has no pull-ups.
func TestOtherPartAtOtherAddresses(t *testing.T) {
	w := wiring.Expanders{Chip: "tca9555", Bus: "1", Addrs: []uint16{0x74, 0x75, 0x76, 0x77}, Squares: wiring.Natural(0)}
	text := string(plan.New("b", "", w, wiring.CircuitOf(w, example(t, examples+"/tca9555.toml").Clock, wiring.Signals{})).Text())
	for _, want := range []string{"Chip 1: TCA9539", " 3 RESET  jumper to 3V3", "21 A0   jumper to GND", "64  resistor 10 kΩ"} {
		if !strings.Contains(text, want) {
			t.Errorf("the plan does not say %q:\n%s", want, text)
		}
	}
}

// A matrix on lines without names, as of a USB adapter, and without diodes: no label promises a diode or the Raspberry
// Pi's own resistors, and no label is wider than its place.
func TestPlanOfAMatrixOnAnAdapter(t *testing.T) {
	w := wiring.GPIOMatrix{Bare: true, Squares: wiring.Natural(0)}
	for n := range 8 {
		w.Rows, w.Columns = append(w.Rows, "GPIO"+strconv.Itoa(5+n)), append(w.Columns, "gpiochip1:"+strconv.Itoa(n))
	}
	p := plan.New("usb", "as configured in usb.toml", w, wiring.CircuitOf(w, scan.ClockLines{}, wiring.Signals{}))
	text, svg := string(p.Text()), string(p.SVG())
	for _, not := range []string{"through the diode", "inside the Raspberry Pi"} {
		if strings.Contains(text+svg, not) {
			t.Errorf("the plan says %q", not)
		}
	}
	for _, want := range []string{"10 kΩ from each column to 3V3", "Not on the header", "gpiochip1:7 (file h)", "resistor 10 kΩ"} {
		if !strings.Contains(text, want) {
			t.Errorf("the plan does not say %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(line)); n > 110 {
			t.Errorf("a line of %d characters: %s", n, line)
		}
	}
}
