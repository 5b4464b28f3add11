package chips_test

import (
	"testing"

	"periph.io/x/conn/v3/gpio"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// The command byte of the ADS7828: input, pair or against ground, reference.
func TestADS7828Commands(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	hall := board.Hall(squares(8), 3300)
	for input := range 8 {
		hall.Tune(input, 100*float64(1+input), 0)
	}
	chip := chips.NewADS7828(hall, 4096)
	bus.Attach(0x20, chip)
	w := wire{t, bus}
	for _, c := range []struct {
		name    string
		command byte
		want    uint16
	}{
		{"CH0", 0x84, 100}, {"CH2", 0x94, 300}, {"CH4", 0xa4, 500}, {"CH6", 0xb4, 700},
		{"CH1", 0xc4, 200}, {"CH3", 0xd4, 400}, {"CH5", 0xe4, 600}, {"CH7", 0xf4, 800},
		{"CH1 against CH0", 0x44, 100}, {"CH0 against CH1 is below 0", 0x04, 0},
		{"CH7, internal reference", 0xfc, 1311}, // 800 of 2500 mV
	} {
		w.want(c.name, w.read(c.command, 2), byte(c.want>>8), byte(c.want))
	}
	chip.Power(false)
	if err := bus.Tx(0x20, []byte{0x84}, make([]byte, 2)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
}

// The opcodes, registers and modes of the ADS7138.
func TestADS7138Registers(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	hall := board.Hall(squares(8), 4096)
	for input := range 8 {
		hall.Tune(input, float64(16+input), 0)
	}
	chip := chips.NewADS7138(hall, 4096)
	bus.Attach(0x20, chip)
	w := wire{t, bus}
	ask := func(n int, question ...byte) []byte {
		r := make([]byte, n)
		if err := bus.Tx(0x20, question, r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	w.want("status after power-on", ask(1, 0x10, 0x00), 0x81)
	w.write(0x08, 0x00, 0x01)
	w.want("status when it was cleared", ask(1, 0x10, 0x00), 0x80)
	w.write(0x28, 0x02, 0x00, 0x07, 0x05)
	w.want("written as a block", ask(4, 0x30, 0x01), 0, 0, 0x07, 0x05)
	w.write(0x18, 0x03, 0x88)
	w.write(0x20, 0x03, 0x06)
	w.want("bits set and cleared", ask(1, 0x10, 0x03), 0x89)
	w.want("one channel", ask(4), 0x01, 0x00, 0x01, 0x00)
	w.write(0x08, 0x11, 0x03)
	w.want("another", ask(2), 0x01, 0x30)
	w.write(0x08, 0x02, 0x10)
	w.want("with its number", ask(2), 0x01, 0x33)
	w.write(0x08, 0x12, 0x44)
	w.write(0x08, 0x10, 0x11)
	w.want("a sequence of 2 and 6", ask(6), 0x01, 0x22, 0x01, 0x66, 0x01, 0x22)
	w.want("goes on", ask(2), 0x01, 0x66)
	w.write(0x08, 0x05, 0x04)
	w.want("a digital pin is not converted", ask(2), 0x00, 0x02)
	w.write(0x08, 0x02, 0x80)
	w.want("fixed pattern", ask(2), 0xa5, 0xa0)
	w.write(0x08, 0x01, 0x01)
	w.want("after its reset", ask(6, 0x30, 0x00), 0x81, 0, 0, 0, 0, 0)
	chip.Power(false)
	if err := bus.Tx(0x20, nil, make([]byte, 2)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
}

// Four lines select the sensor at every common pin.
func TestMultiplexers(t *testing.T) {
	board := chips.NewBoard()
	a, b := board.Hall(squares(16), 3300), board.Hall(squares(16), 3300)
	for n := range 16 {
		a.Tune(n, float64(n), 0)
		b.Tune(n, float64(100+n), 0)
	}
	m := chips.NewMultiplexers(a, b)
	lines := m.Lines().Outputs(0, 4)
	for n := range 16 {
		if err := lines.Out(gpio.GPIOValue(n), 0xf); err != nil {
			t.Fatal(err)
		}
		if m.Millivolts(0) != float64(n) || m.Millivolts(1) != float64(100+n) || m.Millivolts(2) != 0 {
			t.Errorf("address %d: %v, %v, %v", n, m.Millivolts(0), m.Millivolts(1), m.Millivolts(2))
		}
		if v, err := lines.Read(0); err != nil || int(v) != n {
			t.Errorf("address %d reads %d, %v", n, v, err)
		}
	}
	m.BreakSelect(1, chips.Open) // the port cannot notice; the multiplexers do not follow
	if v, err := lines.Read(0); err != nil || v != 15 || m.Millivolts(0) != 13 {
		t.Errorf("an open line reads %d, %v, and switches %v", v, err, m.Millivolts(0))
	}
	m.BreakSelect(1, chips.StuckLow)
	if v, err := lines.Read(0); err != nil || v != 13 || m.Millivolts(0) != 13 {
		t.Errorf("a line at ground reads %d, %v, and switches %v", v, err, m.Millivolts(0))
	}
	board.SetSquare(rules.Square(13), sensors.Unknown)
	if !m.Silent() {
		t.Error("an unknown square that is switched through is heard")
	}
	if err := lines.Out(0, 0xf); err != nil || m.Silent() {
		t.Error("an unknown square that is not switched through silences all", err)
	}
}

// The line of a sensor may be open or shorted.
func TestHallLines(t *testing.T) {
	board := chips.NewBoard()
	hall := board.Hall(squares(4), 3300)
	for fault, want := range map[chips.Fault]float64{chips.Open: 0, chips.StuckLow: 0, chips.StuckHigh: 3300, chips.Whole: 1650} {
		if hall.Break(2, fault); hall.Millivolts(2) != want || hall.Millivolts(1) != 1650 {
			t.Errorf("fault %d: %v mV", fault, hall.Millivolts(2))
		}
	}
}
