package decoder_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// TestBarOutlastsOtherHolds: a capture that no sensor detected is not published if an illegal move stood on
// the board after it, also when publication was held later for something else. What is found to have been
// legal bars nothing.
func TestBarOutlastsOtherHolds(t *testing.T) {
	const fen = "6k1/5ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1"
	for _, c := range []struct {
		name string
		then func(b *table)
		want int // half-moves published
	}{
		{"no illegal move", func(*table) {}, 1},
		{"an illegal move", func(b *table) { b.Bar(b.at) }, 0},
		{"an illegal move, and a press that is judged", func(b *table) { b.Bar(b.at); b.Hold(); b.wait(time.Second); b.Resume() }, 0},
		{"an illegal move, and moves that were taken back by mistake", func(b *table) { b.Bar(b.at); b.RepublishTakenBack() }, 0},
		{"an illegal move that was none", func(b *table) { b.Bar(b.at); b.Bar(0) }, 1},
	} {
		b, _ := from(t, fen)
		b.wait(4 * time.Second)
		b.Hold()
		b.Change(rules.E4, sensors.Empty) // the pawn has captured on d5, where nothing was detected to leave
		b.wait(400 * time.Millisecond)
		b.Press(rules.White)
		b.wait(500 * time.Millisecond)
		c.then(b)
		b.Resume()
		b.wait(20 * time.Second)
		if got := len(b.lineTold()); got != c.want {
			t.Errorf("%s: told %v, want %d half-moves", c.name, b.lineTold(), c.want)
		}
	}
}
