package clock

import (
	"time"

	"touchmove/rules"
)

// Phase is how far a clock has come.
type Phase uint8

// The phases. Idle is a clock without a time control. A Flagged clock stands
// because a flag fell; a flag that lets the clocks run on leaves it Running.
const (
	Idle Phase = iota
	Set
	Running
	Paused
	Flagged
	Over
)

// String returns "idle", "set", "running", "paused", "flagged" or "over".
func (p Phase) String() string {
	return [...]string{"idle", "set", "running", "paused", "flagged", "over"}[p]
}

// Clock is a chess clock at one moment. It is a value: a copy is another clock.
// Make one with New.
type Clock struct {
	controls [2]Control
	opt      Options
	phase    Phase
	at       time.Duration // up to which time has run
	runs     rules.Color   // whose time runs, or ran before the pause
	external bool          // another clock keeps the time
	sides    [2]side
	started  bool
	began    time.Duration // of the first start
	stood    time.Duration // time since then in which nobody's time ran
	why      string        // of the pause
}

// side is one player's half of the clock.
type side struct {
	main   time.Duration // left, without what is left of a delay; below 0 after the flag
	bonus  time.Duration // Delay, Bronstein: left of this move's
	period int           // whose time was added last
	moves  int           // completed
	least  time.Duration // shown in this period
	flag   bool
	fell   time.Duration // when it fell
	each   *Period       // bonus ordered by the arbiter instead of the control's (III.4)
	drift  time.Duration // by how much an external clock shows more than was reckoned without it
	astray bool          // that it does has been told
	account
}

type account struct {
	start, bonuses, periods, adjusted, forfeited, run time.Duration
}

// New returns a clock that is set and stands. Without two known controls it is
// idle and stays so.
func New(controls [2]Control, o Options) Clock {
	c := Clock{controls: controls, opt: o}
	if !controls[rules.White].Known() || !controls[rules.Black].Known() {
		return c
	}
	c.phase = Set
	for i := range c.sides {
		s := &c.sides[i]
		s.main = controls[i].Periods[0].Time
		s.start = s.main
		c.grant(rules.Color(i))
		s.least = c.Left(rules.Color(i))
	}
	return c
}

// bonusOf is the bonus of the player's next move.
func (c Clock) bonusOf(by rules.Color) Period {
	if s := &c.sides[by]; s.each != nil {
		return *s.each
	}
	if !c.controls[by].Known() {
		return Period{}
	}
	return c.controls[by].of(c.sides[by].moves)
}

// grant gives a player the bonus of the next move.
func (c *Clock) grant(by rules.Color) {
	s := &c.sides[by]
	switch p := c.bonusOf(by); p.Bonus {
	case Fischer:
		s.main += p.Each
		s.bonuses += p.Each
		s.bonus = 0
	case Delay, Bronstein:
		s.bonus = p.Each
	default:
		s.bonus = 0
	}
}

// Control returns what a player's half is set to.
func (c Clock) Control(by rules.Color) Control { return c.controls[by] }

// Phase returns how far the clock has come.
func (c Clock) Phase() Phase { return c.phase }

// Runs returns whose time runs, and false when nobody's does.
func (c Clock) Runs() (rules.Color, bool) { return c.runs, c.phase == Running }

// Turn returns whose time runs, or would when the clock is started again.
func (c Clock) Turn() rules.Color { return c.runs }

// Left returns the time that a player's half shows; never below zero.
func (c Clock) Left(by rules.Color) time.Duration {
	s := &c.sides[by]
	left := s.main
	if c.bonusOf(by).Bonus == Bronstein {
		left += s.bonus
	}
	return max(left, 0)
}

// Least returns the least time that a player's half has shown in this period.
func (c Clock) Least(by rules.Color) time.Duration { return c.sides[by].least }

// note takes note of what a player's half shows.
func (c *Clock) note(by rules.Color) { c.sides[by].least = min(c.sides[by].least, c.Left(by)) }

// Delayed returns what is left of a player's delay for this move; zero without one.
func (c Clock) Delayed(by rules.Color) time.Duration {
	if c.bonusOf(by).Bonus != Delay {
		return 0
	}
	return c.sides[by].bonus
}

// Moves returns how many moves a player has completed.
func (c Clock) Moves(by rules.Color) int { return c.sides[by].moves }

// Needed returns how many moves a player must have completed when the time of
// the period reaches zero; 0 when the period is for all the rest.
func (c Clock) Needed(by rules.Color) int {
	if !c.controls[by].Known() {
		return 0
	}
	return c.controls[by].needed(c.sides[by].period)
}

// Period returns the number of a player's period, from 1.
func (c Clock) Period(by rules.Color) int { return c.sides[by].period + 1 }

// Flag returns whether a player's flag has fallen, and when.
func (c Clock) Flag(by rules.Color) (time.Duration, bool) { return c.sides[by].fell, c.sides[by].flag }

// First returns whose flag fell first, and false when none has.
func (c Clock) First() (rules.Color, bool) {
	w, b := c.sides[rules.White], c.sides[rules.Black]
	switch {
	case w.flag && (!b.flag || w.fell <= b.fell):
		return rules.White, true
	case b.flag:
		return rules.Black, true
	}
	return rules.White, false
}

// Estimate is the time of sixty moves by which the Laws tell standard play from rapid and
// blitz: that of the player who has more of it.
func (c Clock) Estimate() time.Duration {
	if c.phase == Idle {
		return 0
	}
	return max(c.controls[rules.White].Estimate(), c.controls[rules.Black].Estimate())
}

// At returns the moment up to which time has run.
func (c Clock) At() time.Duration { return c.at }

// External reports whether another clock keeps the time and this one follows it.
func (c Clock) External() bool { return c.external }

// Bonused reports whether a player gets time with each move.
func (c Clock) Bonused(by rules.Color) bool {
	if c.phase == Idle {
		return false
	}
	k := c.bonusOf(by).Bonus
	return k == Fischer || k == Delay || k == Bronstein
}

// Increments reports whether a player gets 30 seconds or more with each move, so
// that recording never ends (8.4).
func (c Clock) Increments(by rules.Color) bool {
	if c.phase == Idle {
		return false
	}
	p := c.bonusOf(by)
	return p.Bonus != NoBonus && p.Bonus != Hourglass && p.Each >= 30*time.Second
}

// Account is where a player's time came from and went to:
// Start + Bonuses + Periods + Adjusted - Forfeited = Main + Run.
// Main is what is left without the unused part of a delay, and below zero by as
// much as was run beyond the flag. Of a delay only what was used is a bonus.
type Account struct {
	Start, Bonuses, Periods, Adjusted, Forfeited, Main, Run time.Duration
}

// Account returns the bookkeeping of one player.
func (c Clock) Account(by rules.Color) Account {
	s := &c.sides[by]
	return Account{s.start, s.bonuses, s.periods, s.adjusted, s.forfeited, s.main, s.run}
}

// Stood returns how long nobody's time has run since the start.
func (c Clock) Stood() time.Duration { return c.stood }

// Began returns when the clock was first started, and false before that.
func (c Clock) Began() (time.Duration, bool) {
	return c.began, c.started
}
