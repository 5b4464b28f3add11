package signals_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/spi"

	"touchmove/daemon/signals"
	"touchmove/rules"
	"touchmove/sensors/lights"
	"touchmove/sensors/wiring"
)

var wired = wiring.Signals{
	Lights: wiring.Lights{Driver: "ht16k33", Bus: "1", Addr: 0x70, Layout: lights.Layout{First: rules.A1, Next: rules.B1}, Edge: true, Brightness: 50},
	Buzzer: wiring.Buzzer{Line: "GPIO12"},
}

func frame(sq rules.Square, sound lights.Sound) lights.Frame {
	f := lights.Frame{Sound: sound}
	f.Squares[sq] = lights.Lamp{Tone: lights.White, Large: true}
	return f
}

// The latest wish is shown, its sound is sounded once, and at the end all lamps are dark.
func TestWishes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		on, twins := wiring.NewSignalTwins(wired)
		s := signals.New(wired, on, slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { s.Run(ctx); close(ended) }()
		synctest.Wait()
		s.Wish(frame(rules.A1, lights.Call))
		s.Wish(frame(rules.E4, lights.Silence)) // the call is not lost
		beeps, sounded := 0, false
		for range 200 {
			time.Sleep(10 * time.Millisecond)
			synctest.Wait()
			if now := twins.Buzzer.Sounds(); now != sounded {
				if sounded = now; now {
					beeps++
				}
			}
		}
		if squares, _ := twins.Shown(wired.Lights); beeps != 3 || squares[rules.E4] == [3]byte{} || squares[rules.A1] != [3]byte{} {
			t.Errorf("%d beeps; e4 %v, a1 %v", beeps, squares[rules.E4], squares[rules.A1])
		}
		if now, _ := s.Now(); now.Frame != frame(rules.E4, lights.Silence) || now.Faults != nil {
			t.Errorf("told %v, %v", &now.Frame, now.Faults)
		}
		stop()
		<-ended
		if squares, _ := twins.Shown(wired.Lights); squares != [64][3]byte{} || twins.Buzzer.Sounds() {
			t.Error("something is lit or heard after the end")
		}
	})
}

// A lamp becomes bright over 300 ms and never flashes. One that is already lit stays as it is,
// and one that should be dark is dark at once.
func TestLampsRise(t *testing.T) {
	is := wiring.Signals{Lights: wiring.Lights{Driver: "ws2812b", Port: "0.0", Layout: lights.Layout{First: rules.A1, Next: rules.B1}, Brightness: 50, SupplyMA: 2000}}
	synctest.Test(t, func(t *testing.T) {
		on, twins := wiring.NewSignalTwins(is)
		s := signals.New(is, on, slog.New(slog.DiscardHandler))
		go s.Run(t.Context())
		synctest.Wait()
		// red returns the red levels of the LEDs of two squares, every 20 ms.
		red := func(of [2]rules.Square) (levels [20][2]byte) {
			for i := range levels {
				synctest.Wait()
				squares, _ := twins.Shown(is.Lights)
				levels[i] = [2]byte{squares[of[0]][0], squares[of[1]][0]}
				time.Sleep(20 * time.Millisecond)
			}
			return levels
		}
		s.Wish(frame(rules.E4, lights.Silence))
		first := red([2]rules.Square{rules.E4, rules.A1})
		for i := 1; i < len(first); i++ {
			if first[i][0] < first[i-1][0] || first[i][0]-first[i-1][0] > 127/10 {
				t.Errorf("e4 after %d ms: %d after %d", 20*i, first[i][0], first[i-1][0])
			}
		}
		if first[0][0] != 0 || first[7][0] < 50 || first[7][0] > 70 || first[15][0] != 127 || first[19][0] != 127 {
			t.Errorf("e4 rises %v", first)
		}

		both := frame(rules.E4, lights.Silence)
		both.Squares[rules.A1] = lights.Lamp{Tone: lights.White, Large: true}
		s.Wish(both)
		for i, level := range red([2]rules.Square{rules.E4, rules.A1}) {
			if level[0] != 127 || i == 0 && level[1] != 0 || i >= 15 && level[1] != 127 {
				t.Errorf("after %d ms e4 is at %d and a1 at %d", 20*i, level[0], level[1])
			}
		}
		s.Wish(frame(rules.A1, lights.Silence))
		if levels := red([2]rules.Square{rules.E4, rules.A1}); levels[0] != [2]byte{0, 127} {
			t.Errorf("e4 is to go out: %v", levels)
		}
		if err := twins.Strip.Err(); err != nil {
			t.Error(err)
		}
	})
}

