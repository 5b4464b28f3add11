package calibration_test

import (
	"strings"
	"testing"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// A channel that is not connected stays so, however the board is turned or mirrored; the
// others move as the geometry of the board requires.
func TestUnwiredStaysUnwired(t *testing.T) {
	w := calibration.Wiring{rules.A1, rules.NoSquare, rules.H1, rules.D4, rules.NoSquare}
	for _, c := range []struct {
		name string
		got  calibration.Wiring
		want calibration.Wiring
	}{
		{"a quarter", w.Turned(1), calibration.Wiring{rules.A8, rules.NoSquare, rules.A1, rules.D5, rules.NoSquare}},
		{"half", w.Turned(2), calibration.Wiring{rules.H8, rules.NoSquare, rules.A8, rules.E5, rules.NoSquare}},
		{"a quarter back", w.Turned(-1), calibration.Wiring{rules.H1, rules.NoSquare, rules.H8, rules.E4, rules.NoSquare}},
		{"all the way", w.Turned(4), w},
		{"mirrored", w.Mirrored(), calibration.Wiring{rules.H1, rules.NoSquare, rules.A1, rules.E4, rules.NoSquare}},
	} {
		for ch := range w {
			if c.got[ch] != c.want[ch] {
				t.Errorf("%s: channel %d serves %v, want %v", c.name, ch, c.got[ch], c.want[ch])
			}
		}
	}
	if ch := w.Channel(rules.D4); ch != 3 {
		t.Errorf("d4 is on channel %d, want 3", ch)
	}
	if ch := w.Channel(rules.E5); ch != -1 {
		t.Errorf("e5, which is not wired, is on channel %d", ch)
	}
	if ch := w.Channel(rules.NoSquare); ch != -1 {
		t.Errorf("no square is on channel %d", ch)
	}
}

// Levels are refused if no converter can reach them, if a fluctuating reading could switch
// them on and off, and if both colours lie on the same side.
func TestLevelsValidate(t *testing.T) {
	const most = 1 << 28
	up, down := calibration.Threshold{Enter: 80, Leave: 50}, calibration.Threshold{Enter: -80, Leave: -50}
	for _, c := range []struct {
		name string
		l    calibration.Levels
		s    sensors.Sensing
		says string // empty if the levels are valid
	}{
		{"both colours", calibration.Levels{White: up, Black: down}, sensors.Polarity, ""},
		{"the highest zero", calibration.Levels{Zero: most, White: up}, sensors.Occupancy, ""},
		{"a zero too high", calibration.Levels{Zero: most + 1, White: up}, sensors.Occupancy, "zero is 268435457"},
		{"the lowest zero", calibration.Levels{Zero: -most, White: up}, sensors.Occupancy, ""},
		{"a zero too low", calibration.Levels{Zero: -most - 1, White: up}, sensors.Occupancy, "zero is -268435457"},
		{"an enter too high", calibration.Levels{White: calibration.Threshold{Enter: most + 1, Leave: 5}}, sensors.Occupancy, "white: enter is +268435457"},
		{"leave at enter", calibration.Levels{White: calibration.Threshold{Enter: 80, Leave: 80}}, sensors.Occupancy, "leave +80 must lie nearer to zero"},
		{"leave at enter below zero", calibration.Levels{White: calibration.Threshold{Enter: -80, Leave: -80}}, sensors.Occupancy, "leave -80 must lie nearer to zero"},
		{"across zero", calibration.Levels{White: calibration.Threshold{Enter: 80, Leave: -50}}, sensors.Occupancy, "must both lie above zero, or both below"},
		{"one colour alone", calibration.Levels{White: up}, sensors.Polarity, "only one colour has levels"},
		{"the same side", calibration.Levels{White: up, Black: up}, sensors.Polarity, "lie on the same side of zero"},
		{"nothing", calibration.Levels{}, sensors.Occupancy, "no level at which a piece is detected"},
	} {
		err := c.l.Validate(c.s)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}

// Only digital inputs have ActiveLow, so NewSheet ignores it for linear sensors.
func TestNewSheetIsActiveLow(t *testing.T) {
	for _, c := range []struct{ linear, low, want bool }{{false, true, true}, {false, false, false}, {true, true, false}, {true, false, false}} {
		if s := calibration.NewSheet(calibration.Sensors{Sensing: sensors.Occupancy, Linear: c.linear, ActiveLow: c.low}, calibration.RowMajor()); s.ActiveLow != c.want || s.Linear != c.linear || s.Measured() {
			t.Errorf("linear %v, active low %v: active low %v, linear %v, measured %v", c.linear, c.low, s.ActiveLow, s.Linear, s.Measured())
		}
	}
}
