package technician_test

import (
	"fmt"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
	"touchmove/technician"
)

// Boards whose converters give seven readings a second, or twenty-five, are
// measured as others are: with a sound sensor everywhere, and with one that no
// piece could be measured alone on any square beside.
func TestSlowBoards(t *testing.T) {
	for _, ms := range []int{40, 143} {
		for name, hurt := range map[string]func(*table){
			"sound": func(*table) {},
			"stuck": func(b *table) { b.pins.Ail(rules.E2, chips.StuckOn) },
		} {
			t.Run(fmt.Sprintf("%s, a scan in %d ms", name, ms), func(t *testing.T) {
				b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
				b.scanMS = ms
				hurt(b)
				var kept []*calibration.Sheet
				g := technician.NewGuide(b.board, options(true, true, &kept))
				lines := b.follow(t, g, technician.NewHands(b.pins, 7, 0))
				sheet, err := g.Result()
				if err != nil {
					t.Fatal(err)
				}
				for sq := range sheet.Squares {
					sq := rules.Square(sq)
					if q := sheet.Squares[sq]; q.Grade > calibration.Weak != (name == "stuck" && sq == rules.E2) {
						t.Errorf("%v is %v: %s", sq, q.Grade, q.Says())
					}
				}
				if said(lines, "not stand still") {
					t.Errorf("squares are said to move: %v", lines)
				}
			})
		}
	}
}

// A board that trembles everywhere is not measured, and it is said what is waited
// for.
func TestBoardThatNeverRests(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	var kept []*calibration.Sheet
	g := technician.NewGuide(b.board, options(true, true, &kept))
	hands := technician.NewHands(b.pins, 7, 0)
	var lines []technician.Line
	trembling := false
	for end := b.at + 6*time.Minute; b.at < end && !said(lines, "do not stand still"); {
		if g.Step() == technician.StepLevels && !trembling {
			trembling = true
			for sq := range rules.AllSquares.All() {
				b.pins.Hum(sq, 60)
			}
		}
		g.Take(b.read())
		hands.Act(b.at, g.Ask(), func(k technician.Key) { g.Press(k) })
		lines = append(lines, g.Lines()...)
	}
	if !said(lines, "squares do not stand still: is a hand on the board?") || len(kept) != 0 {
		t.Errorf("kept %d, said %v", len(kept), lines)
	}
}
