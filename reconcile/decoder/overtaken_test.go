package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestOvertakenInColour: a reply lands on the square that a piece has just left, before that piece lands. A board
// that tells the colours apart shows the pawn there, not the rook.
func TestOvertakenInColour(t *testing.T) {
	p := rules.MustPosition("6k1/5ppp/1p6/1R6/8/8/5PPP/6K1 w - - 0 1", rules.Standard)
	b := sitInColour(p)
	for _, c := range []struct {
		square rules.Square
		is     sensors.State
	}{{rules.B5, sensors.Empty}, {rules.B6, sensors.Empty}, {rules.B5, sensors.Black}, {rules.B1, sensors.White}} {
		b.Change(c.square, c.is)
		b.wait(30 * time.Millisecond)
	}
	b.wait(4 * time.Second)
	if got, want := b.lineTold(), []string{"b5b1", "b6b5"}; !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}

// sitInColour sits at a board that tells colours, on which p stands.
func sitInColour(p rules.Position) *table {
	b := &table{Decoder: decoder.New(decoder.Config{Start: p, Polarity: true})}
	var scan sensors.Scan
	for sq := range scan {
		switch sq := rules.Square(sq); {
		case p.Of(rules.White).Has(sq):
			scan[sq] = sensors.White
		case p.Of(rules.Black).Has(sq):
			scan[sq] = sensors.Black
		default:
			scan[sq] = sensors.Empty
		}
	}
	b.wait(time.Millisecond)
	b.Scan(&scan)
	b.wait(4 * time.Second)
	return b
}
