package guide_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// names names channels by their numbers.
type names struct{}

func (names) Long(ch int) string  { return fmt.Sprintf("channel %d", ch) }
func (names) Short(ch int) string { return fmt.Sprint(ch) }

// table is a simulated board with known properties. Hands follow a guide at it, in virtual
// time.
type table struct {
	pins   *chips.Board
	hall   *chips.Hall
	real   calibration.Wiring // how it is really soldered
	board  guide.Board
	lost   map[int]bool
	at     time.Duration
	scanMS int
}

// newTable makes a board configured as row-major, with the wiring real.
func newTable(t testing.TB, sensing sensors.Sensing, linear bool, real calibration.Wiring) *table {
	t.Helper()
	b := &table{pins: chips.NewBoard(), real: real, lost: map[int]bool{}, scanMS: 20}
	b.pins.Chance(4)
	b.hall = b.pins.Hall(real, 3300)
	b.board = guide.Board{
		ID: "hall-7", What: "8×ADS7138 linear", Driver: "ads7138", Program: "0.1.0", Sensing: sensing, Linear: linear,
		Wiring: calibration.RowMajor(), Names: names{}, ScanHz: 50, File: "hall-7.levels.toml", Options: "--config hall-7.toml", Plan: "touchmove wiring hall-7.toml",
	}
	setup := calibration.Board{Sensing: sensing, Wiring: b.board.Wiring}
	if linear {
		b.pins.Magnets(chips.Field{NoiseMV: 2, Spread: 0.04, Beside: 0.04, Corner: 0.01})
		var levels [64]calibration.Levels
		for sq := range levels {
			levels[sq] = calibration.Levels{Zero: 2048, White: calibration.Threshold{Enter: 250, Leave: 190}, Black: calibration.Threshold{Enter: -250, Leave: -190}}
		}
		setup.Levels = &levels
	} else {
		b.board.What, b.board.Driver = "4×MCP23017", "mcp23017"
		b.board.ActiveLow, setup.ActiveLow = true, true
	}
	var err error
	if b.board.Table, err = calibration.NewTable(setup); err != nil {
		t.Fatal(err)
	}
	return b
}

// read returns the counts of a 12-bit converter, or of a port.
func (b *table) read() guide.Frame {
	c := make(sensors.Counts, len(b.real))
	felt := b.pins.Scan()
	for ch, sq := range b.real {
		switch {
		case b.lost[ch]:
			c[ch] = sensors.Lost
		case b.board.Linear:
			c[ch] = int32(max(0, min(4095, b.hall.Millivolts(ch)*4096/3300)))
		case !felt[sq].Full():
			c[ch] = 1
		}
	}
	b.at += time.Duration(b.scanMS) * time.Millisecond
	return guide.Frame{At: b.at, Counts: c}
}

// follow lets hands do what the guide asks until it is done, and returns the lines
// reported.
func (b *table) follow(t testing.TB, g *guide.Guide, h *guide.Hands) (lines []guide.Line) {
	t.Helper()
	for end := b.at + 15*time.Minute; !g.Done(); {
		if b.at > end {
			t.Fatalf("never done; asks %q", g.Ask().Sentence)
		}
		g.Feed(b.read())
		h.Act(b.at, g.Ask(), func(k guide.Key) { g.Press(k) })
		lines = append(lines, g.Lines()...)
	}
	return append(lines, g.Lines()...)
}

var someDay = time.Date(2026, 11, 21, 12, 44, 0, 0, time.UTC)

func options(wiring, levels bool, kept *[]*calibration.Sheet) guide.Options {
	return guide.Options{Wiring: wiring, Levels: levels, Now: func() time.Time { return someDay }, Save: func(s *calibration.Sheet) error {
		*kept = append(*kept, s)
		return nil
	}}
}

// said reports whether a line contains a text.
func said(lines []guide.Line, part string) bool {
	return slices.ContainsFunc(lines, func(l guide.Line) bool { return strings.Contains(l.Text, part) })
}

// In a whole calibration, hands follow the guide and sometimes miss the square. It finds
// wiring and levels of a board with any fault, within the time that it should take.
func TestGuide(t *testing.T) {
	w := calibration.RowMajor()
	for _, c := range []struct {
		name   string
		linear bool
		real   calibration.Wiring
		hurt   func(b *table)
		says   string
		want   map[rules.Square]calibration.Cause
	}{
		{"sound", true, w, func(*table) {}, "", nil},
		{"turned, lifted, noisy", true, w.Turned(2), func(b *table) {
			b.pins.Lift(rules.C2, 0.35)
			b.pins.Hum(rules.E5, 28)
		}, "The board is turned by half.", map[rules.Square]calibration.Cause{rules.C2: calibration.Faint, rules.E5: calibration.Noisy}},
		{"cold, upside down, silent", true, w, func(b *table) {
			b.pins.Ail(rules.D4, chips.Cold)
			b.pins.Ail(rules.G6, chips.Inverted)
			b.lost[31] = true // h4
		}, "", map[rules.Square]calibration.Cause{rules.D4: calibration.NoOutput, rules.G6: calibration.UpsideDown, rules.H4: calibration.NoAnswer}},
		{"digital", false, calibration.Serpentine(), func(b *table) {
			b.pins.Ail(rules.B3, chips.StuckOn)
			b.pins.Ail(rules.F6, chips.StuckOff)
			b.pins.Ail(rules.G2, chips.Chattering)
		}, "Rank 2 comes in mirrored", map[rules.Square]calibration.Cause{rules.B3: calibration.StuckOn, rules.F6: calibration.StuckOff, rules.G2: calibration.Chatters}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sensing := sensors.Occupancy
			if c.linear {
				sensing = sensors.Polarity
			}
			b := newTable(t, sensing, c.linear, c.real)
			c.hurt(b)
			var kept []*calibration.Sheet
			g := guide.NewGuide(b.board, options(true, true, &kept))
			lines := b.follow(t, g, guide.NewHands(b.pins, 3, 0.04))
			sheet, err := g.Result()
			if err != nil || len(kept) != 1 || kept[0] != sheet {
				t.Fatalf("kept %d, %v", len(kept), err)
			}
			for sq := range sheet.Squares {
				if got, want := sheet.Squares[sq].Cause, c.want[rules.Square(sq)]; got != want {
					t.Errorf("%v: %q (%s), want %q", rules.Square(sq), got, sheet.Squares[sq].Says(), want)
				}
			}
			if !slices.Equal(sheet.Wiring, c.real) {
				t.Errorf("wiring %v", sheet.Wiring)
			}
			if c.says != "" && !said(lines, c.says) {
				t.Errorf("it does not say %q: %v", c.says, lines)
			}
			if sheet.Board != "hall-7" || !sheet.Date.Equal(someDay) || sheet.Program != "0.1.0" || !sheet.WiringFound {
				t.Errorf("the sheet is %+v, want one of hall-7 of program 0.1.0 with the wiring found", sheet)
			}
			if t.Failed() {
				for _, l := range lines {
					t.Log(l.Kind, l.Text)
				}
			}
			t.Logf("took %v", g.Elapsed())
			if g.Elapsed() > 3*g.Budget()/2 {
				t.Errorf("took %v", g.Elapsed())
			}
		})
	}
}
