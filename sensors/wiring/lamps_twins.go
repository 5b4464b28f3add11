package wiring

import (
	"fmt"

	"periph.io/x/conn/v3/spi"

	"touchmove/sensors/sim/chips"
)

// SignalTwins are the simulated lamps and buzzer of a board; nil for those that it does not
// have.
type SignalTwins struct {
	Strip  *chips.Strip
	Matrix *chips.HT16K33
	Buzzer *chips.Buzzer
}

// Signals adds simulated lamps and a simulated buzzer to a board's chips, so that their
// drivers can be opened on the twins.
func (t *Twins) Signals(s Signals) SignalTwins {
	var all SignalTwins
	if kind := s.Lights.Kind(); kind != nil && kind.OnSPI() {
		all.Strip = kind.twin("SPI"+s.Lights.Port, s.Lights.Count())
		if t.Ports == nil {
			t.Ports = map[string]*chips.Strip{}
		}
		t.Ports[s.Lights.Port] = all.Strip
	} else if kind != nil {
		all.Matrix = chips.NewHT16K33(16)
		t.bus(s.Lights.Bus).Attach(s.Lights.Addr, all.Matrix)
	}
	if s.Buzzer.Wired() {
		all.Buzzer = chips.NewBuzzer()
		t.name(all.Buzzer.Lines(), s.Buzzer.Line)
	}
	return all
}

// Port implements SignalHardware.
func (t *Twins) Port(name string) (spi.PortCloser, error) {
	if t.Ports[name] == nil {
		return nil, fmt.Errorf("SPI port %s is not simulated", name)
	}
	return t.Ports[name], nil
}

// NewSignalTwins returns simulated lamps and a simulated buzzer, without a board's chips,
// and the hardware on which they are opened.
func NewSignalTwins(s Signals) (SignalHardware, SignalTwins) {
	t := &Twins{Buses: map[string]*chips.Bus{}, where: map[string]place{}}
	return t, t.Signals(s)
}

// Shown returns what the lamps of a wiring show, as far as it can be known: for a chain the
// colour of each lamp; for a chip which lamps are lit, as white.
func (s SignalTwins) Shown(l Lights) (squares [64][3]byte, edge [3]byte) {
	colours := make([][3]byte, 65)
	switch {
	case s.Strip != nil:
		for n, c := range s.Strip.Colours() {
			colours[n] = [3]byte{c[0] + c[3], c[1] + c[3], c[2] + c[3]}
		}
	case s.Matrix != nil:
		rows, _ := s.Matrix.Lit()
		for n := range 64 {
			if rows[n/8]>>(n%8)&1 != 0 {
				colours[n] = [3]byte{255, 255, 255}
			}
		}
		if rows[0]>>8&1 != 0 {
			colours[64] = [3]byte{255, 255, 255}
		}
	}
	for n, sq := range l.Layout.Squares() {
		squares[sq] = colours[n]
	}
	return squares, colours[64]
}
