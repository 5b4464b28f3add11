package wiring_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights"
	"touchmove/sensors/wiring"
)

func lamps(driver string) wiring.Lights {
	l := wiring.Lights{Driver: driver, Port: "0.0", Layout: lights.Layout{First: rules.H8, Next: rules.H7, Serpentine: true}, Edge: true, Brightness: 50, SupplyMA: 4000}
	if driver == "ht16k33" {
		l.Port, l.Bus, l.Addr, l.Layout.Serpentine = "", "1", 0x71, false
	}
	return l
}

// The lamp of every square shows what the frame has there, through the driver and the
// twin of each kind.
func TestLampsShowTheFrame(t *testing.T) {
	for _, driver := range wiring.LightWords() {
		l := lamps(driver)
		on, twins := wiring.NewSignalTwins(wiring.Signals{Lights: l})
		opened, err := l.Open(on)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			var f lights.Frame
			for range r.IntN(12) {
				f.Squares[r.IntN(64)] = lights.Lamp{Tone: lights.Tone(r.IntN(6)), Large: true}
			}
			f.Edge = lights.Lamp{Tone: lights.Tone(r.IntN(6)), Large: true}
			if err := opened.Show(&f); err != nil {
				t.Fatal(err)
			}
			squares, edge := twins.Shown(l)
			for sq, c := range squares {
				if f.Squares[sq].Lit() != (c != [3]byte{}) {
					t.Fatalf("%s: the lamp of %v shows %v for %v", driver, rules.Square(sq), c, f.Squares[sq])
				}
			}
			if f.Edge.Lit() != (edge != [3]byte{}) {
				t.Fatalf("%s: the lamp at the edge shows %v for %v", driver, edge, f.Edge)
			}
			if twins.Strip != nil && twins.Strip.Err() != nil {
				t.Fatal(twins.Strip.Err())
			}
		}
		if err := opened.Close(); err != nil {
			t.Fatal(err)
		}
		if squares, edge := twins.Shown(l); squares != [64][3]byte{} || edge != [3]byte{} {
			t.Errorf("%s: lamps stay lit after the end", driver)
		}
	}
}

// Lamps never draw more than their supply gives: the currents of all LEDs are summed.
func TestSupplyIsALimit(t *testing.T) {
	for _, driver := range []string{"ws2812b", "sk6812"} {
		for _, supply := range []int{200, 500, 1000, 4000} {
			l := lamps(driver)
			l.Brightness, l.SupplyMA = 100, supply
			on, twins := wiring.NewSignalTwins(wiring.Signals{Lights: l})
			opened, err := l.Open(on)
			if err != nil {
				t.Fatal(err)
			}
			var f lights.Frame
			f.Set(rules.AllSquares, lights.Lamp{Tone: lights.White, Large: true})
			f.Edge = f.Squares[0]
			if err := opened.Show(&f); err != nil {
				t.Fatal(err)
			}
			squares, edge := twins.Shown(l)
			drawn := 65.0
			for _, c := range append(squares[:], edge) {
				drawn += 20 * (float64(c[0]) + float64(c[1]) + float64(c[2])) / 255
			}
			if drawn > float64(supply) || drawn < 0.85*float64(min(supply, l.MostMA())) {
				t.Errorf("%s: %.0f mA are drawn of a supply of %d", driver, drawn, supply)
			}
		}
	}
}

// If there is only one colour and one size, only the large lamps are lit.
func TestMatrixShowsWhatAsksForAHand(t *testing.T) {
	l := lamps("ht16k33")
	on, twins := wiring.NewSignalTwins(wiring.Signals{Lights: l})
	opened, err := l.Open(on)
	if err != nil {
		t.Fatal(err)
	}
	var f lights.Frame
	f.Set(rules.AllSquares, lights.Lamp{Tone: lights.Green})
	f.Squares[rules.H4] = lights.Lamp{Tone: lights.Red, Large: true}
	if err := opened.Show(&f); err != nil {
		t.Fatal(err)
	}
	squares, _ := twins.Shown(l)
	for sq, c := range squares {
		if (c != [3]byte{}) != (rules.Square(sq) == rules.H4) {
			t.Errorf("%v shows %v", rules.Square(sq), c)
		}
	}
}

// The error for lamps that do not answer names them, with their port or their address
// and bus.
func TestLampsFail(t *testing.T) {
	l := lamps("ht16k33")
	on, _ := wiring.NewSignalTwins(wiring.Signals{Lights: l})
	opened, err := l.Open(on)
	if err != nil {
		t.Fatal(err)
	}
	on.(*wiring.Twins).Buses["1"].Unplug(0x71)
	var fault *sensors.ChipError
	if err := opened.Show(&lights.Frame{}); !errors.As(err, &fault) || fault.Name() != "ht16k33 0x71 on I2C1" {
		t.Errorf("got %v", err)
	}
	l = lamps("sk6812")
	on, twins := wiring.NewSignalTwins(wiring.Signals{Lights: l})
	if opened, err = l.Open(on); err != nil {
		t.Fatal(err)
	}
	twins.Strip.Fail(errors.New("input/output error"))
	if err := opened.Show(&lights.Frame{}); err == nil || err.Error() != "sk6812 on SPI0.0: input/output error" {
		t.Errorf("got %v", err)
	}
	l.Port = "1.0"
	if _, err := l.Open(on); err == nil || err.Error() != "SPI port 1.0 is not simulated" {
		t.Errorf("got %v", err)
	}
	if _, err := (wiring.Lights{Driver: "neon"}).Open(on); err == nil || !strings.Contains(err.Error(), `"neon"`) {
		t.Errorf("got %v", err)
	}
}

func TestBuzzer(t *testing.T) {
	b := wiring.Buzzer{Line: "GPIO12"}
	on, twins := wiring.NewSignalTwins(wiring.Signals{Buzzer: b})
	s, err := b.Open(on)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Sound(true); err != nil || !twins.Buzzer.Sounds() {
		t.Errorf("it does not sound: %v", err)
	}
	if err := s.Close(); err != nil || twins.Buzzer.Sounds() {
		t.Errorf("it sounds after the end: %v", err)
	}
	if _, err := (wiring.Buzzer{Line: "GPIO5"}).Open(on); err == nil || !strings.Contains(err.Error(), "GPIO5") {
		t.Error(err)
	}
}

func ExampleLights() {
	l := lamps("ws2812b")
	fmt.Println(l, "draws at most", l.MostMA(), "mA")
	// Output: 65×WS2812B on SPI port 0.0 draws at most 1643 mA
}
