package chiptest

import (
	"errors"
	"slices"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// Fill is a part that accepts every write and answers with the same byte.
type Fill byte

// Write implements chips.Chip.
func (Fill) Write([]byte) error { return nil }

// Read implements chips.Chip.
func (f Fill) Read(r []byte) error {
	for i := range r {
		r[i] = byte(f)
	}
	return nil
}

// CheckMillivolts compares a reading of converters with what Hall sensors, as many at each, put out. counts
// converts mV. The channels of the converters named are lost.
func CheckMillivolts(t *testing.T, got sensors.Counts, hall []*chips.Hall, counts func(mv float64) int32, lost ...int) {
	t.Helper()
	inputs := len(got) / len(hall)
	for ch, n := range got {
		want := counts(hall[ch/inputs].Millivolts(ch % inputs))
		if slices.Contains(lost, ch/inputs) {
			want = sensors.Lost
		}
		if n != want {
			t.Fatalf("channel %d (%v) reads %d instead of %d", ch, rules.Square(ch), n, want)
		}
	}
}

// Converter is one of the converters of a board, and the driver of all.
type Converter struct {
	Twin
	Board  *chips.Board
	Bus    *chips.Bus // to which it is attached
	Addr   uint16
	Square rules.Square // one of its squares
	Dev    Driver
	Error  string // of a reading in which it is silent
	// Check compares a reading with the board; the channels of this converter may be lost.
	Check func(t *testing.T, got sensors.Counts, lost bool)
}

// SilentConverter tests that a converter which stops answering is named and its channels are lost, that the
// others are still read, and that it is read again once it answers.
func SilentConverter(t *testing.T, open func(testing.TB) Converter) {
	for name, fault := range map[string]struct{ fail, mend func(Converter) }{
		"unplugged":     {func(c Converter) { c.Bus.Unplug(c.Addr) }, func(c Converter) { c.Bus.Plug(c.Addr) }},
		"without power": {func(c Converter) { c.Power(false) }, func(c Converter) { c.Power(true) }},
		"unknown":       {func(c Converter) { c.Board.SetSquare(c.Square, sensors.Unknown) }, func(c Converter) { c.Board.SetSquare(c.Square, sensors.Black) }},
	} {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			got := make(sensors.Counts, c.Dev.Channels())
			if err := c.Dev.Read(got); err != nil {
				t.Fatal(err)
			}
			fault.fail(c)
			for range 3 {
				var chip *sensors.ChipError
				if err := c.Dev.Read(got); !errors.As(err, &chip) || err.Error() != c.Error {
					t.Fatalf("got %v, want %s", err, c.Error)
				}
				c.Check(t, got, true)
			}
			fault.mend(c)
			if err := c.Dev.Read(got); err != nil {
				t.Fatal(err)
			}
			c.Check(t, got, false)
		})
	}
}

// AllocatesNothing tests that a reading takes no memory.
func AllocatesNothing(t *testing.T, dev Driver) {
	t.Helper()
	got := make(sensors.Counts, dev.Channels())
	if n := testing.AllocsPerRun(50, func() {
		if err := dev.Read(got); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a reading", n)
	}
}
