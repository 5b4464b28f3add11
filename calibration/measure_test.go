package calibration_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// A sound board is measured correctly whatever its noise, crosstalk and wiring: zero,
// poles, noise and crosstalk are right, every square is good, and the table reads every
// position correctly.
func TestMeasureSound(t *testing.T) {
	for _, c := range []struct {
		name  string
		field chips.Field
		alone bool // with captures of a single piece on each square in turn
	}{
		{"ideal", chips.Field{}, false},
		{"noise", chips.Field{NoiseMV: 3, Spread: 0.04}, false},
		{"crosstalk", chips.Field{NoiseMV: 2, Spread: 0.04, Beside: 0.06, Corner: 0.02}, false},
		{"crosstalk, each alone", chips.Field{NoiseMV: 2, Spread: 0.04, Beside: 0.06, Corner: 0.02}, true},
		{"much crosstalk, each alone", chips.Field{NoiseMV: 2, Spread: 0.03, Beside: 0.09, Corner: 0.04}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(2) {
				r := rand.New(rand.NewPCG(seed, 9))
				a := newArray(seed, c.field, shuffled(r, r.IntN(9)))
				zero := [64]float64{}
				for ch, sq := range a.wiring {
					if sq < rules.NoSquare {
						zero[sq] = supply/2 + 40*(r.Float64()-0.5)
						a.hall.Tune(ch, zero[sq], 400)
					}
				}
				var captures []calibration.Capture
				if c.alone {
					captures = a.pieces(12)
				}
				sheet := a.measure(t, sensors.Polarity, append(captures, a.layouts(sensors.Polarity, 40)...))
				checkSound(t, a, sheet, c.field, zero)
			}
		})
	}
}

func checkSound(t *testing.T, a *array, sheet *calibration.Sheet, f chips.Field, zero [64]float64) {
	t.Helper()
	if sheet.Light() != calibration.Green {
		for _, sq := range sheet.Poor() {
			t.Errorf("%v is %v: %s", sq, sheet.Squares[sq].Grade, sheet.Squares[sq].Says())
		}
		t.Fatal("a sound board is not ready")
	}
	placed := 5*f.Spread*strong + 6*counts*f.NoiseMV + 1
	for i := range sheet.Squares {
		q, sq := &sheet.Squares[i], rules.Square(i)
		if !near(float64(q.Zero), counts*zero[i], 4*counts*f.NoiseMV+0.02*f.Beside*strong+0.01*strong*f.Beside*8+2) {
			t.Errorf("%v: zero %d, want %.0f", sq, q.Zero, counts*zero[i])
		}
		if !near(float64(q.White), strong, placed+0.01*strong) || !near(float64(q.Black), -strong, placed+0.01*strong) {
			t.Errorf("%v: white %d and black %d, want ±%.0f", sq, q.White, q.Black, strong)
		}
		if want := max(0.5, counts*f.NoiseMV); !near(q.Noise, want, 0.25*want+0.3) {
			t.Errorf("%v: noise %.2f, want %.2f", sq, q.Noise, want)
		}
		for _, n := range q.Near {
			want := f.Beside
			if n.Square.File() != sq.File() && n.Square.Rank() != sq.Rank() {
				want = f.Corner
			}
			if !near(n.Part, want, 0.012) {
				t.Errorf("%v feels %.3f of %v, want %.3f", sq, n.Part, n.Square, want)
			}
		}
		if f.Beside >= 0.02 && len(q.Near) < 3 {
			t.Errorf("%v feels %d neighbours", sq, len(q.Near))
		}
	}
	table, err := sheet.Table()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var last sensors.Scan
	for range 20 {
		var want sensors.Scan
		for sq := range want {
			want[sq] = []sensors.State{sensors.Empty, sensors.White, sensors.Black}[r.IntN(3)]
		}
		a.board.Set(want)
		if last = table.Scan(a.read(), last); last != want {
			t.Fatalf("got  %v\nwant %v", last, want)
		}
	}
}

