package clock

import (
	"time"

	"touchmove/rules"
)

// Phase is the phase of a clock.
type Phase uint8

// The phases. Idle is a clock without a time control. A Flagged clock has stopped because a flag
// fell; if the clocks run on after a flag, the phase stays Running.
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
	at       time.Duration // the moment up to which time has run
	runs     rules.Color   // whose clock runs, or ran before the pause
	external bool          // another clock keeps the time
	still    bool          // no time runs, see Still
	sides    [2]side
	started  bool
	began    time.Duration // time of the first start
	stood    time.Duration // time since then in which neither clock ran
	why      string        // reason of the pause
}

// side is one player's half of the clock.
type side struct {
	main   time.Duration // time left, without the unused part of a delay; below 0 after the flag
	bonus  time.Duration // Delay, Bronstein: what is left for this move
	period int           // the latest period whose time was added
	moves  int           // completed moves
	least  time.Duration // least time shown in this period
	flag   bool
	fell   time.Duration // when it fell
	each   *Period       // bonus ordered by the arbiter instead of the control's (III.4)
	drift  time.Duration // by how much an external clock shows more than was computed without it
	astray bool          // a disagreement has been reported
	account
}

type account struct {
	start, bonuses, periods, adjusted, forfeited, run time.Duration
}

// New returns a clock that is set and stopped. Without two known controls it is idle and stays
// idle.
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

// bonusOf returns the bonus of the player's next move.
func (c Clock) bonusOf(by rules.Color) Period {
	if s := &c.sides[by]; s.each != nil {
		return *s.each
	}
	if !c.controls[by].Known() {
		return Period{}
	}
	return c.controls[by].Of(c.sides[by].moves)
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

// Control returns the time control of a player.
func (c Clock) Control(by rules.Color) Control { return c.controls[by] }

// Phase returns the phase of the clock.
func (c Clock) Phase() Phase { return c.phase }

// Runs returns whose clock runs, and false when neither does.
func (c Clock) Runs() (rules.Color, bool) { return c.runs, c.phase == Running }

// Turn returns whose clock runs, or would run when the clock is started again.
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

// note updates the least time that a player's half has shown.
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

// Needed returns how many moves a player must have completed when the time of the period reaches
// zero; 0 when the period is for all remaining moves.
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

// Estimate is the time for sixty moves by which the Laws distinguish standard play, rapid and
// blitz: that of the player who has more.
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

// Increments reports whether a player gets 30 seconds or more with each move, so that the player
// always has to record (8.4).
func (c Clock) Increments(by rules.Color) bool {
	if c.phase == Idle {
		return false
	}
	return c.bonusOf(by).Increments()
}

// Account tells where a player's time came from and where it went: Start + Bonuses + Periods +
// Adjusted - Forfeited = Main + Run. Main is what is left without the unused part of a delay; it is
// below zero by the time used beyond the flag. Of a delay only the used part counts as a bonus.
type Account struct {
	Start, Bonuses, Periods, Adjusted, Forfeited, Main, Run time.Duration
}

// Account returns the bookkeeping of one player.
func (c Clock) Account(by rules.Color) Account {
	s := &c.sides[by]
	return Account{s.start, s.bonuses, s.periods, s.adjusted, s.forfeited, s.main, s.run}
}

// Stood returns how long neither clock has run since the start.
func (c Clock) Stood() time.Duration { return c.stood }

// Began returns when the clock was first started, and false before that.
func (c Clock) Began() (time.Duration, bool) {
	return c.began, c.started
}
