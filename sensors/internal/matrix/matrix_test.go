package matrix_test

import (
	"testing"

	"touchmove/sensors"
	"touchmove/sensors/internal/matrix"
)

func TestSuspects(t *testing.T) {
	for _, c := range []struct {
		name   string
		closed [8]byte
		lost   []int
		want   byte
	}{
		{"nothing", [8]byte{}, nil, 0},
		{"a full file", [8]byte{0x10, 0x10, 0x10, 0x11, 0x10, 0x10, 0x10, 0x10}, nil, 0x10},
		{"all but one", [8]byte{0x10, 0x10, 0x10, 0x11, 0x10, 0, 0x10, 0x10}, nil, 0},
		{"the one is not known", [8]byte{0x10, 0x10, 0x10, 0x11, 0x10, 0, 0x10, 0x10}, []int{5}, 0x10},
		{"no row is known", [8]byte{}, []int{0, 1, 2, 3, 4, 5, 6, 7}, 0},
	} {
		r := matrix.Reading{Closed: c.closed}
		for row := range r.Known {
			r.Known[row] = true
		}
		for _, row := range c.lost {
			r.Known[row] = false
		}
		if got := r.Suspects(); got != c.want {
			t.Errorf("%s: %02x, want %02x", c.name, got, c.want)
		}
	}
}

func TestFillAndGhosts(t *testing.T) {
	r := matrix.Reading{
		Closed: [8]byte{0x07, 0x03, 0, 0x41, 0x41, 0, 0, 0},
		Known:  [8]bool{true, true, true, true, true, false, true, true},
		Stuck:  0x40,
	}
	for _, activeHigh := range []bool{false, true} {
		into := make(sensors.Counts, 64)
		r.Fill(into, activeHigh)
		closed := map[int]bool{0: true, 1: true, 2: true, 8: true, 9: true, 24: true, 32: true}
		for ch, n := range into {
			want := int32(0)
			if closed[ch] == activeHigh {
				want = 1
			}
			if ch/8 == 5 || ch%8 == 6 {
				want = sensors.Lost
			}
			if n != want {
				t.Errorf("active high %v: channel %d reads %d, want %d", activeHigh, ch, n, want)
			}
		}
	}
	// The corners a1 b1 a2 b2, but not those of a4 and a5 with the stuck column.
	if got, want := r.Ghosts(), uint64(0x0303); got != want {
		t.Errorf("ghosts %x, want %x", got, want)
	}
}

func TestStuckColumn(t *testing.T) {
	if got := matrix.StuckColumn(2, "GPIO9", true).Error(); got != "column 2 (GPIO9): high with no row driven: look for a short to the supply on it or on the row of a piece, or a missing pull resistor" {
		t.Error(got)
	}
	if got := matrix.Line("row", 7, ""); got != "row 7" {
		t.Error(got)
	}
}
