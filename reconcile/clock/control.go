package clock

import (
	"time"
)

// Bonus is the kind of time that a player gets for each move.
type Bonus uint8

// The bonuses. With Fischer the time is added before each move, starting with the first (glossary
// 2017, increment). With Delay the main time begins to fall when the bonus is used up (6.3.2).
// Bronstein shows the bonus as part of the main time, which falls at once, and afterwards gives
// back the used part of the bonus; it reaches zero at the same moment as Delay. With Hourglass the
// time that one player uses is added to the other's.
const (
	NoBonus Bonus = iota
	Fischer
	Delay
	Bronstein
	Hourglass
)

// String returns "none", "fischer", "delay", "bronstein" or "hourglass".
func (b Bonus) String() string {
	return [...]string{"none", "fischer", "delay", "bronstein", "hourglass"}[b]
}

// Period is one period of a time control.
type Period struct {
	Moves int           // moves to be completed in it; 0 for all remaining moves
	Time  time.Duration // added when it begins
	Bonus Bonus
	Each  time.Duration // bonus for each move
}

// Increments reports whether a move adds 30 seconds or more, so that the player always has to
// record (8.4).
func (p Period) Increments() bool {
	return p.Bonus != NoBonus && p.Bonus != Hourglass && p.Each >= 30*time.Second
}

// Control is the time control of one player: its periods in order. If the last one has a number of
// moves it is repeated (PGN standard, 9.6.1). The zero value is no control.
type Control struct {
	Periods []Period
}

// Known reports whether there is a time to keep.
func (c Control) Known() bool { return len(c.Periods) > 0 }

// period returns the period with this number, counted from 0, or the last one if there are fewer.
func (c Control) period(n int) Period {
	return c.Periods[min(n, len(c.Periods)-1)]
}

// more reports whether another period follows the one with this number.
func (c Control) more(n int) bool {
	return n+1 < len(c.Periods) || c.period(n).Moves > 0
}

// needed is how many moves must be completed by the end of the period with this number, 0 when that
// period is for all remaining moves.
func (c Control) needed(n int) int {
	sum := 0
	for i := 0; i <= n; i++ {
		p := c.period(i)
		if p.Moves == 0 {
			return 0
		}
		sum += p.Moves
	}
	return sum
}

// EndsWith reports whether a period ends with this number of moves.
func (c Control) EndsWith(moves int) bool {
	for n := 0; c.Known() && c.more(n); n++ {
		switch needed := c.needed(n); {
		case needed == moves:
			return true
		case needed == 0 || needed > moves:
			return false
		}
	}
	return false
}

// Of returns the period to which the move after so many completed moves belongs.
func (c Control) Of(moves int) Period {
	n := 0
	for c.period(n).Moves > 0 && moves >= c.period(n).Moves && c.more(n) {
		moves -= c.period(n).Moves
		n++
		if n >= len(c.Periods) {
			break
		}
	}
	return c.period(n)
}

// Estimate is the time for sixty moves by which the Laws distinguish standard play, rapid and blitz
// (A.1, B.1): the main time for sixty moves plus sixty bonuses.
func (c Control) Estimate() time.Duration {
	var sum time.Duration
	for moves, n := 0, 0; moves < 60; n++ {
		p := c.period(n)
		sum += p.Time
		of := 60 - moves
		if p.Moves > 0 {
			of = min(of, p.Moves)
		}
		sum += time.Duration(of) * p.Each
		moves += of
	}
	return sum
}

// Options are settings of a clock beyond its time control.
type Options struct {
	AtMove  bool // a period is added with the press that completes its last move, not when the time reaches zero
	Forfeit bool // the remaining time is not carried into the next period (6.3.2 carries it)
	After   AfterFlag
}

// AfterFlag is what happens after a flag has fallen.
type AfterFlag uint8

// Usual follows the standard for electronic clocks: both clocks stop if moves bring a Fischer
// bonus; otherwise the other clock runs on.
const (
	Usual AfterFlag = iota
	Freeze
	RunOn
)
