package clock

import (
	"time"

	"touchmove/rules"
)

// beyond is how far past zero a flag falls: zero itself is still in time.
const beyond = time.Microsecond

// Due returns when a flag falls or a period begins, if nothing is done before; false when neither
// clock runs.
func (c *Clock) Due() (time.Duration, bool) {
	if c.phase != Running || c.external || c.still {
		return 0, false
	}
	s := &c.sides[c.runs]
	if s.flag {
		return 0, false
	}
	return c.at + max(s.main+s.bonus, 0) + beyond, true
}

// advance lets time run up to the moment to and reports what happens.
func (c *Clock) advance(to time.Duration, tell func(Signal)) {
	for c.at < to {
		if c.phase == Running && !c.still {
			c.run(to, tell)
			continue
		}
		if c.started {
			c.stood += to - c.at
		}
		c.at = to
	}
}

// run lets the running clock fall up to the moment to, or to the end of a period.
func (c *Clock) run(to time.Duration, tell func(Signal)) {
	s := &c.sides[c.runs]
	step, left := to-c.at, max(s.main+s.bonus, 0)
	if s.flag || c.external || step <= left {
		c.consume(step)
		return
	}
	c.consume(left)
	if moves, needed := s.moves, c.Needed(c.runs); needed > 0 && moves >= needed && c.controls[c.runs].more(s.period) {
		c.enter(c.runs)
		tell(Signal{At: c.at + beyond, Kind: PeriodBegan, By: c.runs})
		return
	}
	_, another := c.First()
	s.flag, s.fell = true, c.at
	freeze := c.opt.After == Freeze || c.opt.After == Usual && c.bonusOf(c.runs).Bonus == Fischer
	if freeze {
		c.phase = Flagged
	}
	tell(Signal{At: c.at + beyond, Kind: FlagFell, By: c.runs, First: !another})
}

// consume subtracts d from the running clock, from the delay first.
func (c *Clock) consume(d time.Duration) {
	s := &c.sides[c.runs]
	delay := min(d, s.bonus)
	s.bonus -= delay
	s.bonuses += delay
	s.main -= d - delay
	s.run += d
	c.at += d
	c.note(c.runs)
	if c.bonusOf(c.runs).Bonus == Hourglass {
		o := &c.sides[c.runs.Other()]
		o.main += d
		o.bonuses += d
	}
}

// enter begins the player's next period.
func (c *Clock) enter(by rules.Color) {
	s := &c.sides[by]
	if c.opt.Forfeit && s.main > 0 {
		s.forfeited += s.main
		s.main = 0
	}
	s.period++
	add := c.controls[by].period(s.period).Time
	s.main += add
	s.periods += add
	s.least = c.Left(by)
}
