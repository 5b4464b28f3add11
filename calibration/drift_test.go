package calibration_test

import (
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// A zero that moves is reported once, with its square, when it passes the limit. It is not
// reported again while it fluctuates around the limit, and no longer reported when it has
// come back to half of it.
func TestDrift(t *testing.T) {
	a := newArray(3, chips.Field{NoiseMV: 3, Spread: 0.03, Beside: 0.05}, calibration.RowMajor())
	sheet := a.measure(t, sensors.Polarity, a.layouts(sensors.Polarity, 60))
	d, err := calibration.NewDrift(sheet)
	if err != nil {
		t.Fatal(err)
	}
	table, err := sheet.Table()
	if err != nil {
		t.Fatal(err)
	}
	limit := float64(sheet.Squares[rules.E5].AtW.Leave) / 3 / counts // in mV
	start := calibration.Layouts(sensors.Polarity)[1].Shown
	a.board.Set(start)
	var last sensors.Scan
	// On a square with a piece, a shift is not visible.
	a.board.Shift(rules.A1, 2*limit)
	for _, c := range []struct {
		shift   float64 // of e5, as a multiple of limit
		minutes int
		want    rules.Squares
		changes int
	}{
		{0, 3, 0, 0},
		{0.8, 4, 0, 0},
		{1.2, 4, rules.SquaresOf(rules.E5), 1},
		{0.9, 4, rules.SquaresOf(rules.E5), 0},
		{1.1, 4, rules.SquaresOf(rules.E5), 0},
		{0.6, 4, rules.SquaresOf(rules.E5), 0},
		{0.3, 4, 0, 1},
		{-1.3, 6, rules.SquaresOf(rules.E5), 1},
	} {
		a.board.Shift(rules.E5, c.shift*limit)
		changes := 0
		var told rules.Squares
		for range c.minutes * 60 * 2 {
			counts := a.read()
			a.at += 490 * time.Millisecond
			last = table.Scan(counts, last)
			var changed bool
			if told, changed = d.See(a.at, counts, last); changed {
				changes++
			}
		}
		if told != c.want || changes != c.changes {
			t.Errorf("shifted by %.1f limits: told %v in %d changes, want %v in %d; off by %d", c.shift, told, changes, c.want, c.changes, d.Off(rules.E5))
		}
	}
}

func TestDriftDoesNotAllocate(t *testing.T) {
	a := newArray(3, chips.Field{NoiseMV: 3, Beside: 0.05}, calibration.RowMajor())
	sheet := a.measure(t, sensors.Polarity, a.layouts(sensors.Polarity, 20))
	d, err := calibration.NewDrift(sheet)
	if err != nil {
		t.Fatal(err)
	}
	table, err := sheet.Table()
	if err != nil {
		t.Fatal(err)
	}
	c := a.read()
	s := table.Scan(c, sensors.Scan{})
	at := time.Duration(0)
	if n := testing.AllocsPerRun(100, func() {
		at += time.Millisecond
		s = table.Scan(c, s)
		d.See(at, c, s)
	}); n != 0 {
		t.Errorf("%v allocations a scan", n)
	}
}
