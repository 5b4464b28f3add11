package daemon

import (
	"context"
	"time"
)

// pace is when a board is scanned, and the time line of its records. On a real
// board that is the machine's monotonic clock, from where the journal ended.
// On a simulated one (speed above 0) every scan is one period after the last,
// and the clock only says how fast that goes: a machine that is too slow for
// the speed shows the same play, later.
type pace struct {
	from   time.Time     // the moment of start
	start  time.Duration // the time line's beginning; the first scan of a simulated board
	period time.Duration // as the board is scanned now
	speed  float64       // 0 on a real board
	visits *Simulation

	due   time.Time     // when the scan under way should have begun
	next  time.Time     // when the next scan is due
	went  time.Duration // simulated time up to the scan under way
	scans int64         // that were waited for
}

// behind is how far a pace may lag before it stops trying to catch up.
const behind = time.Second

// wait returns true when the next scan is due, false when ctx has ended. sleep
// is to sleep for a time, and says whether it was woken from it: then the scan
// is due at once.
func (p *pace) wait(ctx context.Context, sleep func(time.Duration) (woken bool)) bool {
	if !p.visits.going(ctx) {
		return false
	}
	now := time.Now()
	step := p.step()
	if p.scans++; p.scans == 1 {
		p.next = now
	} else {
		p.went += p.period
	}
	p.due = p.next
	if p.next.Before(now.Add(-behind)) || p.speed == 0 && p.next.Before(now.Add(-step)) {
		p.next = now // missed scans are not made up for
	}
	wait := p.next.Sub(now)
	p.next = p.next.Add(step)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	if sleep(wait) { // somebody cannot wait: the next scans follow from here
		if p.speed > 0 && p.scans > 1 {
			p.went -= p.period // a simulated board's time does not go faster for it
		}
		p.due = time.Now()
		p.next = p.due.Add(step)
	}
	return ctx.Err() == nil
}

// step is the real time from one scan to the next.
func (p *pace) step() time.Duration {
	if p.speed > 0 {
		return time.Duration(float64(p.period) / p.visits.speedOr(p.speed))
	}
	return p.period
}

// set scans with another period from the next scan on; one that is shorter
// holds at once.
func (p *pace) set(period time.Duration) {
	if period == p.period {
		return
	}
	p.period = period
	if soon := p.due.Add(p.step()); soon.Before(p.next) {
		p.next = soon
	}
}

// by makes the next scan of a real board no later than a record time. The scans
// after it follow from there.
func (p *pace) by(at time.Duration) {
	if p.speed > 0 {
		return
	}
	if moment := p.from.Add(at - p.start); moment.Before(p.next) {
		p.next = moment
	}
}

// at returns the record time of a moment in whole microseconds; on a simulated
// board that is the time of the last scan.
func (p *pace) at(t time.Time) time.Duration {
	passed := t.Sub(p.from)
	if p.speed > 0 {
		passed = p.went
	}
	return (p.start + passed).Truncate(time.Microsecond)
}
