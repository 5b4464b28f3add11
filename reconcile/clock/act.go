package clock

import (
	"reflect"
	"time"

	"touchmove/rules"
)

// Do is a kind of Act.
type Do uint8

// The kinds of acts, with the fields of an Act that each uses; At is always set.
const (
	Start   Do = iota // By: whose clock runs; also continues after a pause
	Press             // By; Ply when known; Void: it completed no move
	Count             // By, Ply: a move is completed without a press (2014: 6.2.1, overtaken)
	Pause             // Why
	Stop              // the game is over; the times no longer change
	Reopen            // the game goes on after all; the clock is paused
	Adjust            // Set
	Add               // By, Amount: a penalty or extra time; less than 0 subtracts time
	Order             // Bonus: from now on both players get this bonus instead of the control's
	Reading           // Set: what an external clock shows; it keeps the time from now on
	Recall            // To: the clock is as it was then; a running clock stays stopped until it is started again
	Still             // no time runs until Recall; presses change whose turn it is
	Swap              // the players have changed colours; each keeps their own time (7.3)
)

// Act is something done to a clock at a moment.
type Act struct {
	At     time.Duration
	Do     Do
	By     rules.Color
	Ply    int
	Void   bool
	Amount time.Duration
	Why    Why
	Set    *Setting
	Bonus  *Period
	To     *Clock

	showed *[2]time.Duration // what both halves showed just after this press, if that is not what follows from the acts
}

// Setting is what a clock is set to; nil fields stay as they are. Times are those that the clock is
// to show.
type Setting struct {
	Controls *[2]Control // another time control, by colour; the times shown by both halves stay
	Left     [2]*time.Duration
	Moves    [2]*int
	Period   [2]*int // from 1
	Runs     *rules.Color
	Stands   bool // Reading: neither clock runs
	Flag     [2]bool
}

// Kind is the kind of a Signal.
type Kind uint8

// The signals.
const (
	Started      Kind = iota // By: whose clock runs
	Pressed                  // By; Ply when known
	PressByOther             // By: whose clock was not running
	PressIgnored             // By: the clock is stopped
	Completed                // By, Ply: the move that a press completed, or that is complete without one
	Uncompleted              // By: a press completed no move after all
	PeriodBegan              // By
	FlagFell                 // By, First
	FlagRaised               // By: it has not fallen after all, or the clock was set
	HasPaused                // Why
	Resumed                  // By: whose clock runs
	Stopped
	Reopened
	Adjusted  // Why, Before
	Disagrees // By, Amount: by how much the external clock shows more than was computed
	Agrees    // By: it no longer disagrees
)

var kindNames = [...]string{
	"started", "pressed", "press_by_other", "press_ignored", "completed", "uncompleted", "period", "flag", "flag_raised", "paused", "resumed",
	"stopped", "reopened", "adjusted", "disagrees", "agrees",
}

// String is the name of the signal, such as "press_ignored".
func (k Kind) String() string { return kindNames[k] }

// Signal is something that a clock reports.
type Signal struct {
	At     time.Duration
	Kind   Kind
	By     rules.Color
	Ply    int
	First  bool
	Why    Why
	Amount time.Duration
	Before [2]time.Duration // Adjusted: what was shown, by colour
}

// tolerance is the difference between an external clock and the computed time at which it is
// reported.
const tolerance = 2 * time.Second

// agreement is the difference below which they agree again.
const agreement = time.Second

// compare takes the difference between a reading and the time computed since the previous reading.
// The clock follows each reading, so the sum of these differences is how far the external clock has
// departed from a computation of our own.
func (s *side) compare(by rules.Color, off time.Duration, say func(Signal)) {
	s.drift += off
	switch away := s.drift.Abs(); {
	case away >= tolerance && (!s.astray || off.Abs() >= tolerance):
		s.astray = true
		say(Signal{Kind: Disagrees, By: by, Amount: s.drift})
	case away < agreement && s.astray:
		s.astray = false
		say(Signal{Kind: Agrees, By: by})
	}
}

