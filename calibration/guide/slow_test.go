package guide_test

import (
	"fmt"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// Boards whose converters give only seven or twenty-five readings per second are measured
// like others: one with sound sensors, and one with a stuck sensor, for which there is no
// capture of a single piece.
func TestSlowBoards(t *testing.T) {
	for _, c := range []struct {
		ms    int // per scan
		stuck rules.Square
	}{{40, rules.E2}, {143, rules.NoSquare}} {
		t.Run(fmt.Sprintf("a scan in %d ms", c.ms), func(t *testing.T) {
			b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
			b.scanMS = c.ms
			if c.stuck != rules.NoSquare {
				b.pins.Ail(c.stuck, chips.StuckOn)
			}
			var kept []*calibration.Sheet
			g := guide.NewGuide(b.board, options(true, true, &kept))
			lines := b.follow(t, g, guide.NewHands(b.pins, 7, 0))
			sheet, err := g.Result()
			if err != nil {
				t.Fatal(err)
			}
			for sq := range sheet.Squares {
				sq := rules.Square(sq)
				if q := sheet.Squares[sq]; q.Grade > calibration.Weak != (sq == c.stuck) {
					t.Errorf("%v is %v: %s", sq, q.Grade, q.Says())
				}
			}
			if said(lines, "not stand still") {
				t.Errorf("squares are said to move: %v", lines)
			}
		})
	}
}

// A board on which no square is at rest is not measured, and the guide says what it is
// waiting for.
func TestBoardThatNeverRests(t *testing.T) {
	b := newTable(t, sensors.Polarity, true, calibration.RowMajor())
	var kept []*calibration.Sheet
	g := guide.NewGuide(b.board, options(true, true, &kept))
	hands := guide.NewHands(b.pins, 7, 0)
	var lines []guide.Line
	trembling := false
	for end := b.at + 6*time.Minute; b.at < end && !said(lines, "do not stand still"); {
		if g.Step() == guide.StepLevels && !trembling {
			trembling = true
			for sq := range rules.AllSquares.All() {
				b.pins.Hum(sq, 60)
			}
		}
		g.Feed(b.read())
		hands.Act(b.at, g.Ask(), func(k guide.Key) { g.Press(k) })
		lines = append(lines, g.Lines()...)
	}
	if !said(lines, "squares do not stand still: is a hand on the board?") || len(kept) != 0 {
		t.Errorf("kept %d, said %v", len(kept), lines)
	}
}
