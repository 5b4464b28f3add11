package article4_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// saidWithoutMove reports whether the arbiter was told of a press without a move.
func (b *table) saidWithoutMove() bool {
	return strings.Contains(strings.Join(b.told, "\n"), "clock_without_move")
}

// TestLateReadings: a press with which no move is seen waits for readings, since a bus may hang while the clock is
// read. A move whose piece left and came down in one scan was made while nobody read the board; a piece that left after
// the press, and came down later, was moved after it.
func TestLateReadings(t *testing.T) {
	for _, c := range []struct {
		name string
		move func(b *table)
		told bool
	}{
		{"nothing more is read", func(*table) {}, true},
		{"the whole move in one scan", func(b *table) {
			b.w.Read(square(b.t, "g1"), sensors.Empty, b.at)
			b.place("f3")
			b.made("g1f3", 200*time.Millisecond)
		}, false},
		{"moved after the press", func(b *table) {
			b.lift("g1")
			b.place("f3")
			b.made("g1f3", 200*time.Millisecond)
		}, true},
	} {
		b := newTable(t, header(rules.FIDE2018))
		b.press(rules.White)
		if b.saidWithoutMove() {
			t.Fatalf("%s: told before readings could have come", c.name)
		}
		c.move(b)
		b.wait(2 * time.Second)
		if told := b.saidWithoutMove(); told != c.told {
			t.Errorf("%s: told %v, want %v\n%s", c.name, told, c.told, strings.Join(b.told, "\n"))
		}
	}
}

// TestStuckUnderMovedPiece: a piece that stands where a legal move leads has come from a square whose sensor is stuck, if
// none of the player's is missing. At the press the only such move is published; of several a person is asked.
func TestStuckUnderMovedPiece(t *testing.T) {
	b := newTable(t, header(rules.FIDE2018))
	b.place("h4")
	b.press(rules.White)
	b.wait(2 * time.Second)
	if b.ply() != 1 || b.moves[0].UCI(rules.Standard) != "h2h4" {
		t.Errorf("published %v, want h2h4", b.moves)
	}
	b = newTable(t, header(rules.FIDE2018))
	b.place("f3")
	b.press(rules.White)
	b.wait(2 * time.Second)
	s := b.state()
	if b.ply() != 0 || len(s.Candidates) != 2 || s.Illegal != nil {
		t.Errorf("published %v, candidates %v, illegal %v, want g1f3 and f2f3 as candidates", b.moves, s.Candidates, s.Illegal)
	}
	b = newTable(t, header(rules.FIDE2018))
	b.place("h5") // no legal move leads there
	b.press(rules.White)
	b.wait(2 * time.Second)
	if s := b.state(); b.ply() != 0 || s.Illegal != nil {
		t.Errorf("published %v, illegal %v", b.moves, s.Illegal)
	}
}
