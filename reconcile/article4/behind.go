package article4

import (
	"time"

	"touchmove/rules"
)

// isRecordBehind reports whether the player has already pressed in this turn without an explanation
// for the press: the recorded game is then behind the board.
func (ref *Referee) isRecordBehind(t *turn, by rules.Color, before time.Duration) bool {
	return ref.pressesIn(t, by, before) > t.accounted
}

// pressesIn counts the presses of a player in a turn before a moment.
func (ref *Referee) pressesIn(t *turn, by rules.Color, before time.Duration) (n int) {
	since, turned := time.Duration(-1), time.Duration(-1)
	if prev := ref.turnOf(t.ply - 1); prev != nil && prev.made != nil {
		since = prev.made.Released
		turned, _ = ref.ownPress(prev) // a press of the other side before that was for no move
	}
	for _, p := range ref.clock.presses[by] {
		if p.at > since && p.at < before && !p.stood && !(p.wrong && p.at < turned) && !ref.isPressedLate(t, p.at) {
			n++
		}
	}
	return n
}

// AccountForPresses says that the presses for moves which a person has taken back are
// understood: the record is not behind because of them.
func (ref *Referee) AccountForPresses() {
	if ref.begun {
		t := ref.current()
		t.accounted = ref.pressesIn(t, t.mover(), ref.now+1)
	}
}
