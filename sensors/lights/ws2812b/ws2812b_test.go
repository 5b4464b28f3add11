package ws2812b_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"touchmove/sensors/lights/ws2812b"
	"touchmove/sensors/sim/chips"
)

// cores are the core clocks that the ports of Raspberry Pis divide: Zero to 3, 3B+,
// 4, 5.
var cores = []physic.Frequency{250 * physic.MegaHertz, 400 * physic.MegaHertz, 500 * physic.MegaHertz, 200 * physic.MegaHertz}

var models = map[ws2812b.Model]chips.Pulses{
	ws2812b.WS2812B: chips.WS2812B(), ws2812b.SK6812: chips.SK6812(false), ws2812b.SK6812RGBW: chips.SK6812(true),
}

func open(t *testing.T, port spi.Port, model ws2812b.Model, count int) *ws2812b.Dev {
	t.Helper()
	d, err := ws2812b.New(port, ws2812b.Opts{Model: model, Count: count})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every LED shows the colour it was sent, from the port of every Raspberry Pi, with
// pulses within the limits of its datasheet.
func TestColours(t *testing.T) {
	for model, pulses := range models {
		for _, core := range cores {
			strip := chips.NewStrip("SPI0.0", pulses, 65, core)
			d := open(t, strip, model, 65)
			r := rand.New(rand.NewPCG(1, uint64(model)))
			for range 20 {
				sent := make([]ws2812b.Colour, r.IntN(66))
				for i := range sent {
					sent[i] = ws2812b.Colour{byte(r.UintN(256)), byte(r.UintN(256)), byte(r.UintN(256))}
				}
				if err := d.Show(sent); err != nil {
					t.Fatal(err)
				}
				if err := strip.Err(); err != nil {
					t.Fatalf("%v from a core of %v: %v", d, core, err)
				}
				for n, got := range strip.Colours() {
					var want ws2812b.Colour
					if n < len(sent) {
						want = sent[n]
					}
					white := got[3]
					if shown := (ws2812b.Colour{got[0] + white, got[1] + white, got[2] + white}); shown != want {
						t.Fatalf("%v: LED %d shows %v, was sent %v", d, n, got, want)
					}
					if model == ws2812b.SK6812RGBW && min(got[0], got[1], got[2]) != 0 {
						t.Fatalf("LED %d makes white of three colours although it has a white LED: %v", n, got)
					}
				}
			}
		}
	}
}

// The twin checks the pulses: it reports those of another model, and those at another
// clock than the driver's.
func TestWrongPulses(t *testing.T) {
	strip := chips.NewStrip("SPI0.0", chips.SK6812(false), 8, cores[0])
	if err := open(t, strip, ws2812b.WS2812B, 8).Show([]ws2812b.Colour{{255, 255, 255}}); err != nil || strip.Err() == nil {
		t.Errorf("an SK6812 understood the pulses of a WS2812B: %v, %v", err, strip.Err())
	}
	strip = chips.NewStrip("SPI0.0", chips.WS2812B(), 8, 9*physic.MegaHertz)
	if err := open(t, strip, ws2812b.WS2812B, 8).Show([]ws2812b.Colour{{1, 2, 3}}); err != nil || strip.Err() == nil {
		t.Errorf("pulses at 4.5 MHz were understood: %v, %v", err, strip.Err())
	}
}

// Behind a break in the chain nothing changes, and the driver cannot know.
func TestCut(t *testing.T) {
	strip := chips.NewStrip("SPI0.0", chips.WS2812B(), 3, cores[0])
	d := open(t, strip, ws2812b.WS2812B, 3)
	white := ws2812b.Colour{9, 9, 9}
	strip.Cut(2)
	if err := d.Show([]ws2812b.Colour{white, white, white}); err != nil {
		t.Fatal(err)
	}
	if got := strip.Colours(); got[1] != [4]byte{9, 9, 9, 0} || got[2] != [4]byte{} {
		t.Errorf("shown %v", got)
	}
}

func TestErrors(t *testing.T) {
	strip := chips.NewStrip("SPI0.0", chips.WS2812B(), 3, cores[0])
	for want, count := range map[string]int{"0 LEDs; a chain has 1 to 120": 0, "121 LEDs; a chain has 1 to 120": 121} {
		if _, err := ws2812b.New(strip, ws2812b.Opts{Count: count}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := ws2812b.New(strip, ws2812b.Opts{Model: ws2812b.SK6812RGBW, Count: 120}); err == nil || !strings.Contains(err.Error(), "spidev.bufsiz=4096") {
		t.Errorf("a chain that is longer than the port takes at once: %v", err)
	}
	d := open(t, strip, ws2812b.WS2812B, 3)
	if err := d.Show(make([]ws2812b.Colour, 4)); err == nil || err.Error() != "ws2812b on SPI0.0: 4 colours for 3 LEDs" {
		t.Error(err)
	}
	gone := errors.New("sysfs-spi: no such device")
	strip.Fail(gone)
	if err := d.Show(nil); !errors.Is(err, gone) || !strings.HasPrefix(err.Error(), "ws2812b on SPI0.0: ") {
		t.Error(err)
	}
}

func TestAllocatesNothing(t *testing.T) {
	d := open(t, quiet{}, ws2812b.WS2812B, 65)
	colours := make([]ws2812b.Colour, 65)
	if n := testing.AllocsPerRun(100, func() { _ = d.Show(colours) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// quiet is a port with nothing connected.
type quiet struct{ spi.Conn }

func (quiet) String() string                                              { return "SPI0.0" }
func (quiet) Tx(_, _ []byte) error                                        { return nil }
func (q quiet) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return q, nil }
