package chips_test

import (
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// plain reads without writing a register address first.
func (w wire) plain(n int) []byte {
	w.t.Helper()
	r := make([]byte, n)
	if err := w.bus.Tx(0x20, nil, r); err != nil {
		w.t.Fatal(err)
	}
	return r
}

func TestPCF8575(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	chip := board.PCF8575s(bus, squares(16), 0x20)[0]
	w := wire{t, bus}
	w.want("after power-on", w.plain(2), 0xff, 0xff)
	if chip.INT() != true {
		t.Error("INT without a change")
	}
	board.SetSquare(rules.B2, sensors.Black)
	if chip.INT() != false {
		t.Error("no INT at a change")
	}
	board.SetSquare(rules.B2, sensors.Empty)
	if chip.INT() != true {
		t.Error("INT after the pin came back")
	}
	board.SetSquare(rules.B2, sensors.Black)
	w.want("in turn", w.plain(5), 0xff, 0xfd, 0xff, 0xfd, 0xff)
	if chip.INT() != true {
		t.Error("INT after reading")
	}
	w.write(0x0f, 0xff)
	w.want("written low", w.plain(2), 0x0f, 0xfd)
	chip.Power(false)
	if err := bus.Tx(0x20, nil, make([]byte, 1)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
	if err := bus.Tx(0x20, []byte{1}, nil); err != chips.ErrNoAnswer {
		t.Error(err)
	}
	chip.Power(true)
	w.want("after power came back", w.plain(2), 0xff, 0xfd)
}

func TestPCF8574(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.PCF8574s(bus, squares(8), 0x20)
	w := wire{t, bus}
	board.SetSquare(rules.H1, sensors.Occupied)
	w.want("again and again", w.plain(3), 0x7f, 0x7f, 0x7f)
	w.write(0x00, 0xfe)
	w.want("the last byte written counts", w.plain(1), 0x7e)
}

func TestTCA9555(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	chip := board.TCA9555s(bus, squares(16), 0x20)[0]
	w := wire{t, bus}
	for reg, want := range []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0xff, 0xff} {
		w.want("after power-on", w.read(byte(reg), 1), want)
	}
	board.SetSquare(rules.A2, sensors.Occupied)
	if chip.INT() != false {
		t.Error("no INT at a change")
	}
	w.want("port 0 has not changed", w.read(0, 1), 0xff)
	if chip.INT() != false {
		t.Error("reading port 0 cleared the INT of port 1")
	}
	w.want("in turn from register 1", w.read(1, 3), 0xfe, 0xff, 0xfe)
	if chip.INT() != true {
		t.Error("INT after reading")
	}
	w.write(5, 0xff, 0x0f) // polarity 1, then 0
	w.want("polarity", w.read(4, 2), 0x0f, 0xff)
	w.want("inverted", w.read(0, 2), 0xf0, 0x01)
	w.write(4, 0, 0)
	w.write(2, 0x55, 0xff)
	w.write(6, 0x00)
	w.want("outputs", w.read(0, 2), 0x55, 0xfe)
	w.want("config", w.read(6, 2), 0x00, 0xff)
	w.write(0, 0x12, 0x34)
	w.want("inputs cannot be written", w.read(0, 2), 0x55, 0xfe)
	chip.Power(false)
	if err := bus.Tx(0x20, []byte{0}, make([]byte, 1)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
	if err := bus.Tx(0x20, nil, make([]byte, 1)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
	chip.Power(true)
	w.want("config after power came back", w.read(6, 2), 0xff, 0xff)

	bus = chips.NewBus("I2C1")
	bus.Attach(0x20, chips.NewTCA9535(chips.NewBoard().Contacts(squares(16))))
	w = wire{t, bus}
	w.want("without resistors lines float", w.read(0, 2), 0, 0)
}
