package chips_test

import (
	"bytes"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

func squares(n int) []rules.Square {
	all := make([]rules.Square, n)
	for i := range all {
		all[i] = rules.Square(i)
	}
	return all
}

// wire is a bus with helpers for tests of registers.
type wire struct {
	t   *testing.T
	bus *chips.Bus
}

func (w wire) write(b ...byte) {
	w.t.Helper()
	if err := w.bus.Tx(0x20, b, nil); err != nil {
		w.t.Fatal(err)
	}
}

func (w wire) read(reg byte, n int) []byte {
	w.t.Helper()
	r := make([]byte, n)
	if err := w.bus.Tx(0x20, []byte{reg}, r); err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w wire) want(what string, got []byte, want ...byte) {
	w.t.Helper()
	if !bytes.Equal(got, want) {
		w.t.Errorf("%s: % x, want % x", what, got, want)
	}
}

func newMCP23017(t *testing.T) (wire, *chips.Board, *chips.MCP23017) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	twins := board.MCP23017s(bus, squares(16), 0x20)
	return wire{t, bus}, board, twins[0]
}

// Table 3-5: after power-on and reset, IODIR is all ones and the other registers
// are zero. Lines then float, and read low.
func TestMCP23017PowerOn(t *testing.T) {
	w, _, chip := newMCP23017(t)
	want := make([]byte, 0x16)
	want[0], want[1] = 0xff, 0xff
	w.want("after power-on", w.read(0, 0x16), want...)
	for i := range byte(0x0a) {
		w.write(i, 0x55)
	}
	w.write(0x0c, 0x55, 0x55)
	chip.Reset()
	w.want("after reset", w.read(0, 0x16), want...)
}

func TestMCP23017Power(t *testing.T) {
	w, _, chip := newMCP23017(t)
	w.write(0x0c, 0xff)
	chip.Power(false)
	if err := w.bus.Tx(0x20, []byte{0x0c}, make([]byte, 1)); err != chips.ErrNoAnswer {
		t.Errorf("without power: %v", err)
	}
	chip.Power(true)
	w.want("GPPUA after power came back", w.read(0x0c, 1), 0)
	if got := w.bus.Wire(); got.Transactions != 4-0 && got.Refused != 1 {
		t.Errorf("on the wire %+v, want 4 transactions or one that was refused", got)
	}
}

// 3.5.6: with BANK set, the ports' registers are in separate blocks, and IOCON is
// at 0x05.
func TestMCP23017Bank(t *testing.T) {
	w, _, _ := newMCP23017(t)
	w.write(0x0a, 0x80)
	w.write(0x00, 1, 2, 3, 4, 5) // IODIRA to INTCONA
	w.write(0x06, 6)             // GPPUA
	w.write(0x10, 11, 12, 13, 14, 15)
	w.write(0x16, 16)
	w.want("port A", w.read(0x00, 7), 1, 2, 3, 4, 5, 0x80, 6)
	w.want("port B", w.read(0x10, 7), 11, 12, 13, 14, 15, 0x80, 16)
	w.want("between the ports", w.read(0x0b, 5), 0, 0, 0, 0, 0)
	w.write(0x05, 0)
	w.want("in pairs", w.read(0x00, 14), 1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 0, 0, 6, 16)
}

// 3.2.1 and 3.2.2.3: sequential reading continues and wraps to 0; byte mode stays
// on the pair of registers.
func TestMCP23017AddressPointer(t *testing.T) {
	w, _, _ := newMCP23017(t)
	w.write(0x02, 0xa2, 0xb2) // IPOL
	w.want("over the end", w.read(0x15, 5), 0, 0xff, 0xff, 0xa2, 0xb2)
	w.write(0x0a, 0x20) // SEQOP
	w.want("byte mode", w.read(0x02, 4), 0xa2, 0xb2, 0xa2, 0xb2)
	w.write(0x02, 1, 2, 3, 4)
	w.want("written in byte mode", w.read(0x02, 2), 3, 4)
	w.write(0x0a, 0xa0) // BANK and SEQOP
	w.want("byte mode, bank 1", w.read(0x01, 3), 3, 3, 3)
	// A read without a write continues at the pointer.
	w.write(0x05, 0)
	w.write(0x02)
	r := make([]byte, 2)
	if err := w.bus.Tx(0x20, nil, r); err != nil {
		t.Fatal(err)
	}
	w.want("pointer kept", r, 3, 4)
}

