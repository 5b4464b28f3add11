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
// read. A move whose piece left and came down in one scan was made while nobody read the board, unless the scans of
// this board are so far apart that a hand moves a piece between two; a piece that left after the press, and came down
// later, was moved after it.
func TestLateReadings(t *testing.T) {
	atOnce := func(b *table) {
		b.w.Read(square(b.t, "g1"), sensors.Empty, b.at)
		b.place("f3")
		b.made("g1f3", 200*time.Millisecond)
	}
	for _, c := range []struct {
		name string
		hz   float64
		move func(b *table)
		told bool
	}{
		{"nothing more is read", 200, func(*table) {}, true},
		{"the whole move in one scan", 200, atOnce, false},
		{"the whole move in one scan, at 20 scans a second", 20, atOnce, false},
		{"the whole move in one scan, at 7 scans a second", 7, atOnce, true},
		{"the whole move in one scan, on a board of which that is not known", 0, atOnce, true},
		{"moved after the press", 200, func(b *table) {
			b.lift("g1")
			b.place("f3")
			b.made("g1f3", 200*time.Millisecond)
		}, true},
		{"something is set down, and no piece has left", 200, func(b *table) { b.place("f3") }, false},
		{"a move of which no sensor has shown the lift", 200, func(b *table) {
			b.place("f3")
			b.made("g1f3", 200*time.Millisecond)
		}, false},
	} {
		h := header(rules.FIDE2018)
		h.ScanHz = c.hz
		b := newTable(t, h)
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

// TestPieceTooMany: a piece that stands where none belongs at a press may have come from a square whose sensor is stuck,
// and may be a captured one. Nobody is asked, no move is published and nothing is told, also when it is taken off at
// once after the press.
func TestPieceTooMany(t *testing.T) {
	for _, on := range []string{"h4", "f3", "h5"} {
		for _, off := range []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond, time.Second} {
			b := newTable(t, header(rules.FIDE2018))
			b.place(on)
			b.press(rules.White)
			b.wait(off)
			b.w.Read(square(t, on), sensors.Empty, b.at)
			b.wait(3 * time.Second)
			if s := b.state(); b.ply() != 0 || len(s.Candidates) != 0 || s.Illegal != nil || b.saidWithoutMove() {
				t.Errorf("%s taken off %v after the press: published %v, candidates %v, illegal %v\n%s", on, off, b.moves, s.Candidates, s.Illegal, strings.Join(b.told, "\n"))
			}
		}
	}
}
