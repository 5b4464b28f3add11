package decoder_test

import (
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// begun counts the games that were told to begin.
func (t *table) begun() (n int) {
	for _, f := range t.told {
		if f.Kind == decoder.Began {
			n++
		}
	}
	return n
}

// The players agree on a draw after two moves and put the pieces back before the result is
// entered, and nothing moves after it: the next game begins all the same.
func TestNextGameBeginsOnPiecesSetUpBeforeTheResult(t *testing.T) {
	for _, quiet := range []time.Duration{3 * time.Second, 20 * time.Second, 20 * time.Minute} {
		b := sit()
		b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.E7, rules.E5})
		b.move(rules.E5, rules.E7)
		b.move(rules.E4, rules.E2)
		b.wait(quiet)
		b.Finish()
		for due, ok := b.Due(); ok; due, ok = b.Due() {
			b.wait(due - b.at)
		}
		if n := b.begun(); n != 2 {
			t.Errorf("%v after the last piece: %d games begun", quiet, n)
		}
	}
}

// The first position stands on the board while the game has its first result. That is taken
// back, and readings come between: with the second result the quiet before the next game
// counts anew.
func TestResultTakenBackDoesNotCountTowardTheNextGame(t *testing.T) {
	b := sit()
	line := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, uci := range line {
		b.play([2]rules.Square{square(t, uci[:2]), square(t, uci[2:])})
	}
	b.Change(rules.B1, sensors.Empty)
	b.wait(5 * time.Second)
	b.Finish()
	b.Change(rules.B1, sensors.Occupied) // the first position, and the wait begins
	b.wait(500 * time.Millisecond)
	b.Continue()
	b.wait(3 * time.Second)
	b.Change(rules.B1, sensors.Empty)
	b.wait(time.Second)
	b.Finish()
	b.Change(rules.B1, sensors.Occupied)
	b.wait(500 * time.Millisecond)
	if n := b.begun(); n != 1 {
		t.Errorf("half a second after the second result: %d games begun", n)
	}
	b.wait(2 * time.Second)
	if n := b.begun(); n != 2 {
		t.Errorf("two and a half seconds after the second result: %d games begun", n)
	}
}
