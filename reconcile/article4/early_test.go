package article4_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestWholeReplyBeforeRelease: the opponent's reply is lifted and set down before the player releases the
// move. It is no touch of the player's, and the next turn has all of it.
func TestWholeReplyBeforeRelease(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.play("e2e4", "d7d5", "b1c3", "d5e4")
	b.lift("c3")
	b.lift("e4") // Black again: the knight could take this pawn
	b.place("e3")
	b.place("b5")
	b.made("c3b5", 200*time.Millisecond)
	b.wantRule("", "", "")
	b.made("e4e3", 0)
	b.wantRule("", "", "")
}

// TestTouchBesideEarlyHand: the opponent has a bishop in the hand early, and the player touches the knight it
// could take, and moves another one. The touch stays the player's.
func TestTouchBesideEarlyHand(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Start = "rn1qkbnr/ppp1pppp/3p4/8/6b1/3P1N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1"
	b := newTable(t, h)
	b.lift("g4")
	b.wait(800 * time.Millisecond)
	b.lift("f3")
	b.wait(time.Second)
	b.place("f3")
	b.wait(time.Second)
	b.lift("b1")
	b.place("c3")
	b.made("b1c3", 200*time.Millisecond)
	b.press(rules.White)
	if v := b.state().Violation; v == nil || v.Rule != "touched_piece" {
		t.Errorf("violation is %+v, want that of the touched knight", v)
	}
	b.wantDuty("move", "g4")
}

// TestEarlyHandToldLate: the lift of the reply is only sure after the move has been published.
func TestEarlyHandToldLate(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.play("e2e4", "d7d5", "b1c3", "d5e4")
	b.lift("c3")
	b.w.Read(rules.E4, sensors.Empty, b.at)
	b.wait(20 * time.Millisecond)
	b.w.Read(rules.B5, sensors.Occupied, b.at)
	b.wait(70 * time.Millisecond)
	b.made("c3b5", 70*time.Millisecond)
	b.wait(time.Second)
	b.wantRule("", "", "")
	b.wantDuty("move", "e4")
}

// TestCastledBeforeRelease: the reply is castling of which the king stands before the move is released. The
// king was touched first, and the rook obliges to nothing.
func TestCastledBeforeRelease(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.play("g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7")
	b.lift("d2")
	b.lift("e8")
	b.place("g8")
	b.place("d4")
	b.made("d2d4", 200*time.Millisecond)
	b.lift("h8")
	b.place("f8")
	b.made("e8g8", 200*time.Millisecond)
	b.wantRule("", "", "")
}

// blink lets a square read empty for a moment.
func (b *table) blink(sq rules.Square, gap, pause time.Duration) {
	b.w.Read(sq, sensors.Empty, b.at)
	b.wait(gap)
	b.w.Read(sq, sensors.Occupied, b.at)
	b.obey()
	b.wait(pause)
}

// TestBadContact: a sensor that has lost a piece at rest four times for less time than a hand takes to lift it
// has a bad contact, and gaps that are not much longer are no touches from the first of them on. What is
// reported as touched, and only that, is reported as returned.
func TestBadContact(t *testing.T) {
	const blink, flicker, hand, long = 40 * time.Millisecond, 400 * time.Millisecond, 700 * time.Millisecond, 1500 * time.Millisecond
	for _, row := range []struct {
		name    string
		gaps    []time.Duration
		pause   time.Duration
		rule    string
		touches int // reported
	}{
		{"a hand", []time.Duration{hand}, 20 * time.Second, "touched_piece", 1},
		{"put straight twice, and a touch", []time.Duration{blink, blink, flicker}, 20 * time.Second, "touched_piece", 1},
		{"a touch, and put straight", []time.Duration{hand, 100 * time.Millisecond, 100 * time.Millisecond, 100 * time.Millisecond}, 20 * time.Second, "touched_piece", 1},
		{"four blinks before", []time.Duration{blink, blink, blink, blink, flicker}, 20 * time.Second, "", 1},
		{"the fourth blink after", []time.Duration{blink, blink, blink, flicker, blink}, 20 * time.Second, "", 1},
		{"four blinks after", []time.Duration{flicker, blink, blink, blink, blink}, 20 * time.Second, "touched_piece", 1},
		{"no pause between blinks", []time.Duration{blink, blink, blink, blink, flicker}, 800 * time.Millisecond, "touched_piece", 1},
		{"blinks now and then", []time.Duration{blink, blink, blink, blink, flicker}, 100 * time.Second, "touched_piece", 1},
		{"four blinks and a hand", []time.Duration{blink, blink, blink, blink, hand}, 20 * time.Second, "touched_piece", 1},
		{"four gaps that may be a hand's, and a fifth", []time.Duration{hand, hand, hand, hand, hand}, 20 * time.Second, "touched_piece", 4},
		{"four gaps and a long one", []time.Duration{hand, hand, hand, hand, long}, 20 * time.Second, "touched_piece", 5},
	} {
		b := newTable(t, header(rules.FIDE2009))
		b.wait(5 * time.Second)
		for _, gap := range row.gaps {
			b.blink(rules.G1, gap, row.pause)
		}
		count := func(name string) (n int) {
			for _, told := range b.told {
				if strings.Contains(told, " "+name+" ") {
					n++
				}
			}
			return n
		}
		if up, back := count("touched"), count("returned"); up != row.touches || back != row.touches {
			t.Errorf("%s: %d touches and %d returns are reported, want %d: %v", row.name, up, back, row.touches, b.told)
		}
		b.lift("e2")
		b.place("e4")
		b.made("e2e4", 200*time.Millisecond)
		if v := b.state().Violation; (v == nil) != (row.rule == "") || v != nil && v.Rule != row.rule {
			t.Errorf("%s: violation is %+v, want %q", row.name, v, row.rule)
		}
	}
}

// TestSlowExchange: without a clock, the pawn on the last rank is exchanged long after it was set down. That
// is no touch of the opponent's.
func TestSlowExchange(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Clock, h.Start = trace.ClockNone, "1r5k/P7/8/8/8/8/8/K7 w - - 0 1"
	b := newTable(t, h)
	b.lift("a7")
	b.place("a8")
	b.landed = b.at - 200*time.Millisecond
	b.wait(10 * time.Second)
	b.lift("a8")
	b.place("a8")
	b.wait(5 * time.Second)
	b.landed = 0
	move, err := b.start.ParseUCI("a7a8q")
	if err != nil {
		t.Fatal(err)
	}
	b.w.Made(halfmove.HalfMove{Ply: 1, Move: move, After: b.start.After(move), Released: b.at - 15600*time.Millisecond, Inferred: true}, b.at)
	b.wantDuty("")
}
