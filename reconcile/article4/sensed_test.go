package article4_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// TestBounceIsNoTouch checks that a bouncing contact is neither a touch nor a release.
func TestBounceIsNoTouch(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	for range 5 {
		b.w.Read(rules.G1, sensors.Empty, b.at)
		b.wait(30 * time.Millisecond)
		b.w.Read(rules.G1, sensors.Occupied, b.at)
		b.wait(100 * time.Millisecond)
	}
	b.w.Read(rules.E4, sensors.Occupied, b.at)
	b.wait(20 * time.Millisecond)
	b.w.Read(rules.E4, sensors.Empty, b.at)
	b.wait(2 * time.Second)
	b.wantDuty("")
	if len(b.told) != 0 {
		t.Errorf("told %v", b.told)
	}
}

// TestUnknownIsNoTouch checks that a row that cannot be read for a while causes no touch.
func TestUnknownIsNoTouch(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	for sq := rules.A1; sq <= rules.H1; sq++ {
		b.w.Read(sq, sensors.Unknown, b.at)
	}
	b.wait(5 * time.Second)
	for sq := rules.A1; sq <= rules.H1; sq++ {
		b.w.Read(sq, sensors.Occupied, b.at)
	}
	b.wait(time.Second)
	b.wantDuty("")
	if len(b.told) != 0 {
		t.Errorf("told %v", b.told)
	}
}

// TestEarlyHand: a piece of the reply that is in the air when a move is released is in the
// opponent's early hand. It is no duty of the mover, and the first touch of the next turn.
func TestEarlyHand(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.play("e2e4", "d7d5", "b1c3", "d5e4") // the pawn on e4 could be taken
	b.lift("g1")
	b.lift("e4") // Black again, before White has released the piece
	b.place("f3")
	b.made("g1f3", 200*time.Millisecond)
	b.wantRule("", "", "")
	b.wantDuty("move", "e4")
}

// TestStraightening: straightening the piece just moved, before the press, is still the mover's
// act: it is no touch by the opponent, and no claim lapses.
func TestStraightening(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("g1")
	b.place("g1")
	b.lift("e2")
	b.place("e4")
	b.made("e2e4", 200*time.Millisecond)
	b.lift("e4")
	b.place("e4")
	b.press(rules.White)
	b.wantRule("touched_piece", "white", "claimable")
	b.wantDuty("")
}

// TestSlideIsNoRelease: a piece that rests on a square for less than the threshold was slid over
// it.
func TestSlideIsNoRelease(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("e2")
	b.place("e3")
	b.wait(600 * time.Millisecond)
	b.lift("e3")
	b.place("e4")
	b.made("e2e4", 200*time.Millisecond)
	b.press(rules.White)
	b.wantRule("", "", "")
	if n := b.remarked("illegal_position_on_board"); n != 0 {
		t.Errorf("remarked %d illegal positions", n)
	}
}

// TestSleeve: three pieces knocked over in consecutive scans are an accident too.
func TestSleeve(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	for _, sq := range []rules.Square{rules.E2, rules.F2, rules.G2} {
		b.w.Read(sq, sensors.Empty, b.at)
		b.wait(20 * time.Millisecond)
	}
	b.wait(time.Second)
	b.place("e2", "f2", "g2")
	b.wantDuty("")
	if odd := b.state().Irregularity; odd == nil || *odd != "displaced" {
		t.Errorf("irregularity is %v", odd)
	}
}

// TestTouchedAndNotBack: if a piece does not come back, more likely its sensor has failed than that
// a hand holds it. No breach is reported until it stands on its square again.
func TestTouchedAndNotBack(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("g1") // its sensor dies
	b.lift("d2")
	b.place("d4")
	b.made("d2d4", 200*time.Millisecond)
	b.wantRule("", "", "")
	b.play("d7d5")
	b.wantRule("", "", "")

	b = newTable(t, header(rules.FIDE2009))
	b.lift("g1") // and here it stays in the other hand
	b.lift("d2")
	b.place("d4")
	b.made("d2d4", 200*time.Millisecond)
	b.wantRule("", "", "")
	b.place("g1")
	b.wantRule("touched_piece", "white", "claimable")
	b.lift("d7")
	b.wantRule("touched_piece", "white", "lapsed")
}
