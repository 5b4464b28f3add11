package article4_test

import (
	"testing"

	"touchmove/rules"
)

// BenchmarkGame measures the referee's part of a game with eighty moves a side: captures at first,
// then shuffling, with all touches, presses and moves.
func BenchmarkGame(b *testing.B) {
	opening := []string{"e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "g8f6", "f1e2", "c8g4", "e1g1", "b8c6"}
	shuffle := []string{"f3d4", "f6d7", "d4f3", "d7f6"}
	b.ReportAllocs()
	for b.Loop() {
		t := newTable(b, header(rules.FIDE2009))
		t.play(opening...)
		for t.ply() < 160 {
			t.play(shuffle...)
		}
	}
}
