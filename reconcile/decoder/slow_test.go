package decoder_test

import (
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// release returns when the move of a ply was released, and whether it was inferred, as it was published.
func (t *table) release(ply int) (at time.Duration, inferred bool) {
	for _, f := range t.told {
		if f.Kind == decoder.Made && f.Ply == ply {
			return f.Released, f.Inferred
		}
	}
	return 0, false
}

// sitAtFEN is sitAt for a position.
func sitAtFEN(t *testing.T, fen string) *table {
	t.Helper()
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rules.NewPosition(setup, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	return sitAt(decoder.Config{Start: start})
}

// TestSlowLanding: a piece that comes down long after its player has pressed was in the hand till then, although it was
// thought to stand there undetected. If a reply has begun, that is how it stood.
func TestSlowLanding(t *testing.T) {
	for _, replies := range []bool{false, true} {
		b := sitAtFEN(t, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
		b.Press(rules.Black)
		for _, sq := range []rules.Square{rules.E4, rules.D5} {
			b.Change(sq, sensors.Empty)
			b.wait(2500 * time.Millisecond)
		}
		b.Press(rules.White)
		pressed := b.at
		b.wait(2 * time.Second)
		if replies {
			b.Change(rules.G8, sensors.Empty)
		}
		b.wait(time.Second)
		b.Change(rules.D5, sensors.Occupied)
		landed := b.at
		b.wait(300 * time.Millisecond)
		if replies {
			b.Change(rules.F6, sensors.Occupied)
			b.wait(300 * time.Millisecond)
			b.Press(rules.Black)
		}
		b.wait(5 * time.Second)
		switch at, inferred := b.release(1); {
		case replies && (at == 0 || at > pressed):
			t.Errorf("detected after the reply has begun: released at %v, want before the press at %v", at, pressed)
		case !replies && (at != landed || inferred):
			t.Errorf("released at %v, inferred %t, want %v as seen", at, inferred, landed)
		}
	}
}

// TestSlowCastling: castling is released when its rook has followed, however slow the hand is, and although the clock was
// pressed before.
func TestSlowCastling(t *testing.T) {
	b := sitAtFEN(t, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1")
	b.Change(rules.E1, sensors.Empty)
	b.wait(3500 * time.Millisecond)
	b.Change(rules.G1, sensors.Occupied)
	b.wait(3500 * time.Millisecond)
	b.Press(rules.White)
	b.wait(1500 * time.Millisecond)
	b.Change(rules.H1, sensors.Empty)
	b.wait(3500 * time.Millisecond)
	b.Change(rules.F1, sensors.Occupied)
	landed := b.at
	b.wait(5 * time.Second)
	if at, inferred := b.release(1); at != landed || inferred {
		t.Errorf("released at %v, inferred %t, want %v as seen", at, inferred, landed)
	}
}
