package chips_test

import (
	"testing"

	"periph.io/x/conn/v3/physic"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

func TestBus(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23017s(bus, squares(32), 0x20, 0x21)
	if bus.String() != "I2C1" || bus.SetSpeed(400*physic.KiloHertz) == nil {
		t.Error("a Raspberry Pi's bus has a name and a fixed speed")
	}
	r := make([]byte, 2)
	for _, step := range []struct {
		name string
		do   func()
		addr uint16
		want error
	}{
		{"there", func() {}, 0x21, nil},
		{"nobody at 0x22", func() {}, 0x22, chips.ErrNoAnswer},
		{"unplugged", func() { bus.Unplug(0x21) }, 0x21, chips.ErrNoAnswer},
		{"the other one", func() {}, 0x20, nil},
		{"plugged", func() { bus.Plug(0x21) }, 0x21, nil},
		{"stuck", func() { bus.Stick(true) }, 0x20, chips.ErrStuck},
		{"free", func() { bus.Stick(false) }, 0x20, nil},
		{"unknown square", func() { board.SetSquare(rules.A3, sensors.Unknown) }, 0x21, chips.ErrNoAnswer},
		{"not on this chip", func() {}, 0x20, nil},
		{"known again", func() { board.SetSquare(rules.A3, sensors.Empty) }, 0x21, nil},
	} {
		step.do()
		if err := bus.Tx(step.addr, []byte{0x12}, r); err != step.want {
			t.Errorf("%s: %v, want %v", step.name, err, step.want)
		}
	}
	// Six transactions were answered, with address, register, address and two
	// values. One address was not answered three times. A stuck bus carries
	// nothing.
	if got, want := bus.Wire(), (chips.Wire{Transactions: 10, Refused: 4, Bytes: 6*5 + 2 + 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTwoPartsAtOneAddress(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("taken")
		}
	}()
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23017s(bus, squares(32), 0x20, 0x20)
}

func TestBoard(t *testing.T) {
	board := chips.NewBoard()
	if s := board.Scan(); s.Full() != 0 || s.Unknown() != 0 {
		t.Error("a new board is not empty")
	}
	var s sensors.Scan
	s[rules.E4] = sensors.White
	board.Set(s)
	board.SetSquare(rules.D5, sensors.Black)
	s[rules.D5] = sensors.Black
	if board.Scan() != s {
		t.Error(board.Scan())
	}
}