// apply carries out an act at the moment the clock has reached.
func (c *Clock) apply(a *Act, tell func(Signal)) {
	say := func(s Signal) {
		s.At = a.At
		tell(s)
	}
	if c.phase == Idle {
		return
	}
	shown := [2]time.Duration{c.Left(rules.White), c.Left(rules.Black)}
	switch a.Do {
	case Start:
		c.start(a, say)
	case Press:
		c.press(a, say)
	case Count:
		c.count(a.By)
		say(Signal{Kind: Completed, By: a.By, Ply: a.Ply})
	case Pause:
		if c.phase == Running || c.phase == Flagged || c.phase == Paused {
			c.phase, c.why = Paused, a.Why
			say(Signal{Kind: HasPaused, By: a.By, Why: a.Why})
		}
	case Stop:
		if c.phase != Over {
			c.phase, c.why = Over, ""
			say(Signal{Kind: Stopped, Why: a.Why})
		}
	case Reopen:
		if c.phase == Over {
			c.phase, c.why = Paused, a.Why
			say(Signal{Kind: Reopened, Why: a.Why})
		}
	case Adjust:
		was := *c
		c.set(a.Set)
		say(Signal{Kind: Adjusted, Why: a.Why, Before: shown})
		c.emitRaised(&was, say)
	case Add:
		s := &c.sides[a.By]
		if a.Amount > 0 && s.main < 0 { // time used beyond the flag is not subtracted from the time given
			s.adjusted -= s.main
			s.main = 0
		}
		s.main += a.Amount
		s.adjusted += a.Amount
		c.note(a.By)
		was := *c
		c.raise(a.By)
		say(Signal{Kind: Adjusted, Why: a.Why, Before: shown})
		c.emitRaised(&was, say)
	case Order:
		for i := range c.sides {
			c.sides[i].each = a.Bonus
		}
		say(Signal{Kind: Adjusted, Why: a.Why, Before: shown})
	case Swap:
		c.sides[rules.White], c.sides[rules.Black] = c.sides[rules.Black], c.sides[rules.White]
		c.controls[rules.White], c.controls[rules.Black] = c.controls[rules.Black], c.controls[rules.White]
		say(Signal{Kind: Adjusted, Why: a.Why, Before: shown})
	case Recall:
		c.recall(a.To)
		say(Signal{Kind: Adjusted, Why: a.Why, Before: shown})
	case Still:
		c.still = true
	case Reading:
		c.read(a, say)
	}
}

// recall restores both halves as they were, with their flags and delays. The time that has run
// since is kept in the account as an adjustment.
func (c *Clock) recall(was *Clock) {
	for i := range c.sides {
		books, main := c.sides[i].account, c.sides[i].main
		c.sides[i] = was.sides[i]
		c.sides[i].account = books
		c.sides[i].adjusted += c.sides[i].main - main
	}
	c.still = false
	c.controls, c.opt, c.external, c.runs = was.controls, was.opt, was.external, was.runs
	if c.phase, c.why = was.phase, was.why; c.phase == Running || c.phase == Set && c.started {
		c.phase, c.why = Paused, WhyUndo
	}
}

// PlayedOn returns an earlier clock with the moves that were completed from a later one, which had counted
// so many moves and was in these periods (from 1), until now. A side that has come into its next period since has the
// time of now. A clock that was started since has been started.
func (c Clock) PlayedOn(now Clock, counted, periods [2]int) Clock {
	for i := range c.sides {
		moves := c.sides[i].moves + now.sides[i].moves - counted[i]
		if now.sides[i].period != periods[i]-1 {
			c.sides[i] = now.sides[i]
		}
		c.sides[i].moves = moves
	}
	c.runs = now.runs
	if c.phase == Set && now.started { // the first press has come since
		c.phase, c.began, c.started = Running, now.began, true
	}
	return c
}

func (c *Clock) start(a *Act, say func(Signal)) {
	switch c.phase {
	case Set:
		c.began, c.started = c.at, true
		c.phase, c.runs = Running, a.By
		say(Signal{Kind: Started, By: a.By, Why: a.Why})
	case Running:
		if c.runs == a.By {
			return
		}
		fallthrough
	case Paused, Flagged:
		c.phase, c.runs, c.why = Running, a.By, ""
		say(Signal{Kind: Resumed, By: a.By, Why: a.Why})
	}
}

// press handles a press. On a clock that was not yet started it starts the clock: Black's press
// starts White's time, White's press follows a move already made.
func (c *Clock) press(a *Act, say func(Signal)) {
	switch {
	case c.phase == Set:
		c.began, c.started = c.at, true
		c.phase, c.runs = Running, a.By
		say(Signal{Kind: Started, By: a.By.Other(), Why: WhyPressed})
		if a.By == rules.White && !a.Void {
			c.complete(a.By)
		}
		c.runs = a.By.Other()
	case c.phase != Running:
		say(Signal{Kind: PressIgnored, By: a.By})
		return
	case c.runs != a.By:
		if a.Ply > 0 && !a.Void { // the move is complete nevertheless; no time has run for it
			c.count(a.By)
		}
		say(Signal{Kind: PressByOther, By: a.By})
		return
	default:
		if !a.Void {
			c.complete(a.By)
		}
		c.runs = a.By.Other()
	}
	say(Signal{Kind: Pressed, By: a.By, Ply: a.Ply})
}

// complete counts a move for which the clock was pressed, and gives the bonus of the next one.
func (c *Clock) complete(by rules.Color) {
	if c.count(by) {
		c.grant(by)
	}
}

// count counts a move, and gives the time of the next period after its last one. It returns false if the
// player gets no more time from this clock: a flag has fallen, or another clock keeps the time.
func (c *Clock) count(by rules.Color) bool {
	s := &c.sides[by]
	s.moves++
	if s.flag || c.external {
		return false
	}
	if c.opt.AtMove && s.moves == c.Needed(by) && c.controls[by].more(s.period) {
		c.enter(by)
	}
	return true
}

