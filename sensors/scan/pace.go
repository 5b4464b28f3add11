package scan

import (
	"context"
	"time"
)

// Pace is when a board is scanned, and the time line of its records. On a real
// board that is the machine's monotonic clock, from where the journal ended.
// On a simulated one every scan is one period after the last, and the clock
// only says how fast that goes: a machine that is too slow for the speed shows
// the same play, later. It is for one goroutine.
type Pace struct {
	from      time.Time     // the moment of start
	start     time.Duration // the time line's beginning; the first scan of a simulated board
	period    time.Duration // as the board is scanned now
	simulated SimulatedTime // nil on a real board

	due   time.Time     // when the scan under way should have begun
	next  time.Time     // when the next scan is due
	went  time.Duration // simulated time up to the scan under way
	scans int64         // that were waited for
}

// SimulatedTime is how the time of a simulated board goes.
type SimulatedTime interface {
	// Speed is how fast it goes, times real time; above 0.
	Speed() float64
	// Going waits while time is halted; it returns false when ctx ends first.
	Going(ctx context.Context) bool
}

// NewPace is the pace of a board whose time line continues from start at a moment.
// simulated is nil on a real board.
func NewPace(now time.Time, start, period time.Duration, simulated SimulatedTime) *Pace {
	return &Pace{from: now, start: start, period: period, simulated: simulated}
}

// behind is how far a pace may lag before it stops trying to catch up.
const behind = time.Second

// Wait returns true when the next scan is due, false when ctx has ended. sleep
// is to sleep for a time, and reports whether it was woken from it: then the scan
// is due at once.
func (p *Pace) Wait(ctx context.Context, sleep func(time.Duration) (woken bool)) bool {
	if p.simulated != nil && !p.simulated.Going(ctx) {
		return false
	}
	now := time.Now()
	step := p.Step()
	if p.scans++; p.scans == 1 {
		p.next = now
	} else {
		p.went += p.period
	}
	p.due = p.next
	if p.next.Before(now.Add(-behind)) || p.simulated == nil && p.next.Before(now.Add(-step)) {
		p.next = now // missed scans are not made up for
	}
	wait := p.next.Sub(now)
	p.next = p.next.Add(step)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	if sleep(wait) { // somebody cannot wait: the next scans are timed from here
		if p.simulated != nil && p.scans > 1 {
			p.went -= p.period // a simulated board's time does not go faster for it
		}
		p.due = time.Now()
		p.next = p.due.Add(step)
	}
	return ctx.Err() == nil
}

// Step is the real time from one scan to the next.
func (p *Pace) Step() time.Duration {
	if p.simulated != nil {
		return time.Duration(float64(p.period) / p.simulated.Speed())
	}
	return p.period
}

// Set scans with another period from the next scan on; one that is shorter
// holds at once.
func (p *Pace) Set(period time.Duration) {
	if period == p.period {
		return
	}
	p.period = period
	if soon := p.due.Add(p.Step()); soon.Before(p.next) {
		p.next = soon
	}
}

// By makes the next scan of a real board no later than a record time. The scans
// after it follow from there.
func (p *Pace) By(at time.Duration) {
	if p.simulated != nil {
		return
	}
	if moment := p.from.Add(at - p.start); moment.Before(p.next) {
		p.next = moment
	}
}

// At returns the record time of a moment in whole microseconds; on a simulated
// board that is the time of the last scan.
func (p *Pace) At(t time.Time) time.Duration {
	passed := t.Sub(p.from)
	if p.simulated != nil {
		passed = p.went
	}
	return (p.start + passed).Truncate(time.Microsecond)
}

// Period returns the time from one scan to the next, in the board's time, as it
// is scanned now.
func (p *Pace) Period() time.Duration { return p.period }

// Due returns the moment at which the scan under way was due.
func (p *Pace) Due() time.Time { return p.due }

// Begun reports whether a scan has been waited for.
func (p *Pace) Begun() bool { return p.scans > 0 }
