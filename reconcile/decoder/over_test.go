package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestLastMoveOutlastsClearing: the last move waits because of an earlier capture that nobody saw.
// Hands that clear the board and put a pawn home do not turn it into a different move.
func TestLastMoveOutlastsClearing(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("6k1/1p3p1p/3N4/4p3/8/8/2P1QP1P/6K1 w - - 0 1", rules.Standard), Clock: true})
	turn := func(by rules.Color, from, to rules.Square) {
		b.move(from, to)
		b.Press(by)
		b.wait(time.Second)
	}
	turn(rules.White, rules.C2, rules.C3)
	turn(rules.Black, rules.H7, rules.H6)
	b.Change(rules.D6, sensors.Empty) // the knight takes on b7 or f7
	b.wait(200 * time.Millisecond)
	b.Press(rules.White)
	b.wait(time.Second)
	turn(rules.Black, rules.G8, rules.H7)
	b.Change(rules.E2, sensors.Empty)
	b.wait(100 * time.Millisecond)
	b.Change(rules.E5, sensors.Empty)
	b.wait(200 * time.Millisecond)
	b.Change(rules.E5, sensors.Occupied)
	b.wait(100 * time.Millisecond)
	b.Press(rules.White)
	b.wait(6 * time.Second)
	for _, sq := range []rules.Square{rules.H6, rules.F2} {
		b.Change(sq, sensors.Empty)
		b.wait(300 * time.Millisecond)
	}
	b.Change(rules.C2, sensors.Occupied)
	b.wait(5 * time.Second)
	b.Finish()
	b.wait(0)
	if got := b.lineTold(); len(got) != 5 || got[4] != "e2e5" {
		t.Errorf("told %v, and the fifth move was e2e5", got)
	}
}

// TestPieceGoesHomeAmidClearing: a queen that is put where queens begin the game, while a piece of
// the opponent is off the board, has not gone on with its last move.
func TestPieceGoesHomeAmidClearing(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("3q3r/1kn1p3/2p2r2/2PnNp2/1p1P3P/pP3PPR/P2Q4/B1K4R b - - 0 1", rules.Standard)})
	b.move(rules.D8, rules.C8)
	b.wait(4 * time.Second)
	b.move(rules.H1, rules.G1)
	b.wait(4 * time.Second)
	b.move(rules.C8, rules.G8)
	b.wait(2400 * time.Millisecond)
	b.Change(rules.G8, sensors.Empty)
	b.wait(600 * time.Millisecond)
	b.Change(rules.D2, sensors.Empty)
	b.wait(300 * time.Millisecond)
	b.Change(rules.D8, sensors.Occupied)
	b.wait(3 * time.Second)
	b.Finish()
	b.wait(0)
	if got := b.lineTold(); !slices.Equal(got, []string{"d8c8", "h1g1", "c8g8"}) {
		t.Errorf("told %v, and d8c8 h1g1 c8g8 was played", got)
	}
	if n := b.changed(); n > 0 {
		t.Errorf("%d moves were changed for a while", n)
	}
}

// TestKingMakesRoomInTheCentre: a king has moved to the centre. When the other one is put beside it,
// it goes on to the square that shows the result.
func TestKingMakesRoomInTheCentre(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("5r1k/1R4p1/6Bp/p7/P2b1P2/5KP1/8/8 w - - 0 1", rules.Standard)})
	b.move(rules.F3, rules.E4)
	b.wait(5 * time.Second)
	for _, c := range []struct {
		at   rules.Square
		is   sensors.State
		then time.Duration
	}{
		{rules.D4, sensors.Empty, 340}, {rules.H8, sensors.Empty, 330}, {rules.D4, sensors.Occupied, 900},
		{rules.F8, sensors.Empty, 250}, {rules.E4, sensors.Empty, 440}, {rules.E5, sensors.Occupied, 8000},
	} {
		b.Change(c.at, c.is)
		b.wait(c.then * time.Millisecond)
	}
	if got := b.lineTold(); !slices.Equal(got, []string{"f3e4"}) {
		t.Errorf("told %v, and f3e4 was played", got)
	}
	if n := b.changed(); n > 0 {
		t.Errorf("%d moves were changed for a while", n)
	}
	if !slices.ContainsFunc(b.told, func(f decoder.Finding) bool { return f.Kind == decoder.Ended && f.Result == "0-1" }) {
		t.Error("the kings in the centre were not seen")
	}
}

