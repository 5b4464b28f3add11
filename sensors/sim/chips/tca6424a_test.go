package chips_test

import (
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

func TestTCA6424A(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	chip := board.TCA6424As(bus, squares(24), 0x20)[0]
	w := wire{t, bus}
	w.want("it counts after power-on", w.plain(4), 0xff, 0xff, 0xff, 0xff)
	for reg, want := range []byte{0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0} {
		w.want("after power-on", w.read(byte(reg), 2), want, want) // does not count
	}
	board.SetSquare(rules.A3, sensors.Occupied)
	if chip.INT() != false {
		t.Error("no INT at a change")
	}
	w.want("ports 0 and 1 have not changed", w.read(0x80, 2), 0xff, 0xff)
	if chip.INT() != false {
		t.Error("reading ports 0 and 1 cleared the INT of port 2")
	}
	w.want("counts on in a read of its own", w.plain(2), 0xfe, 0xff)
	if chip.INT() != true {
		t.Error("INT after reading")
	}
	w.want("in turn from register 1", w.read(0x81, 5), 0xff, 0xfe, 0xff, 0xff, 0xfe)
	w.want("without counting", w.read(0x02, 3), 0xfe, 0xfe, 0xfe)
	w.write(0x8a, 0xff, 0x0f, 0x00) // polarity 2, then 0, then 1
	w.want("polarity", w.read(0x88, 3), 0x0f, 0x00, 0xff)
	w.want("inverted", w.read(0x80, 3), 0xf0, 0xff, 0x01)
	w.write(0x88, 0, 0, 0)
	w.write(0x04, 0x55, 0x66) // does not count: the last value stays
	w.write(0x0c, 0x00)
	w.want("outputs", w.read(0x80, 3), 0x66, 0xff, 0xfe)
	w.want("config", w.read(0x8c, 3), 0x00, 0xff, 0xff)
	w.write(0x80, 0x12, 0x34, 0x56)
	w.want("inputs cannot be written", w.read(0x80, 3), 0x66, 0xff, 0xfe)
	w.write(0x90, 0x00)
	w.want("beyond the registers nothing is", w.read(0x8c, 3), 0x00, 0xff, 0xff)
	chip.Power(false)
	if err := bus.Tx(0x20, []byte{0}, make([]byte, 1)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
	if err := bus.Tx(0x20, nil, make([]byte, 1)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
	chip.Power(true)
	w.want("config after power came back", w.read(0x8c, 3), 0xff, 0xff, 0xff)
}
