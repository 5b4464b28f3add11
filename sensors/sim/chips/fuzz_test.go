package chips_test

import (
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// Whatever a program sends, the twins take it as the parts would: they answer
// or do not, and never break. Two that were sent the same are the same.
func FuzzTwins(f *testing.F) {
	f.Add([]byte{0x20, 2, 8, 0x0a, 0x80, 0x21, 1, 200, 0x06})
	f.Add([]byte{0x22, 3, 5, 0x04, 0xff, 0xff, 0x23, 0, 4, 0x24, 1, 0, 0x03, 0x70, 1, 1, 0x05})
	f.Add([]byte{0x48, 3, 2, 0x01, 0x42, 0x03, 0x48, 1, 2, 0x00})
	f.Fuzz(func(t *testing.T, script []byte) {
		a, b := everyChip(), everyChip()
		for n := 0; len(script) >= 3 && n < 200; n++ {
			addr, write, read := uint16(script[0]&0x7f), int(script[1]%16), int(script[2])
			script = script[3:]
			write = min(write, len(script))
			ra, rb := make([]byte, read), make([]byte, read)
			errA, errB := a.Tx(addr, script[:write], ra), b.Tx(addr, script[:write], rb)
			if (errA == nil) != (errB == nil) || string(ra) != string(rb) {
				t.Fatalf("0x%02x: % x (%v) and % x (%v)", addr, ra, errA, rb, errB)
			}
			script = script[write:]
		}
	})
}

func everyChip() i2c.Bus {
	board, bus, mux := chips.NewBoard(), chips.NewBus("I2C1"), chips.NewTCA9548A("mux")
	board.MCP23017s(bus, squares(16), 0x20)
	board.MCP23008s(bus, squares(8), 0x21)
	board.TCA9555s(bus, squares(16), 0x22)
	board.PCF8574s(bus, squares(8), 0x23)
	board.PCF8575s(bus, squares(16), 0x24)
	board.MCPMatrix(bus, squares(64), chips.NoDiodes, 0x25)
	bus.Attach(0x70, mux)
	var now time.Duration
	tick := func() time.Duration { now += 100 * time.Microsecond; return now }
	bus.Attach(0x48, chips.NewADS1115(board.Hall(squares(4), 3300), tick))
	mux.Port(0).Attach(0x49, chips.NewADS1115(board.Hall(squares(4), 3300), tick))
	board.PCF8574s(mux.Port(2), squares(8), 0x49)
	board.SetSquare(rules.C1, sensors.White)
	return bus
}
