package wiring

import (
	"errors"
	"fmt"
	"io"
	"math"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"touchmove/sensors/lights"
	"touchmove/sensors/lights/buzzer"
	"touchmove/sensors/lights/ht16k33"
	"touchmove/sensors/lights/ws2812b"
	"touchmove/sensors/scan"
)

// SignalHardware is what the lamps and the buzzer of a board are connected to: this computer
// (scan/host), or Twins.
type SignalHardware interface {
	Bus(name string) (i2c.BusCloser, error)
	Port(name string) (spi.PortCloser, error)
	Outputs(names []string) (scan.Lines, error)
}

// Lamps are the opened lamps of a board. They are for one goroutine at a time.
type Lamps struct {
	name  string
	show  func(f *lights.Frame, part float64) error
	close io.Closer
}

// Open opens the lamps. It sends nothing yet. The error names the port or the bus.
func (l Lights) Open(on SignalHardware) (*Lamps, error) {
	kind := l.Kind()
	if kind == nil {
		return nil, fmt.Errorf("no kind of lamps is called %q", l.Driver)
	}
	if !kind.OnSPI() {
		return l.openMatrix(on)
	}
	port, err := on.Port(l.Port)
	if err != nil {
		return nil, err
	}
	d, err := ws2812b.New(port, ws2812b.Opts{Model: kind.model, Count: l.Count()})
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	before, shown, wanted := make([]ws2812b.Colour, l.Count()), make([]ws2812b.Colour, l.Count()), make([]ws2812b.Colour, l.Count())
	return &Lamps{name: d.String(), close: port, show: func(f *lights.Frame, part float64) error {
		if part <= 0 {
			copy(before, shown)
		}
		l.colours(f, wanted)
		for n, c := range wanted {
			for i, v := range c {
				if was := before[n][i]; v > was { // a colour that gets darker changes at once
					v = was + byte(float64(v-was)*min(1, max(0, part)))
				}
				shown[n][i] = v
			}
		}
		return d.Show(shown)
	}}, nil
}

// openMatrix opens lamps on a chip on an I2C bus: line n of the layout is common n.
func (l Lights) openMatrix(on SignalHardware) (*Lamps, error) {
	bus, err := on.Bus(l.Bus)
	if err != nil {
		return nil, err
	}
	d, err := ht16k33.New(bus, l.Addr)
	if err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	order, bright := l.Layout.Squares(), max(0, int(math.Round(float64(l.Brightness)*16/100))-1)
	var shown ht16k33.Picture
	before, now := 0.0, 0.0 // brightness when this frame began, and now
	return &Lamps{name: d.String(), close: bus, show: func(f *lights.Frame, part float64) error {
		if part <= 0 {
			if before = now; shown == (ht16k33.Picture{}) {
				before = 0
			}
		}
		calm := f.Calm()
		var p ht16k33.Picture
		for n, sq := range order {
			if calm.Squares[sq].Lit() {
				p[n/8] |= 1 << (n % 8)
			}
		}
		if l.Edge && calm.Edge.Lit() {
			p[0] |= 1 << 8
		}
		shown = p
		now = before + (float64(bright)-before)*min(1, max(0, part))
		return d.Show(p, int(math.Round(now)))
	}}, nil
}

// String names the chip and its bus, or the chain and its port: "ws2812b on SPI0.0".
func (l *Lamps) String() string { return l.name }

// Show shows a frame. The error names what does not answer; call Show again later.
func (l *Lamps) Show(f *lights.Frame) error { return l.show(f, 1) }

// Rise shows a frame on its way from the one shown before. part goes from 0, at the beginning, to
// 1, which is the same as Show. Lamps that get brighter do so evenly; lamps that get darker change
// at once. If all lamps share one brightness, lamps that are already lit stay lit while others are
// added. The error is that of Show.
func (l *Lamps) Rise(f *lights.Frame, part float64) error { return l.show(f, part) }

// Close turns all lamps off and closes the port or the bus.
func (l *Lamps) Close() error { return errors.Join(l.Show(&lights.Frame{}), l.close.Close()) }

// Sounder is an opened buzzer. It is for one goroutine at a time.
type Sounder struct {
	*buzzer.Dev
	lines scan.Lines
}

// Open requests the buzzer's line and silences it. The error names the line.
func (b Buzzer) Open(on SignalHardware) (*Sounder, error) {
	lines, err := on.Outputs([]string{b.Line})
	if err != nil {
		return nil, err
	}
	d, err := buzzer.New(lines, b.Line)
	if err != nil {
		return nil, errors.Join(err, lines.Close())
	}
	return &Sounder{d, lines}, nil
}

// Close silences the buzzer and releases its line.
func (s *Sounder) Close() error { return errors.Join(s.Sound(false), s.lines.Close()) }
