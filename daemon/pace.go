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
	start  time.Duration // the first scan's time
	period time.Duration
	speed  float64 // 0 on a real board
	visits *Simulation

	began time.Time
	next  time.Time // when the next scan is due
	scans int64     // that were waited for
}

// behind is how far a pace may lag before it stops trying to catch up.
const behind = time.Second

// wait returns true when the next scan is due, false when ctx has ended.
func (p *pace) wait(ctx context.Context) bool {
	if !p.visits.going(ctx) {
		return false
	}
	now := time.Now()
	step := p.period
	if p.speed > 0 {
		step = time.Duration(float64(p.period) / p.visits.speedOr(p.speed))
	}
	if p.scans++; p.scans == 1 {
		p.began, p.next = now, now
	}
	if p.next.Before(now.Add(-behind)) || p.speed == 0 && p.next.Before(now.Add(-step)) {
		p.next = now // missed scans are not made up for
	}
	wait := p.next.Sub(now)
	p.next = p.next.Add(step)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// at returns the record time of a moment in whole microseconds; on a simulated
// board that is the time of the last scan.
func (p *pace) at(t time.Time) time.Duration {
	passed := t.Sub(p.began)
	if p.speed > 0 {
		passed = time.Duration(p.scans-1) * p.period
	}
	return (p.start + passed).Truncate(time.Microsecond)
}
