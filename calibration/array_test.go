package calibration_test

import (
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// array is a simulated array of linear sensors with known properties, behind a converter
// with ten counts per millivolt.
type array struct {
	board  *chips.Board
	hall   *chips.Hall
	wiring calibration.Wiring
	at     time.Duration
}

const (
	supply  = 3200.0
	counts  = 10.0           // per millivolt
	strong  = counts * 400.0 // change of a reading by a piece, in counts
	halfway = counts * supply / 2
)

func newArray(seed uint64, f chips.Field, w calibration.Wiring) *array {
	a := &array{board: chips.NewBoard(), wiring: w}
	a.board.Chance(seed)
	a.board.Magnets(f)
	a.hall = a.board.Hall(w, supply)
	return a
}

func (a *array) read() sensors.Counts {
	c := make(sensors.Counts, len(a.wiring))
	for ch := range c {
		mv := a.hall.Millivolts(ch)
		if c[ch] = int32(mv*counts + 0.5); mv < 0 {
			c[ch] = 0
		}
	}
	a.at += 10 * time.Millisecond
	return c
}

// shows sets up a position and captures it.
func (a *array) shows(s sensors.Scan, scans int) calibration.Capture {
	a.board.Set(s)
	a.at += 20 * time.Second // the time that a technician needs
	g := calibration.NewGather()
	for range scans {
		g.Add(a.at, a.read())
	}
	return g.Capture(s)
}

// layouts captures all layouts of a kind of board.
func (a *array) layouts(s sensors.Sensing, scans int) (list []calibration.Capture) {
	for _, l := range calibration.Layouts(s) {
		list = append(list, a.shows(l.Shown, scans))
	}
	return list
}

// pieces captures one white piece on every square in turn.
func (a *array) pieces(scans int) (list []calibration.Capture) {
	for sq := range rules.AllSquares.All() {
		var s sensors.Scan
		for i := range s {
			s[i] = sensors.Empty
		}
		s[sq] = sensors.Occupied
		real := s
		real[sq] = sensors.White
		c := a.shows(real, scans)
		c.Shown = s
		list = append(list, c)
	}
	return list
}

func (a *array) measure(t testing.TB, s sensors.Sensing, captures []calibration.Capture) *calibration.Sheet {
	t.Helper()
	sheet, err := calibration.Measure(calibration.Measurement{Sensing: s, Linear: true, Wiring: a.wiring, Captures: captures})
	if err != nil {
		t.Fatal(err)
	}
	return sheet
}
