package clock

import (
	"time"
)

// Bonus is the kind of time that a player gets for each move.
type Bonus uint8

// The bonuses. With Fischer the time is added before each move, from the first
// on (glossary 2017, increment). With Delay the main time begins to fall when the
// bonus is used up (6.3.2). Bronstein shows the bonus in the main time, which
// falls at once, and gives back what was used of it; it reaches zero at the same
// moment as Delay does. With Hourglass the time that one player uses is added to
// the other's.
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
	Moves int           // that have to be completed in it; 0 is all the rest
	Time  time.Duration // added when it begins
	Bonus Bonus
	Each  time.Duration // of the bonus, a move
}

// Control is the time control of one player: its periods in their order. When
// the last one names moves it comes again and again (PGN standard, 9.6.1). The
// zero value is no control.
type Control struct {
	Periods []Period
}

// Known reports whether there is a time to keep.
func (c Control) Known() bool { return len(c.Periods) > 0 }

// period returns the period with that number from 0, the last for every later one.
func (c Control) period(n int) Period {
	return c.Periods[min(n, len(c.Periods)-1)]
}

// more reports whether another period follows the one with that number.
func (c Control) more(n int) bool {
	return n+1 < len(c.Periods) || c.period(n).Moves > 0
}

// needed is how many moves must be completed by the end of the period with that
// number, 0 when it has no such number.
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

// of returns the period that the move after so many completed ones belongs to.
func (c Control) of(moves int) Period {
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

// Estimate is the time of sixty moves, by which the Laws tell standard play from
// rapid and blitz (A.1, B.1): what is given for sixty moves and sixty bonuses.
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

// Options are how a clock behaves beyond its time control.
type Options struct {
	AtMove  bool // a period is added with the press that completes its last move, not when the time reaches zero
	Forfeit bool // what is left is not carried into the next period (6.3.2 carries it)
	After   AfterFlag
}

// AfterFlag is what happens when a flag has fallen.
type AfterFlag uint8

// Usual freezes both clocks when moves bring a Fischer bonus and lets the other
// one run on else, as the standard for electronic clocks has it.
const (
	Usual AfterFlag = iota
	Freeze
	RunOn
)
