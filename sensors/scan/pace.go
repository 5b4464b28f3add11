package scan

import (
	"context"
	"time"
)

// Pace says when a board is scanned, and what the record time is. On a real board,
// time follows the machine's monotonic clock and continues where the journal ended.
// On a simulated board, every scan is one period after the last, and the clock only
// sets the speed: a machine that is too slow shows the same play, only later. It is
// for one goroutine.
type Pace struct {
	from      time.Time     // the moment at which record time was start
	start     time.Duration // record time at the beginning
	period    time.Duration // the present period
	simulated SimulatedTime // nil for a real board

	due   time.Time     // when the current scan should have begun
	next  time.Time     // when the next scan is due
	went  time.Duration // simulated time up to the current scan
	scans int64         // number of scans waited for
}

// SimulatedTime controls the time of a simulated board.
type SimulatedTime interface {
	// Speed is the ratio to real time; it is above 0.
	Speed() float64
	// Going waits while time is halted. It returns false if ctx ends first.
	Going(ctx context.Context) bool
}

// NewPace returns the pace of a board whose record time is start at the moment now.
// simulated is nil for a real board.
func NewPace(now time.Time, start, period time.Duration, simulated SimulatedTime) *Pace {
	return &Pace{from: now, start: start, period: period, simulated: simulated}
}

// behind is how far a pace may lag before it stops trying to catch up.
const behind = time.Second

// Wait returns true when the next scan is due, and false if ctx has ended. sleep
// must sleep for the given time and report whether it was woken early; in that case
// the scan is due at once.
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
		p.next = now // do not make up for missed scans
	}
	wait := p.next.Sub(now)
	p.next = p.next.Add(step)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	if sleep(wait) { // woken early: time the next scans from here
		if p.simulated != nil && p.scans > 1 {
			p.went -= p.period // that does not make a simulated board's time go faster
		}
		p.due = time.Now()
		p.next = p.due.Add(step)
	}
	return ctx.Err() == nil
}

// Step returns the real time from one scan to the next.
func (p *Pace) Step() time.Duration {
	if p.simulated != nil {
		return time.Duration(float64(p.period) / p.simulated.Speed())
	}
	return p.period
}

// Set changes the period from the next scan on. A shorter period takes effect at
// once.
func (p *Pace) Set(period time.Duration) {
	if period == p.period {
		return
	}
	p.period = period
	if soon := p.due.Add(p.Step()); soon.Before(p.next) {
		p.next = soon
	}
}

// By makes the next scan of a real board happen no later than a record time. Later
// scans follow from there.
func (p *Pace) By(at time.Duration) {
	if p.simulated != nil {
		return
	}
	if moment := p.from.Add(at - p.start); moment.Before(p.next) {
		p.next = moment
	}
}

// At returns the record time of a moment, in whole microseconds. On a simulated
// board it is the time of the last scan.
func (p *Pace) At(t time.Time) time.Duration {
	passed := t.Sub(p.from)
	if p.simulated != nil {
		passed = p.went
	}
	return (p.start + passed).Truncate(time.Microsecond)
}

// Period returns the present time from one scan to the next, in the board's time.
func (p *Pace) Period() time.Duration { return p.period }

// Due returns the moment at which the current scan was due.
func (p *Pace) Due() time.Time { return p.due }

// Begun reports whether Wait has been called for a first scan.
func (p *Pace) Begun() bool { return p.scans > 0 }
