package calibration_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// switches captures the layouts on a board of digital inputs.
func switches(b *chips.Board, w calibration.Wiring, activeLow bool) calibration.Measurement {
	m := calibration.Measurement{Wiring: w, ActiveLow: activeLow}
	at := time.Duration(0)
	for _, l := range calibration.Layouts(sensors.Occupancy) {
		b.Set(l.Shown)
		g := calibration.NewGather()
		for range 200 {
			at += 5 * time.Millisecond
			felt := b.Scan()
			c := make(sensors.Counts, len(w))
			for ch, sq := range w {
				if sq < rules.NoSquare && felt[sq].Full() != activeLow {
					c[ch] = 1
				}
			}
			g.Add(at, c)
		}
		m.Captures = append(m.Captures, g.Capture(l.Shown))
	}
	return m
}

// Each fault of a contact is reported on its square and on no other, for inputs active high
// and low and for any wiring.
func TestMeasureDigital(t *testing.T) {
	for _, c := range []struct {
		name    string
		ailment chips.Ailment
		grade   calibration.Grade
		cause   calibration.Cause
	}{
		{"sound", chips.Well, calibration.Good, ""},
		{"stuck on", chips.StuckOn, calibration.Bad, calibration.StuckOn},
		{"stuck off", chips.StuckOff, calibration.Bad, calibration.StuckOff},
		{"chatters", chips.Chattering, calibration.Bad, calibration.Chatters},
		{"inverted", chips.Inverted, calibration.Good, calibration.Inverted},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(6) {
				r := rand.New(rand.NewPCG(seed, 5))
				b, w, low := chips.NewBoard(), shuffled(r, r.IntN(8)), seed%2 == 0
				b.Chance(seed)
				bad := rules.Square(r.IntN(64))
				b.Ail(bad, c.ailment)
				sheet, err := calibration.Measure(switches(b, w, low))
				if err != nil {
					t.Fatal(err)
				}
				for sq := range sheet.Squares {
					q := &sheet.Squares[sq]
					grade, cause := calibration.Good, calibration.Cause("")
					if rules.Square(sq) == bad {
						grade, cause = c.grade, c.cause
					}
					if q.Grade != grade || q.Cause != cause {
						t.Errorf("%v: %v %q, want %v %q", rules.Square(sq), q.Grade, q.Cause, grade, cause)
					}
				}
				table, err := sheet.Table()
				if err != nil {
					t.Fatal(err)
				}
				var s sensors.Scan
				for sq := range s {
					s[sq] = sensors.State(1 + r.IntN(2))
				}
				b.Set(s)
				counts := make(sensors.Counts, len(w))
				felt := b.Scan()
				for ch, sq := range w {
					if sq < rules.NoSquare && felt[sq].Full() != low {
						counts[ch] = 1
					}
				}
				want := s
				switch c.ailment {
				case chips.StuckOn, chips.StuckOff:
					want[bad] = sensors.Unknown
				case chips.Chattering:
					want[bad] = felt[bad]
				}
				if got := table.Scan(counts, sensors.Scan{}); got != want {
					t.Errorf("got  %v\nwant %v", got, want)
				}
			}
		})
	}
}

// A reed that closes for a neighbour's magnet is reported with that neighbour.
func TestMeasureDigitalCrosstalk(t *testing.T) {
	m := switches(chips.NewBoard(), calibration.RowMajor(), false)
	for i := range m.Captures {
		if m.Captures[i].Shown[rules.D2].Full() { // the piece on d2 also closes the contact of d3
			r := &m.Captures[i].Channels[rules.D3]
			r.Full = r.Came
		}
	}
	sheet, err := calibration.Measure(m)
	if err != nil {
		t.Fatal(err)
	}
	if q := &sheet.Squares[rules.D3]; q.Grade != calibration.Bad || q.Cause != calibration.Crosstalk || q.From != rules.D2 {
		t.Errorf("%+v: %s", *q, q.Says())
	}
	if poor := sheet.Poor(); len(poor) != 1 {
		t.Errorf("poor are %v", poor)
	}
}

// A board whose inputs are all inverted still reads correctly.
func TestMeasureAllInverted(t *testing.T) {
	m := switches(chips.NewBoard(), calibration.RowMajor(), false)
	m.ActiveLow = true
	sheet, err := calibration.Measure(m)
	if err != nil {
		t.Fatal(err)
	}
	if sheet.Light() != calibration.Green || sheet.Noted().Count() != 64 {
		t.Errorf("the light is %v, noted %v, want green and all squares", sheet.Light(), sheet.Noted())
	}
}
