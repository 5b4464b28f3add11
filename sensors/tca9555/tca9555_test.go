package tca9555_test

import (
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca9555"
)

func TestBoard(t *testing.T) {
	chiptest.Suite{
		Name: "tca9555", Width: 16, Addrs: []uint16{0x20, 0x27, 0x74, 0x77}, Wrong: 0x78,
		Attach: chiptest.Attach((*chips.Board).TCA9555s),
		Open: func(bus i2c.Bus, addrs []uint16) (chiptest.Driver, error) {
			return tca9555.New(bus, tca9555.Opts{Addrs: addrs})
		},
	}.Run(t)
}

// Another program has made the chip's pins outputs and inverted them. It is read
// correctly nevertheless.
func TestFromAnyState(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.TCA9555s(bus, chiptest.Squares(), 0x20)
	board.SetSquare(rules.B2, sensors.Occupied)
	for _, w := range [][]byte{{0x02, 0, 0}, {0x04, 0xff, 0xff}, {0x06, 0, 0}} {
		if err := bus.Tx(0x20, w, nil); err != nil {
			t.Fatal(err)
		}
	}
	dev, err := tca9555.New(bus, tca9555.Opts{Addrs: []uint16{0x20}})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 16)
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	for ch, n := range got {
		if (n == 0) != (ch == 9) {
			t.Errorf("channel %d reads %d", ch, n)
		}
	}
}

// The 9535 needs resistors on the board.
func TestWithoutInternalPullUps(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x20, chips.NewTCA9535(board.Contacts(chiptest.Squares()[:16]).PullUp()))
	board.SetSquare(rules.C1, sensors.Occupied)
	dev, err := tca9555.New(bus, tca9555.Opts{Addrs: []uint16{0x20}})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 16)
	if err := dev.Read(got); err != nil || got[2] != 0 || got[3] != 1 {
		t.Error(got, err)
	}
}

// The bytes on the wire: a start and a reading with pieces on a1 and h2.
func TestTraffic(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.TCA9555s(bus, chiptest.Squares(), 0x20)
	board.SetSquare(rules.A1, sensors.Occupied)
	board.SetSquare(rules.H2, sensors.Occupied)
	traffic.Test(t, bus, func(bus i2c.Bus) {
		dev, err := tca9555.New(bus, tca9555.Opts{Addrs: []uint16{0x20}})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 16)
		if err := dev.Read(got); err != nil || got[0] != 0 || got[1] != 1 || got[15] != 0 {
			t.Error(got, err)
		}
	})
}
