package decoder_test

import (
	"fmt"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestPieceTriedOnTwoSquares: a piece is set down on one square, then on another, and goes back to the
// first. The move to the second square, which the hand leaves again, is never published, however short
// the rests are, and the move that is made is published once the piece rests at last.
func TestPieceTriedOnTwoSquares(t *testing.T) {
	const air = 300 * time.Millisecond
	for _, piece := range []struct{ from, first, second rules.Square }{
		{rules.E2, rules.E3, rules.E4},
		{rules.A2, rules.A3, rules.A4},
		{rules.H2, rules.H3, rules.H4},
		{rules.G1, rules.F3, rules.H3},
	} {
		for _, rest := range []time.Duration{300 * time.Millisecond, 400 * time.Millisecond, 900 * time.Millisecond} {
			for _, c := range []decoder.Config{{}, {Quick: true}, {Clock: true}, {Clock: true, Quick: true}} {
				c.Start = rules.StartPosition()
				name := fmt.Sprintf("%v-%v-%v-%v after %v, clock %t, quick %t", piece.from, piece.first, piece.second, piece.first, rest, c.Clock, c.Quick)
				b := sitAt(c)
				at := piece.from
				for _, to := range []rules.Square{piece.first, piece.second, piece.first} {
					if at != piece.from {
						b.wait(rest)
					}
					b.Change(at, sensors.Empty)
					b.wait(air)
					b.Change(to, sensors.Occupied)
					at = to
				}
				b.wait(3500 * time.Millisecond)
				want := piece.from.String() + piece.first.String()
				if got := b.lineTold(); len(got) != 1 || got[0] != want {
					t.Errorf("%s: %v is published, want %s", name, got, want)
				}
				for _, f := range b.told {
					if got := f.Move.UCI(rules.Standard); f.Kind == decoder.Made && got != want {
						t.Errorf("%s: %s is published on the way", name, got)
					}
				}
			}
		}
	}
}