// Crosstalk that would hide a weak sensor is subtracted: without that the board is misread,
// with it not.
func TestCrosstalkIsTakenOff(t *testing.T) {
	f := chips.Field{NoiseMV: 1, Spread: 0.02, Beside: 0.12, Corner: 0.06}
	a := newArray(5, f, calibration.RowMajor())
	captures := append(a.pieces(12), a.layouts(sensors.Polarity, 60)...)
	sheet := a.measure(t, sensors.Polarity, captures)
	with, err := sheet.Table()
	if err != nil {
		t.Fatal(err)
	}
	bare := sheet.Setup()
	bare.Crosstalk = nil
	without, err := calibration.NewTable(bare)
	if err != nil {
		t.Fatal(err)
	}
	// An empty square surrounded by eight white pieces.
	var s sensors.Scan
	for sq := range s {
		s[sq] = sensors.White
	}
	s[rules.E4] = sensors.Empty
	a.board.Set(s)
	c := a.read()
	if got := with.Scan(c, sensors.Scan{}); got != s {
		t.Errorf("with what was measured: %v", got)
	}
	if got := without.Scan(c, sensors.Scan{}); got[rules.E4] != sensors.White {
		t.Error("the crosstalk of this test is too small to matter")
	}
}

// Each fault is reported on its square and on no other.
func TestMeasureFaults(t *testing.T) {
	field := chips.Field{NoiseMV: 2, Spread: 0.04, Beside: 0.03, Corner: 0.01}
	const bad = rules.C4
	for _, c := range []struct {
		name  string
		hurt  func(a *array)
		grade calibration.Grade
		cause calibration.Cause
	}{
		{"lifted", func(a *array) { a.board.Lift(bad, 0.35) }, calibration.Weak, calibration.Faint},
		{"far lifted", func(a *array) { a.board.Lift(bad, 0.16) }, calibration.Bad, calibration.Faint},
		{"noisy", func(a *array) { a.board.Hum(bad, 30) }, calibration.Weak, calibration.Noisy},
		{"very noisy", func(a *array) { a.board.Hum(bad, 90) }, calibration.Bad, calibration.Noisy},
		{"no supply", func(a *array) { a.board.Ail(bad, chips.Cold) }, calibration.Bad, calibration.NoOutput},
		{"feels nothing", func(a *array) { a.board.Ail(bad, chips.StuckOff) }, calibration.Bad, calibration.StuckOff},
		{"stuck on", func(a *array) { a.board.Ail(bad, chips.StuckOn) }, calibration.Bad, calibration.StuckOn},
		{"chatters", func(a *array) { a.board.Ail(bad, chips.Chattering) }, calibration.Bad, calibration.Chatters},
		{"upside down", func(a *array) { a.board.Ail(bad, chips.Inverted) }, calibration.Good, calibration.UpsideDown},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(2) {
				alone := seed == 0
				a := newArray(seed, field, calibration.RowMajor())
				c.hurt(a)
				var captures []calibration.Capture
				if alone {
					captures = a.pieces(12)
				}
				sheet := a.measure(t, sensors.Polarity, append(captures, a.layouts(sensors.Polarity, 80)...))
				q := &sheet.Squares[bad]
				if q.Grade != c.grade || q.Cause != c.cause {
					t.Errorf("seed %d, alone %v: %v %q (%s), want %v %q; %+v", seed, alone, q.Grade, q.Cause, q.Says(), c.grade, c.cause, *q)
				}
				if q.Grade != calibration.Good && (q.Says() == "" || q.Cure() == "") {
					t.Errorf("nothing is said of %q", q.Cause)
				}
				for _, sq := range sheet.Poor() {
					if sq != bad {
						t.Errorf("seed %d, alone %v: %v is %v: %s", seed, alone, sq, sheet.Squares[sq].Grade, sheet.Squares[sq].Says())
					}
				}
				if _, err := sheet.Table(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A sensor that has shifted towards its neighbour feels the neighbour's piece. Captures of
// a single piece find that, and it is reported.
func TestMeasureOnePair(t *testing.T) {
	a := newArray(2, chips.Field{NoiseMV: 2, Spread: 0.03}, calibration.RowMajor())
	captures := append(a.pieces(12), a.layouts(sensors.Polarity, 60)...)
	for i := range captures {
		k := &captures[i]
		if k.Shown[rules.E4].Full() {
			piece := k.Channels[rules.E4].Level - halfway
			k.Channels[rules.E5].Level += 0.15 * piece
		}
	}
	sheet := a.measure(t, sensors.Polarity, captures)
	q := &sheet.Squares[rules.E5]
	if q.Grade != calibration.Weak || q.Cause != calibration.Crosstalk || q.From != rules.E4 || !near(q.Share, 0.15, 0.02) {
		t.Errorf("e5 is %+v, want weak because of crosstalk from e4 of 15 %%", *q)
	}
}

// A zero that moves while a board warms up is reported in counts per hour.
func TestMeasureDrift(t *testing.T) {
	a := newArray(2, chips.Field{NoiseMV: 2, Spread: 0.03}, calibration.RowMajor())
	var captures []calibration.Capture
	for i, l := range calibration.Layouts(sensors.Polarity) {
		a.board.Shift(rules.B5, float64(i)*20)
		captures = append(captures, a.shows(l.Shown, 60))
	}
	q := &a.measure(t, sensors.Polarity, captures).Squares[rules.B5]
	// 200 counts every 20.6 seconds
	if want := 200 * 3600 / 20.6; q.Cause != calibration.Drifts || !near(q.Drift, want, 0.1*want) {
		t.Errorf("%+v: %s", *q, q.Says())
	}
}

// The starting position and two ranks are enough for one pole per square; the other is
// assumed to be its mirror image.
func TestMeasureOnePole(t *testing.T) {
	a := newArray(4, chips.Field{NoiseMV: 2, Spread: 0.03}, calibration.RowMajor())
	upsideDown := rules.SquaresOf(rules.C2, rules.C7, rules.C4)
	for sq := range upsideDown.All() {
		a.board.Ail(sq, chips.Inverted)
	}
	sheet := a.measure(t, sensors.Polarity, a.layouts(sensors.Polarity, 60)[:3])
	for sq := range sheet.Squares {
		q := &sheet.Squares[sq]
		if (q.Cause == calibration.UpsideDown) != upsideDown.Has(rules.Square(sq)) {
			t.Errorf("%v: cause %q", rules.Square(sq), q.Cause)
		}
		if (q.White == 0) == (q.Black == 0) || q.AtW.Enter != -q.AtB.Enter || q.Grade != calibration.Good {
			t.Errorf("%v: %+v", rules.Square(sq), *q)
		}
	}
}

// Squares that were never captured are untried, and lost chips are silent. As soon as they
// answer, they can be used with the usual levels.
func TestMeasureSilent(t *testing.T) {
	a := newArray(4, chips.Field{NoiseMV: 2}, calibration.RowMajor())
	captures := a.layouts(sensors.Polarity, 40)
	for i := range captures {
		captures[i].Channels[rules.H4] = calibration.Reading{Lost: 40}
		captures[i].Channels[rules.H5].Lost = 6
		captures[i].Channels[rules.H6] = calibration.Reading{}
	}
	sheet := a.measure(t, sensors.Polarity, captures)
	for sq, want := range map[rules.Square]calibration.Grade{rules.H4: calibration.Silent, rules.H5: calibration.Weak, rules.H6: calibration.Untried} {
		if q := &sheet.Squares[sq]; q.Grade != want {
			t.Errorf("%v: %+v", sq, *q)
		}
	}
	if sheet.Light() != calibration.Amber {
		t.Error(sheet.Light())
	}
	table, err := sheet.Table()
	if err != nil {
		t.Fatal(err)
	}
	var s sensors.Scan
	for sq := range s {
		s[sq] = sensors.Black
	}
	a.board.Set(s)
	if got := table.Scan(a.read(), sensors.Scan{}); got != s {
		t.Errorf("after they answer again: %v", got)
	}
	if sheet := a.measure(t, sensors.Polarity, nil); sheet.Light() != calibration.Red || sheet.Of(calibration.Untried).Count() != 64 {
		t.Error("a board that was not measured is ready")
	}
}

// Linear sensors on a board that does not distinguish colours, with magnets mounted either
// way up.
func TestMeasureOccupancy(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		a := newArray(6, chips.Field{NoiseMV: 2, Spread: 0.03}, calibration.RowMajor())
		r := rand.New(rand.NewPCG(8, 8))
		var captures []calibration.Capture
		for range 3 {
			for _, l := range calibration.Layouts(sensors.Occupancy) {
				real := l.Shown
				for sq := range real {
					if real[sq].Full() {
						real[sq] = sensors.Black
						if mixed && r.IntN(2) == 0 {
							real[sq] = sensors.White
						}
					}
				}
				c := a.shows(real, 40)
				c.Shown = l.Shown
				captures = append(captures, c)
			}
		}
		sheet := a.measure(t, sensors.Occupancy, captures)
		if sheet.Light() != calibration.Green {
			t.Fatalf("mixed %v: %v %+v", mixed, sheet.Poor(), sheet.Squares[0])
		}
		if _, err := sheet.Table(); err != nil {
			t.Error(err)
		}
	}
}

// Captures and wiring that do not match are refused, and nothing is changed.
func TestMeasureRefuses(t *testing.T) {
	twice := calibration.RowMajor()
	twice[1] = rules.A1
	for _, m := range []calibration.Measurement{
		{Wiring: twice}, {Wiring: calibration.RowMajor()[:60]},
		{Wiring: calibration.RowMajor(), Sensing: sensors.Polarity},
		{Wiring: calibration.RowMajor(), Captures: []calibration.Capture{{}}},
	} {
		if s, err := calibration.Measure(m); err == nil || s != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

// A few squares are measured again, with what is usual on the board; the others keep their
// results.
func TestMeasureOnly(t *testing.T) {
	field := chips.Field{NoiseMV: 2, Spread: 0.04, Beside: 0.04, Corner: 0.01}
	for _, linear := range []bool{true, false} {
		a := newArray(3, field, calibration.RowMajor())
		a.board.Lift(rules.C2, 0.35)
		a.board.Lift(rules.G7, 0.35)
		before := a.measure(t, sensors.Polarity, a.layouts(sensors.Polarity, 60))
		a.board.Lift(rules.C2, 1)
		only := rules.SquaresOf(rules.C2, rules.G7)
		var captures []calibration.Capture
		for _, state := range []sensors.State{sensors.Empty, sensors.White, sensors.Black} {
			var real, shown sensors.Scan
			for sq := range real {
				real[sq] = sensors.Empty
			}
			for sq := range only.All() {
				real[sq], shown[sq] = state, state
			}
			c := a.shows(real, 60)
			c.Shown = shown
			captures = append(captures, c)
		}
		if !linear {
			captures = nil // without captures, these squares are untried and no other changes
		}
		after, err := calibration.Measure(calibration.Measurement{
			Sensing: sensors.Polarity, Linear: true, Wiring: before.Wiring, Captures: captures, Only: only, Before: before,
		})
		if err != nil {
			t.Fatal(err)
		}
		for sq := range after.Squares {
			q, was := &after.Squares[sq], &before.Squares[sq]
			switch {
			case !only.Has(rules.Square(sq)):
				if q.Zero != was.Zero || q.White != was.White || q.Grade != was.Grade || q.Margin != was.Margin {
					t.Errorf("%v was not measured and changed: %+v", rules.Square(sq), *q)
				}
			case !linear:
				if q.Grade != calibration.Untried {
					t.Errorf("%v: %+v", rules.Square(sq), *q)
				}
			case rules.Square(sq) == rules.C2:
				if q.Grade != calibration.Good {
					t.Errorf("c2 was mended: %s; %+v", q.Says(), *q)
				}
			default:
				if q.Grade != calibration.Weak || q.Cause != calibration.Faint || was.Cause != calibration.Faint {
					t.Errorf("g7: %s; %+v", q.Says(), *q)
				}
			}
		}
	}
}

// If the wiring turns out to be different, measurements move with their channel.
func TestRewired(t *testing.T) {
	a := newArray(3, chips.Field{NoiseMV: 2, Beside: 0.05}, calibration.RowMajor())
	a.board.Lift(rules.C2, 0.35)
	s := a.measure(t, sensors.Polarity, a.layouts(sensors.Polarity, 30))
	turned := s.Rewired(calibration.RowMajor().Turned(2))
	if turned.Squares[rules.F7].Cause != calibration.Faint || turned.Squares[rules.C2].Cause != "" {
		t.Errorf("c2 is not at f7 after half a turn: %+v", turned.Squares[rules.F7])
	}
	for sq := range s.Squares {
		if n, m := len(s.Squares[sq].Near), len(turned.Squares[63-sq].Near); n != m {
			t.Errorf("%v felt %d neighbours, and %d after a turn", rules.Square(sq), n, m)
		}
	}
	back := turned.Rewired(s.Wiring)
	for sq := range s.Squares {
		if back.Squares[sq].Zero != s.Squares[sq].Zero || back.Squares[sq].Cause != s.Squares[sq].Cause {
			t.Errorf("%v is not as before", rules.Square(sq))
		}
	}
}
