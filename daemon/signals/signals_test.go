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

// What is wished last is shown, its sound is sounded once, and at the end all is dark.
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

// A chip that falls silent is told once, with its address and bus, and once that it is back;
// then it shows what was wished meanwhile.
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

// stuck is hardware whose port never comes back.
type stuck struct {
	wiring.SignalHardware
	release chan struct{}
}

func (s stuck) Port(string) (spi.PortCloser, error) {
	<-s.release
	return nil, errors.New("gone")
}

// While a bus hangs, whoever wishes does not wait, and the last wish counts.
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