func TestMCP23017Pins(t *testing.T) {
	w, board, _ := newMCP23017(t)
	w.want("floating", w.read(0x12, 2), 0, 0)
	w.write(0x0c, 0xff, 0x0f)
	w.want("half pulled up", w.read(0x12, 2), 0xff, 0x0f)
	board.SetSquare(rules.C1, sensors.Occupied)
	w.want("a piece on c1", w.read(0x12, 2), 0xfb, 0x0f)
	w.write(0x02, 0xff, 0x00)
	w.want("port A inverted", w.read(0x12, 2), 0x04, 0x0f)
	w.write(0x02, 0x00)
	w.write(0x00, 0xf0, 0xff) // GPA0 to GPA3 are outputs
	w.write(0x12, 0x0f, 0xaa) // to the latch
	w.want("latch", w.read(0x14, 2), 0x0f, 0xaa)
	w.want("outputs high, c1 short to ground", w.read(0x12, 2), 0xfb, 0x0f)
	w.write(0x14, 0x01)
	w.want("one output high", w.read(0x12, 1), 0xf1)
	w.write(0x0e, 0xff, 0xff, 0xff, 0xff)
	w.want("INTF and INTCAP are read only", w.read(0x0e, 4), 0, 0, 0, 0)
	w.write(0x0a, 0xff)
	w.write(0x05, 0x7f)
	w.want("IOCON bit 0 does not exist", w.read(0x0a, 1), 0x7e)
}

// 3.6: a change raises the interrupt and stores the port in INTCAP. Nothing more
// happens until GPIO or INTCAP is read.
func TestMCP23017Interrupts(t *testing.T) {
	w, board, chip := newMCP23017(t)
	w.write(0x0c, 0xff, 0xff)
	w.read(0x12, 2)
	w.write(0x04, 0x0f, 0xff) // GPINTEN
	board.SetSquare(rules.E1, sensors.Occupied)
	w.want("not enabled", w.read(0x0e, 2), 0, 0)
	if chip.INTA() != true || chip.INTB() != true {
		t.Error("active without a cause")
	}
	board.SetSquare(rules.B1, sensors.Occupied)
	board.SetSquare(rules.C1, sensors.Occupied)
	w.want("the first only, and its port", w.read(0x0e, 3), 0x02, 0, 0xed)
	if chip.INTA() != true {
		t.Error("reading INTCAP did not clear the interrupt")
	}
	board.SetSquare(rules.C1, sensors.Empty)
	if chip.INTA() != false || chip.INTB() != true {
		t.Error("INTA not active alone")
	}
	w.write(0x0a, 0x40)
	if chip.INTB() != false {
		t.Error("MIRROR has no effect")
	}
	w.write(0x0a, 0x42)
	if chip.INTA() != true {
		t.Error("INTPOL has no effect")
	}
	w.write(0x0a, 0x06)
	if chip.INTA() != false {
		t.Error("an open drain ignores INTPOL")
	}
	w.read(0x12, 1)
	if chip.INTA() != true {
		t.Error("reading GPIO did not clear the interrupt")
	}
	// Compared with DEFVAL, the interrupt comes back as long as the pin differs.
	w.write(0x06, 0xff, 0xff)
	w.write(0x08, 0xff, 0xff)
	w.read(0x12, 1)
	if chip.INTA() != false {
		t.Error("b1 differs from DEFVAL")
	}
	board.SetSquare(rules.B1, sensors.Empty)
	w.read(0x12, 1)
	if chip.INTA() != true {
		t.Error("nothing differs from DEFVAL any more")
	}
}

func TestMCP23008(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	chip := board.MCP23008s(bus, squares(8), 0x20)[0]
	w := wire{t, bus}
	w.want("after power-on", w.read(0, 12), 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff)
	w.write(0x06, 0xff)
	board.SetSquare(rules.H1, sensors.Occupied)
	w.want("GPPU to GPIO", w.read(0x06, 4), 0xff, 0, 0, 0x7f)
	w.write(0x02, 0x80)
	if chip.INT() != true {
		t.Error("active without a cause")
	}
	board.SetSquare(rules.H1, sensors.Empty)
	if chip.INT() != false {
		t.Error("not active")
	}
	w.want("INTF, INTCAP", w.read(0x07, 2), 0x80, 0xff)
	w.write(0x05, 0xff)
	w.want("IOCON", w.read(0x05, 1), 0x3e)
	w.write(0x05, 0x20)
	w.want("byte mode", w.read(0x06, 3), 0xff, 0xff, 0xff)
	chip.Power(false)
	if err := bus.Tx(0x20, nil, make([]byte, 1)); err != chips.ErrNoAnswer {
		t.Error(err)
	}
}
