package tca6424a_test

import (
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca6424a"
)

func TestBoard(t *testing.T) {
	chiptest.Suite{
		Name: "tca6424a", Width: tca6424a.Inputs, Addrs: []uint16{0x22, 0x23}, Wrong: 0x21,
		Attach: chiptest.Attach((*chips.Board).TCA6424As),
		Open: func(bus i2c.Bus, addrs []uint16) (chiptest.Driver, error) {
			return tca6424a.New(bus, tca6424a.Opts{Addrs: addrs})
		},
	}.Run(t)
}

// one reads the chip at 0x22.
func one(t *testing.T, bus i2c.Bus) sensors.Counts {
	t.Helper()
	dev, err := tca6424a.New(bus, tca6424a.Opts{Addrs: []uint16{0x22}})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, tca6424a.Inputs)
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	return got
}

// Another program has made the chip's pins outputs, inverted them and told the chip
// not to count. It is read correctly nevertheless.
func TestFromAnyState(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.TCA6424As(bus, chiptest.Squares(), 0x22)
	board.SetSquare(rules.B3, sensors.Occupied)
	for _, w := range [][]byte{{0x84, 0, 0, 0}, {0x88, 0xff, 0xff, 0xff}, {0x8c, 0, 0, 0}, {0x0d, 0}, {0x01}} {
		if err := bus.Tx(0x22, w, nil); err != nil {
			t.Fatal(err)
		}
	}
	for ch, n := range one(t, bus) {
		if (n == 0) != (ch == 17) {
			t.Errorf("channel %d reads %d", ch, n)
		}
	}
}

// Without resistors on the board every line floats, and no piece can be detected.
func TestNeedsResistors(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x22, chips.NewTCA6424A(board.Contacts(chiptest.Squares()[:tca6424a.Inputs])))
	for ch, n := range one(t, bus) {
		if n != 0 {
			t.Errorf("channel %d reads %d without a piece and without a resistor", ch, n)
		}
	}
}

// The bytes on the wire: a start and a reading with pieces on a1, h2 and h3.
func TestTraffic(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.TCA6424As(bus, chiptest.Squares(), 0x22)
	for _, sq := range []rules.Square{rules.A1, rules.H2, rules.H3} {
		board.SetSquare(sq, sensors.Occupied)
	}
	traffic.Test(t, bus, func(bus i2c.Bus) {
		if got := one(t, bus); got[0] != 0 || got[1] != 1 || got[15] != 0 || got[16] != 1 || got[23] != 0 {
			t.Error(got)
		}
	})
}
