package chips_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// hall makes one converter at 0x20, the address that wire uses, with sensors of
// 3300 mV on its inputs, and a clock.
func hall(t *testing.T) (wire, *chips.Board, *chips.ADS1115, *time.Duration) {
	board, bus, now := chips.NewBoard(), chips.NewBus("I2C1"), new(time.Duration)
	chip := chips.NewADS1115(board.Hall(squares(4), 3300), func() time.Duration { return *now })
	bus.Attach(0x20, chip)
	return wire{t, bus}, board, chip, now
}

func TestADS1115Registers(t *testing.T) {
	w, _, chip, _ := hall(t)
	w.want("conversion", w.read(0, 2), 0, 0)
	w.want("config", w.read(1, 2), 0x85, 0x83)
	w.want("thresholds", append(w.read(2, 2), w.read(3, 2)...), 0x80, 0x00, 0x7f, 0xff)
	w.write(2, 0x12, 0x34)
	w.want("threshold written", w.read(2, 2), 0x12, 0x34)
	w.write(0, 0x12, 0x34)
	w.want("conversion cannot be written", w.read(0, 2), 0, 0)
	w.write(1, 0x43)
	w.want("half a config is none", w.read(1, 2), 0x85, 0x83)
	chip.Reset()
	w.want("threshold after reset", w.read(2, 2), 0x80, 0x00)
	chip.Power(false)
	if err := w.bus.Tx(0x20, []byte{0}, make([]byte, 2)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
	if err := w.bus.Tx(0x20, nil, make([]byte, 2)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
}

// A single conversion takes time. Until it is over, the conversion register holds
// the previous result, and OS reads 0.
func TestADS1115SingleShot(t *testing.T) {
	w, board, chip, now := hall(t)
	board.SetSquare(rules.A1, sensors.White)
	board.SetSquare(rules.B1, sensors.Black)
	w.write(1, 0xc3, 0xe3) // AIN0, 4096 mV, 860 samples per second
	w.want("OS while converting", w.read(1, 2), 0x43, 0xe3)
	w.want("nothing yet", w.read(0, 2), 0, 0)
	*now += time.Second / 860
	w.want("OS when done", w.read(1, 2), 0xc3, 0xe3)
	w.want("2062.5 mV", w.read(0, 2), 0x40, 0x74)
	w.write(1, 0xd3, 0xe3) // AIN1
	w.want("the one before", w.read(0, 2), 0x40, 0x74)
	w.write(1, 0xe3, 0xe3) // has no effect on the running conversion
	*now += time.Second / 860
	w.want("1237.5 mV", w.read(0, 2), 0x26, 0xac)
	w.write(1, 0x85, 0x83) // AIN0 against AIN1, 2048 mV, 128 samples per second
	chip.Slow(0.1)
	*now += time.Second / 128
	w.want("825 mV between the two", w.read(0, 2), 0x33, 0x90)
	w.write(1, 0x85, 0x83)
	*now += time.Second / 128
	w.want("a slow oscillator is not done", w.read(1, 2), 0x05, 0x83)
	*now += time.Second / 1000
	w.want("and done a little later", w.read(1, 2), 0x85, 0x83)
}

func TestADS1115Continuous(t *testing.T) {
	w, board, _, now := hall(t)
	w.write(1, 0x42, 0xe3) // AIN0, continuous
	*now += time.Second
	w.want("1650 mV", w.read(0, 2), 0x33, 0x90)
	board.SetSquare(rules.A1, sensors.Black)
	w.want("not converted yet", w.read(0, 2), 0x33, 0x90)
	*now += time.Second / 800
	w.want("1237.5 mV", w.read(0, 2), 0x26, 0xac)
	w.want("OS", w.read(1, 2), 0x42, 0xe3)
}

// Readings are clipped at both ends of the scale, and an Unknown square silences
// the converter.
func TestHall(t *testing.T) {
	board := chips.NewBoard()
	h := board.Hall([]rules.Square{rules.A1, rules.NoSquare}, 3300)
	for is, want := range map[sensors.State]float64{sensors.Empty: 1650, sensors.White: 2062.5, sensors.Occupied: 2062.5, sensors.Black: 1237.5} {
		board.SetSquare(rules.A1, is)
		if got := h.Millivolts(0); got != want || h.Silent() {
			t.Errorf("%v: %v mV, want %v", is, got, want)
		}
	}
	board.SetSquare(rules.A1, sensors.Black)
	h.Tune(0, 1600, -200)
	if h.Millivolts(0) != 1800 || h.Millivolts(1) != 0 || h.Millivolts(9) != 0 {
		t.Errorf("inputs 0, 1 and 9 have %v, %v and %v mV, want 1800, 0 and 0", h.Millivolts(0), h.Millivolts(1), h.Millivolts(9))
	}
	board.SetSquare(rules.A1, sensors.Unknown)
	if !h.Silent() {
		t.Error("not silent")
	}
}
