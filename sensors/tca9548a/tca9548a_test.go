package tca9548a_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/pcf857x"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca9548a"
)

// open puts a PCF8575 at 0x20 behind each of the ports 0 to 3, with sixteen squares
// each.
func open(t *testing.T) (*chips.Board, *chips.Bus, *chips.TCA9548A, *tca9548a.Dev) {
	t.Helper()
	board, bus, twin := chips.NewBoard(), chips.NewBus("I2C1"), chips.NewTCA9548A("mux")
	bus.Attach(0x70, twin)
	for n := range 4 {
		board.PCF8575s(twin.Port(n), chiptest.Squares()[16*n:], 0x20)
	}
	dev, err := tca9548a.New(bus, 0x70)
	if err != nil {
		t.Fatal(err)
	}
	return board, bus, twin, dev
}

func port(t *testing.T, d *tca9548a.Dev, n int) i2c.Bus {
	t.Helper()
	p, err := d.Port(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Four chips have the same address, and each answers alone. The port is selected
// only when it changes.
func TestPorts(t *testing.T) {
	board, bus, _, dev := open(t)
	board.SetSquare(rules.B3, sensors.Occupied) // chip 2, pin 1
	for n, want := range [][2]byte{{0xff, 0xff}, {0xfd, 0xff}, {0xff, 0xff}, {0xff, 0xff}} {
		for range 2 {
			var r [2]byte
			if err := port(t, dev, n).Tx(0x20, nil, r[:]); err != nil || r != want {
				t.Errorf("port %d: % x, %v", n, r, err)
			}
		}
	}
	if n := bus.Wire().Transactions; n != 12 {
		t.Errorf("%d transactions for four ports used twice", n)
	}
	p := port(t, dev, 3)
	if p.String() != "port 3 of tca9548a 0x70 on I2C1" || dev.String() != "tca9548a 0x70 on I2C1" || p.SetSpeed(physic.MegaHertz) == nil {
		t.Errorf("the port is named %q, the switch %q, or the port takes a speed of its own", p, dev)
	}
}

func TestRefuses(t *testing.T) {
	if _, err := tca9548a.New(chips.NewBus("I2C1"), 0x78); err == nil || !strings.Contains(err.Error(), "0x78 is not an address this chip can have") {
		t.Error(err)
	}
	_, _, _, dev := open(t)
	for _, n := range []int{-1, 8} {
		if _, err := dev.Port(n); err == nil || !strings.Contains(err.Error(), "tca9548a 0x70 on I2C1: there is no port") {
			t.Error(n, err)
		}
	}
}

// After a reset of the switch, its chips do not answer, and the next attempt
// selects the port again. If the switch has no power, the error names the switch.
func TestSwitchLosesItsSelection(t *testing.T) {
	_, bus, twin, dev := open(t)
	p := port(t, dev, 1)
	r := make([]byte, 2)
	if err := p.Tx(0x20, nil, r); err != nil {
		t.Fatal(err)
	}
	twin.Reset()
	if err := p.Tx(0x20, nil, r); !errors.Is(err, chips.ErrNoAnswer) {
		t.Error(err)
	}
	if err := p.Tx(0x20, nil, r); err != nil {
		t.Error(err)
	}
	twin.Power(false)
	for range 2 {
		err := p.Tx(0x20, nil, r)
		if !errors.Is(err, chips.ErrNoAnswer) {
			t.Error(err)
		}
	}
	if err := p.Tx(0x20, nil, r); err == nil || err.Error() != "tca9548a 0x70 on I2C1: sysfs-i2c: remote I/O error" {
		t.Error(err)
	}
	twin.Power(true)
	if err := p.Tx(0x20, nil, r); err != nil {
		t.Error(err)
	}
	bus.Stick(true)
	if err := p.Tx(0x20, nil, r); !errors.Is(err, chips.ErrStuck) {
		t.Error(err)
	}
}

// If a part behind a port holds its line low, the bus above is held while that port
// is selected, and no longer.
func TestStuckPort(t *testing.T) {
	_, _, twin, dev := open(t)
	r := make([]byte, 2)
	twin.Port(2).Stick(true)
	if err := port(t, dev, 0).Tx(0x20, nil, r); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := port(t, dev, 2).Tx(0x20, nil, r); !errors.Is(err, chips.ErrStuck) {
			t.Error(err)
		}
	}
	if err := port(t, dev, 0).Tx(0x20, nil, r); !errors.Is(err, chips.ErrStuck) {
		t.Error("the selection was changed on a bus that is held down:", err)
	}
	twin.Reset()
	if err := port(t, dev, 0).Tx(0x20, nil, r); err != nil {
		t.Error(err)
	}
}

// Drivers of different ports run in separate goroutines.
func TestPortsAtOnce(t *testing.T) {
	board, _, _, dev := open(t)
	var on [4]rules.Square
	for n := range on {
		on[n] = rules.Square(16*n + 3*n)
		board.SetSquare(on[n], sensors.Occupied)
	}
	var wg sync.WaitGroup
	for n := range 4 {
		d, err := pcf857x.New(port(t, dev, n), pcf857x.Opts{Addrs: []uint16{0x20}})
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			got := make(sensors.Counts, 16)
			for range 50 {
				if err := d.Read(got); err != nil {
					t.Error(err)
					return
				}
				for ch, v := range got {
					if (v == 0) != (ch == 3*n) {
						t.Errorf("port %d: channel %d reads %d", n, ch, v)
					}
				}
			}
		})
	}
	wg.Wait()
}

// If two ports are connected, the chips behind them answer together.
func TestTwoPortsTogether(t *testing.T) {
	board, bus, _, _ := open(t)
	board.SetSquare(rules.A1, sensors.Occupied)
	board.SetSquare(rules.C4, sensors.Occupied)
	var r [2]byte
	if err := errors.Join(bus.Tx(0x70, []byte{0x03}, nil), bus.Tx(0x20, nil, r[:])); err != nil || r != [2]byte{0xfe, 0xfb} {
		t.Errorf("% x, %v", r, err)
	}
	var control [1]byte
	if err := bus.Tx(0x70, nil, control[:]); err != nil || control[0] != 0x03 {
		t.Errorf("control % x, %v", control, err)
	}
}

// The bytes on the wire: a port is selected only when it changes.
func TestTraffic(t *testing.T) {
	board, bus, _, _ := open(t)
	board.SetSquare(rules.B3, sensors.Occupied)
	traffic.Test(t, bus, func(bus i2c.Bus) {
		dev, err := tca9548a.New(bus, 0x70)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 1, 0} {
			var r [2]byte
			if err := port(t, dev, n).Tx(0x20, nil, r[:]); err != nil || (r[0] == 0xfd) != (n == 1) {
				t.Errorf("port %d: % x, %v", n, r, err)
			}
		}
	})
}