// set corrects what the clock shows (6.10).
func (c *Clock) set(to *Setting) {
	if to.Controls != nil {
		c.install(*to.Controls)
	}
	for i := range c.sides {
		s, by := &c.sides[i], rules.Color(i)
		if to.Moves[i] != nil {
			s.moves = *to.Moves[i]
		}
		if to.Period[i] != nil {
			s.period = max(*to.Period[i]-1, 0)
		}
		if to.Left[i] != nil {
			left := *to.Left[i]
			if c.bonusOf(by).Bonus == Bronstein { // its bonus is part of what is shown
				s.bonus = min(s.bonus, left)
				left -= s.bonus
			}
			s.adjusted += left - s.main
			s.main = left
			s.drift, s.astray = 0, false // whoever sets it has looked at both
		}
		c.raise(by)
		if to.Controls != nil {
			s.least = c.Left(by)
		}
		c.note(by)
	}
	if to.Runs != nil {
		c.runs = *to.Runs
	}
}

// Changes reports whether a setting would change anything that the clock shows, counts or does.
func (c Clock) Changes(to Setting) bool {
	was := c
	if to.Controls != nil && reflect.DeepEqual(*to.Controls, c.controls) {
		to.Controls = nil
	}
	was.set(&Setting{})
	c.set(&to)
	return !reflect.DeepEqual(c, was)
}

// Differs reports whether two clocks differ otherwise than by the time up to which they have run.
func (c Clock) Differs(d Clock) bool {
	c.at = d.at
	return !reflect.DeepEqual(c, d)
}

// install replaces a wrong time control with another one (6.10). The times shown, the moves and the
// periods stay; the next moves get the new bonuses.
func (c *Clock) install(controls [2]Control) {
	for i := range c.sides {
		s, by := &c.sides[i], rules.Color(i)
		shown := c.Left(by)
		c.controls[i], s.bonus = controls[i], 0
		left := shown
		switch p := c.bonusOf(by); p.Bonus {
		case Delay:
			s.bonus = p.Each
		case Bronstein:
			s.bonus = min(p.Each, left)
			left -= s.bonus
		}
		if s.main >= 0 || left > 0 {
			s.adjusted += left - s.main
			s.main = left
		}
	}
}

// raise resets a fallen flag when its player has time.
func (c *Clock) raise(by rules.Color) {
	if s := &c.sides[by]; s.flag && s.main+s.bonus > 0 {
		s.flag, s.fell = false, 0
		if c.phase == Flagged {
			c.phase = Paused
		}
	}
}

// emitRaised reports the flags that have been reset since.
func (c *Clock) emitRaised(was *Clock, say func(Signal)) {
	for i := range c.sides {
		if was.sides[i].flag && !c.sides[i].flag {
			say(Signal{Kind: FlagRaised, By: rules.Color(i)})
		}
	}
}

// ranBefore returns how long a clock had run when it was first read running: what it shows less than it was set to.
func (c *Clock) ranBefore(a *Act) time.Duration {
	by := a.Set.Runs
	if by == nil || a.Set.Left[*by] == nil || c.phase != Set {
		return 0
	}
	return min(c.at, max(0, c.Left(*by)-*a.Set.Left[*by]))
}

// read follows an external clock.
func (c *Clock) read(a *Act, say func(Signal)) {
	first := !c.external
	c.external = true
	ran := c.ranBefore(a)
	for i := range c.sides {
		s, by := &c.sides[i], rules.Color(i)
		if a.Set.Left[i] != nil {
			if !first {
				s.compare(by, *a.Set.Left[i]-c.Left(by), say)
			}
			s.bonus = 0
			s.adjusted += *a.Set.Left[i] - s.main
			s.main = *a.Set.Left[i]
			if first {
				s.least = s.main
			}
			c.note(by)
		}
		if a.Set.Flag[i] && !s.flag {
			_, another := c.First()
			s.flag, s.fell = true, c.at
			say(Signal{Kind: FlagFell, By: by, First: !another})
		}
	}
	if c.phase == Over {
		return
	}
	switch {
	case a.Set.Runs != nil:
		if c.phase != Running || c.runs != *a.Set.Runs {
			kind := Resumed
			if c.phase == Set {
				kind, c.began, c.started = Started, c.at-ran, true
				c.sides[*a.Set.Runs].run += ran
				c.sides[*a.Set.Runs].adjusted += ran
			}
			running := c.phase == Running
			c.phase, c.runs, c.why = Running, *a.Set.Runs, ""
			if !running {
				say(Signal{Kind: kind, By: c.runs})
			}
		}
	case a.Set.Stands && c.phase == Running:
		c.phase, c.why = Paused, WhyExternal
		say(Signal{Kind: HasPaused, Why: c.why})
	}
}
