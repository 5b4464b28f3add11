package wiring_test

import (
	"slices"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// Whatever a program sends, the twins handle it as the parts would: they answer or
// do not answer, and never fail. Two twins that were sent the same bytes have the
// same state.
func FuzzTwins(f *testing.F) {
	words := drivers()
	for n := range words {
		f.Add([]byte{byte(n), 0x20, 2, 8, 0x0a, 0x80, 0x20, 1, 200, 0x06, 0x22, 3, 5, 0x8c, 0xff, 0xff, 0x23, 0, 4})
		f.Add([]byte{byte(n), 0x70, 1, 1, 0x05, 0x48, 3, 2, 0x01, 0x42, 0x03, 0x48, 1, 2, 0x00, 0x10, 2, 4, 0x10, 0x00})
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) == 0 {
			return
		}
		w := usual(t, words[int(script[0])%len(words)])
		a, b := soldered(t, w), soldered(t, w)
		script = script[1:]
		for n := 0; len(script) >= 3 && n < 200; n++ {
			addr, write, read := uint16(script[0]&0x7f), int(script[1]%16), int(script[2])
			script = script[3:]
			write = min(write, len(script))
			for bus := range a.Buses {
				ra, rb := make([]byte, read), make([]byte, read)
				errA, errB := a.Buses[bus].Tx(addr, script[:write], ra), b.Buses[bus].Tx(addr, script[:write], rb)
				if (errA == nil) != (errB == nil) || !slices.Equal(ra, rb) {
					t.Fatalf("0x%02x: % x (%v) and % x (%v)", addr, ra, errA, rb, errB)
				}
			}
			a.Sleep(100_000)
			b.Sleep(100_000)
			script = script[write:]
		}
	})
}

// soldered returns the chips of a wiring, with a piece on c1.
func soldered(t *testing.T, w wiring.Wiring) *wiring.Twins {
	t.Helper()
	board := chips.NewBoard()
	board.SetSquare(rules.C1, sensors.White)
	twins, err := wiring.NewTwins(w, scan.ClockLines{}, board, nil)
	if err != nil {
		t.Fatal(err)
	}
	return twins
}
