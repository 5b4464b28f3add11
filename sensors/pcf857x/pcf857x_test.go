package pcf857x_test

import (
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/pcf857x"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

func open(m pcf857x.Model) func(i2c.Bus, []uint16) (chiptest.Driver, error) {
	return func(bus i2c.Bus, addrs []uint16) (chiptest.Driver, error) {
		return pcf857x.New(bus, pcf857x.Opts{Model: m, Addrs: addrs})
	}
}

func TestPCF8575(t *testing.T) {
	chiptest.Suite{
		Name: "pcf8575", Width: 16, Addrs: []uint16{0x20, 0x21, 0x24, 0x27}, Wrong: 0x38,
		Attach: chiptest.Attach((*chips.Board).PCF8575s), Open: open(pcf857x.PCF8575), Unknowable: true,
	}.Run(t)
}

func TestPCF8574(t *testing.T) {
	chiptest.Suite{
		Name: "pcf8574", Width: 8, Addrs: []uint16{0x20, 0x21, 0x22, 0x23, 0x38, 0x39, 0x3a, 0x3f}, Wrong: 0x40,
		Attach: chiptest.Attach((*chips.Board).PCF8574s), Open: open(pcf857x.PCF8574), Unknowable: true,
	}.Run(t)
}

func TestNoSuchModel(t *testing.T) {
	if _, err := pcf857x.New(chips.NewBus("I2C1"), pcf857x.Opts{Model: 2, Addrs: []uint16{0x20}}); err == nil {
		t.Error("taken")
	}
}

// Pins that another program has driven low become inputs again.
func TestPinsWrittenLow(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.PCF8575s(bus, chiptest.Squares(), 0x20)
	if err := bus.Tx(0x20, []byte{0, 0}, nil); err != nil {
		t.Fatal(err)
	}
	dev, err := pcf857x.New(bus, pcf857x.Opts{Addrs: []uint16{0x20}})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 16)
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	for ch, n := range got {
		if n != 1 {
			t.Errorf("channel %d reads %d", ch, n)
		}
	}
}

// The bytes on the wire: a start and a reading with pieces on a1 and h2.
func TestTraffic(t *testing.T) {
	for _, c := range []struct {
		model pcf857x.Model
		put   func(*chips.Board, *chips.Bus)
		last  rules.Square
	}{
		{pcf857x.PCF8575, func(b *chips.Board, bus *chips.Bus) { b.PCF8575s(bus, chiptest.Squares(), 0x20) }, rules.H2},
		{pcf857x.PCF8574, func(b *chips.Board, bus *chips.Bus) { b.PCF8574s(bus, chiptest.Squares(), 0x20) }, rules.H1},
	} {
		t.Run(c.model.String(), func(t *testing.T) {
			board, bus := chips.NewBoard(), chips.NewBus("I2C1")
			c.put(board, bus)
			board.SetSquare(rules.A1, sensors.Occupied)
			board.SetSquare(c.last, sensors.Occupied)
			traffic.Test(t, bus, func(bus i2c.Bus) {
				dev, err := pcf857x.New(bus, pcf857x.Opts{Model: c.model, Addrs: []uint16{0x20}})
				if err != nil {
					t.Fatal(err)
				}
				got := make(sensors.Counts, dev.Channels())
				if err := dev.Read(got); err != nil || got[0] != 0 || got[1] != 1 || got[c.last] != 0 {
					t.Error(got, err)
				}
			})
		})
	}
}