// TestPressedKingStaysInTheCentre: a king that moved to the centre and was pressed for is not taken
// back when the other one is put beside it, and it then makes room, even if it had rested on another
// square on its way.
func TestPressedKingStaysInTheCentre(t *testing.T) {
	for _, rested := range []bool{false, true} {
		b := sitAt(decoder.Config{Start: rules.MustPosition("8/2R5/1r4p1/b5P1/2k5/6P1/6K1/8 b - - 0 50", rules.Standard), Clock: true})
		b.wait(10 * time.Second)
		if rested {
			b.move(rules.C4, rules.B4)
			b.wait(1100 * time.Millisecond)
			b.move(rules.B4, rules.D5)
		} else {
			b.move(rules.C4, rules.D5)
		}
		b.wait(700 * time.Millisecond)
		b.Press(rules.Black)
		b.wait(3 * time.Second)
		b.Change(rules.G2, sensors.Empty)
		b.wait(400 * time.Millisecond)
		b.Change(rules.E5, sensors.Occupied)
		b.wait(3 * time.Second)
		b.Change(rules.D5, sensors.Empty)
		b.wait(400 * time.Millisecond)
		b.Change(rules.D4, sensors.Occupied)
		b.wait(5 * time.Second)
		if got := b.lineTold(); !slices.Equal(got, []string{"c4d5"}) {
			t.Errorf("told %v, and c4d5 was played", got)
		}
		if n := b.changed(); n > 0 {
			t.Errorf("%d moves were changed for a while", n)
		}
		if !slices.ContainsFunc(b.told, func(f decoder.Finding) bool { return f.Kind == decoder.Ended && f.Result == "0-1" }) {
			t.Error("the kings in the centre were not seen")
		}
	}
}

// TestUnseenCaptureOutlastsClearing: a capture that nobody saw was pressed for. That its piece is then
// taken off, or another one put home, does not undo it.
func TestUnseenCaptureOutlastsClearing(t *testing.T) {
	for name, clear := range map[string][]rules.Square{
		"its piece taken off":  {rules.C6, rules.F2, rules.F1, rules.A4},
		"another one put home": {rules.C6, rules.F2, rules.C2},
	} {
		b := sitAt(decoder.Config{Start: rules.MustPosition("3r1rk1/ppp2ppp/2n1b3/4q3/Q1B5/2P1N3/PP3PPP/R4RK1 b - - 6 15", rules.Standard), Clock: true})
		b.move(rules.E5, rules.E4)
		b.Press(rules.Black)
		b.wait(200 * time.Millisecond)
		b.move(rules.C4, rules.B5)
		b.wait(50 * time.Millisecond)
		for _, c := range []struct {
			from rules.Square
			by   rules.Color
		}{{rules.E4, rules.Black}, {rules.B5, rules.White}} {
			b.Change(c.from, sensors.Empty)
			b.wait(280 * time.Millisecond)
			b.Press(c.by)
			b.wait(50 * time.Millisecond)
		}
		b.wait(1700 * time.Millisecond)
		for _, sq := range clear {
			is := sensors.Empty
			if sq == rules.C2 {
				is = sensors.Occupied
			}
			b.Change(sq, is)
			b.wait(500 * time.Millisecond)
		}
		b.wait(3 * time.Second)
		b.Finish()
		b.wait(0)
		if got := b.lineTold(); !slices.Equal(got, []string{"e5e4", "c4b5", "e4a4", "b5a4"}) {
			t.Errorf("%s: told %v, and e5e4 c4b5 e4a4 b5a4 was played", name, got)
		}
	}
}

// TestPressedForBeforeKings: both players have pressed after captures that nobody saw. Kings in the
// centre do not undo them.
func TestPressedForBeforeKings(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("8/K6R/8/8/6k1/7p/8/8 b - - 0 64", rules.Standard), Clock: true})
	b.move(rules.G4, rules.G3)
	b.Press(rules.Black)
	b.wait(50 * time.Millisecond)
	for _, c := range []struct {
		from rules.Square
		by   rules.Color
	}{{rules.H7, rules.White}, {rules.G3, rules.Black}} {
		b.Change(c.from, sensors.Empty)
		b.wait(220 * time.Millisecond)
		b.Press(c.by)
		b.wait(200 * time.Millisecond)
	}
	b.wait(9 * time.Second)
	for _, c := range []struct {
		at   rules.Square
		is   sensors.State
		then time.Duration
	}{{rules.A7, sensors.Empty, 800}, {rules.H3, sensors.Empty, 1000}, {rules.D5, sensors.Occupied, 1100}, {rules.E5, sensors.Occupied, 8000}} {
		b.Change(c.at, c.is)
		b.wait(c.then * time.Millisecond)
	}
	if got := b.lineTold(); !slices.Equal(got, []string{"g4g3", "h7h3", "g3h3"}) {
		t.Errorf("told %v, and g4g3 h7h3 g3h3 was played", got)
	}
	if !b.isDrawnByKings() {
		t.Error("the kings in the centre were not seen")
	}
}

// changed counts the moves that were published and then withdrawn.
func (t *table) changed() (n int) {
	for _, f := range t.told {
		if f.Kind == decoder.Amended || f.Kind == decoder.Retracted {
			n++
		}
	}
	return n
}
