package guide_test

import (
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights"
	"touchmove/sensors/lights/lightstest"
	"touchmove/sensors/sim/chips"
)

// Hands that follow only the lamps, and read nothing, calibrate a board: they put a piece
// on a square with a large lamp, take one off a square with a small lamp, and stay off the
// board if all lamps are dark.
func TestLampsLeadThroughCalibration(t *testing.T) {
	b := newTable(t, sensors.Occupancy, false, calibration.RowMajor().Turned(2))
	b.scanMS = 50
	var kept []*calibration.Sheet
	o := options(true, true, &kept)
	var shown lights.Frame
	sounds := 0
	o.Lamps = func(f lights.Frame) {
		if shown = f; f.Sound == lights.Done {
			sounds++
		}
	}
	g := guide.NewGuide(b.board, o)
	next, held := time.Duration(0), rules.NoSquare
	for end := b.at + 20*time.Minute; !g.Done(); {
		if b.at > end {
			t.Fatalf("never done; asks %q, lit %v", g.Ask().Sentence, &shown)
		}
		g.Feed(b.read())
		if b.at < next {
			continue
		}
		next = b.at + 600*time.Millisecond
		if g.Step() == guide.StepWiring { // one piece, put down and taken off again
			if held != rules.NoSquare {
				b.pins.SetSquare(held, sensors.Empty)
				held = rules.NoSquare
			} else if sq := large(&shown); sq != 0 {
				held = sq.First()
				b.pins.SetSquare(held, sensors.Occupied)
			}
			continue
		}
		for sq := range shown.Lit().All() {
			if shown.Squares[sq].Large {
				b.pins.SetSquare(sq, sensors.Occupied)
			} else {
				b.pins.SetSquare(sq, sensors.Empty)
			}
		}
	}
	if sheet, err := g.Result(); err != nil || len(sheet.Poor()) != 0 {
		t.Errorf("not good: %v, %v", sheet.Poor(), err)
	}
	if shown.Lit() != rules.AllSquares || large(&shown) != 0 || shown.Squares[rules.E4].Tone != lights.Green {
		t.Errorf("the result shows %v", &shown)
	}
	if sounds < 64+2 {
		t.Errorf("%d sounds for 64 squares and two positions", sounds)
	}
}

func large(f *lights.Frame) (squares rules.Squares) {
	for sq := range f.Lit().All() {
		if f.Squares[sq].Large {
			squares = squares.With(sq)
		}
	}
	return squares
}

// The terminal shows the lamps on the squares: where a piece is missing, where one is too
// many, and the traffic light. It also shows which lamps do not answer.
func TestLampsOnTheTerminal(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		b := newTable(t, sensors.Occupancy, false, calibration.RowMajor())
		var kept []*calibration.Sheet
		o := options(true, true, &kept)
		o.Lamps = func(lights.Frame) {}
		b.pins.Ail(rules.H4, chips.StuckOff)
		s := b.show(t, ascii, guide.NewHands(b.pins, 3, 0), o)
		name := map[bool]string{false: "lamps-", true: "ascii-lamps-"}[ascii]
		s.until(t, "at b2", func() bool { return s.g.Ask().Square == rules.B2 })
		s.check(t, name+"wiring", colorprofile.NoTTY, guide.Width, guide.Height)
		missing := func() bool {
			f := s.g.Lamps()
			return s.g.Step() == guide.StepLevels && large(&f).Count() == 3
		}
		s.until(t, "three pieces missing", missing)
		s.m.LampFaults = func() []string { return []string{"ht16k33 0x70 on I2C1: no acknowledge"} }
		s.check(t, name+"levels", colorprofile.NoTTY, guide.Width, guide.Height)
		s.m.LampFaults = nil
		s.until(t, "done", s.g.Done)
		s.check(t, name+"result", colorprofile.NoTTY, guide.Width, guide.Height)
		if !ascii {
			s.check(t, name+"result-colour", colorprofile.TrueColor, guide.Width, guide.Height)
		}
	}
}

// The traffic light in the picture of the docs is that of a board with two weak sensors and
// a dead one.
func TestLampsOfAResult(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	var kept []*calibration.Sheet
	o := options(true, true, &kept)
	var shown lights.Frame
	o.Lamps = func(f lights.Frame) { shown = f }
	b.pins.Lift(rules.C2, 0.35)
	b.pins.Lift(rules.G7, 0.35)
	b.pins.Ail(rules.H4, chips.StuckOff)
	g := guide.NewGuide(b.board, o)
	b.follow(t, g, guide.NewHands(b.pins, 3, 0))
	for n := range 3 {
		if g.Choose(n); shown.Squares[rules.G7].Tone == lights.White {
			t.Error("a square that is not good is white")
		}
	}
	for sq, tone := range map[rules.Square]lights.Tone{rules.C2: lights.Amber, rules.G7: lights.Amber, rules.H4: lights.Red} {
		if got := shown.Squares[sq]; got != (lights.Lamp{Tone: tone, Large: true}) {
			t.Errorf("%v is %v, want %v large", sq, got, tone)
		}
	}
	picture := lightstest.Picture(lightstest.Panel{Title: "Calibration, result", Frame: shown, Text: [2]string{
		"Good: small green. Weak: large amber. Bad: large red.", "The chosen one is where white lines cross.",
	}})
	const path = "../../docs/pictures/lights-calibration.svg"
	goldentest.Check(t, path, picture)
}