// A chip has one brightness for all its lamps: it rises from dark, and a lit lamp does not go
// out when another one follows.
func TestChipRises(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		on, twins := wiring.NewSignalTwins(wired)
		s := signals.New(wired, on, slog.New(slog.DiscardHandler))
		go s.Run(t.Context())
		synctest.Wait()
		var levels [20]int
		s.Wish(frame(rules.E4, lights.Silence))
		for i := range levels {
			synctest.Wait()
			_, levels[i] = twins.Matrix.Lit()
			if i > 0 && levels[i] < levels[i-1] {
				t.Errorf("darker after %d ms: %v", 20*i, levels)
			}
			time.Sleep(20 * time.Millisecond)
		}
		if levels[0] != 1 || levels[7] < 3 || levels[7] > 6 || levels[15] != 8 {
			t.Errorf("rises %v, in sixteenths", levels)
		}
		both := frame(rules.E4, lights.Silence)
		both.Squares[rules.A1] = lights.Lamp{Tone: lights.White, Large: true}
		s.Wish(both)
		for range 20 {
			synctest.Wait()
			if _, level := twins.Matrix.Lit(); level != 8 {
				t.Errorf("another lamp, and the one that was lit has %d sixteenths", level)
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
}

// A chip that stops answering is reported once, with its address and bus, and once when it is
// back. Then it shows what was wished in the meantime.
func TestFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		on, twins := wiring.NewSignalTwins(wired)
		var log bytes.Buffer
		s := signals.New(wired, on, slog.New(slog.NewTextHandler(&log, nil)))
		go s.Run(t.Context())
		synctest.Wait()
		bus := on.(*wiring.Twins).Buses["1"]
		bus.Unplug(0x70)
		s.Wish(frame(rules.A1, lights.Silence))
		time.Sleep(20 * time.Second)
		synctest.Wait()
		now, _ := s.Now()
		if len(now.Faults) != 1 || !strings.HasPrefix(now.Faults[0], "ht16k33 0x70 on I2C1") {
			t.Errorf("faults %q", now.Faults)
		}
		s.Wish(frame(rules.H8, lights.Silence))
		bus.Plug(0x70)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if squares, _ := twins.Shown(wired.Lights); squares[rules.H8] == [3]byte{} {
			t.Error("the chip is back and does not show what was wished")
		}
		twins.Matrix.Power(false)
		twins.Matrix.Power(true) // a dip of the supply
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if squares, _ := twins.Shown(wired.Lights); squares[rules.H8] == [3]byte{} {
			t.Error("after a dip of its supply the chip stays dark")
		}
		if text := log.String(); strings.Count(text, "do not answer") != 1 || strings.Count(text, "answer again") != 1 || !strings.Contains(text, "HT16K33 0x70 on I2C bus 1") {
			t.Errorf("logged:\n%s", text)
		}
	})
}

// stuck is hardware whose port hangs for ever when it is opened.
type stuck struct {
	wiring.SignalHardware
	release chan struct{}
}

func (s stuck) Port(string) (spi.PortCloser, error) {
	<-s.release
	return nil, errors.New("gone")
}

// While a bus hangs, Wish does not wait, and the last wish counts.
func TestNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := wiring.Signals{Lights: wiring.Lights{Driver: "ws2812b", Port: "0.0", Layout: lights.Layout{First: rules.A1, Next: rules.B1}, Brightness: 20, SupplyMA: 1000}}
		on := stuck{release: make(chan struct{})}
		s := signals.New(is, on, slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { s.Run(ctx); close(ended) }()
		began := time.Now()
		for sq := range rules.AllSquares.All() {
			s.Wish(frame(sq, lights.Silence))
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("wishing took %v", took)
		}
		if now, _ := s.Now(); now.Frame != frame(rules.H8, lights.Silence) {
			t.Errorf("told %v", &now.Frame)
		}
		stop()
		close(on.release)
		<-ended
	})
}

// A board without lamps has no signals, and wishing does nothing.
func TestNone(t *testing.T) {
	s := signals.New(wiring.Signals{}, nil, nil)
	if s.Wish(lights.Frame{}); s != nil {
		t.Error("signals of nothing")
	}
}
