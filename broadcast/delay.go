package broadcast

import (
	"context"
	"slices"
	"sync"
	"time"
)

// DelayClock is where a delay takes its time from.
type DelayClock interface {
	// Now returns a moment that later ones can be subtracted from, whatever is
	// done to the machine's clock meanwhile.
	Now() time.Time
	// After returns a channel on which something comes once d has gone by.
	After(d time.Duration) <-chan time.Time
}

// RealTime is the machine's clock.
type RealTime struct{}

// Now implements DelayClock by time.Now, whose differences do not depend on the
// wall clock.
func (RealTime) Now() time.Time { return time.Now() }

// After implements DelayClock by time.After.
func (RealTime) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Delayed is a history that lags behind another: an entry of it appears, in the
// same order, once the delay has gone by since it was told. Make it with
// NewDelayed; Run keeps it going.
//
// What is told while it runs is held for the whole delay by a clock that nobody
// can set. What had been told before the start is held for what is left of the
// delay by the wall clock, and for the whole of it when that clock shows a time
// before: a computer that has forgotten the time is late, never early.
type Delayed struct {
	source Source
	delay  time.Duration
	clock  DelayClock
	hidden []hiddenEntry // those that wait, in their order
	read   int           // how many entries of source are in told or hidden

	mu    sync.Mutex
	told  []Told
	grown chan struct{} // closed and replaced when told grows
}

type hiddenEntry struct {
	Told
	due time.Time
}

// NewDelayed makes a delayed history. past is what was told before the source
// begins, of earlier games; it appears before it.
func NewDelayed(past []Told, source Source, delay time.Duration, clock DelayClock) *Delayed {
	d := &Delayed{source: source, delay: delay, clock: clock, grown: make(chan struct{})}
	entries, _ := source.From(0)
	d.read = len(entries)
	now := clock.Now()
	for _, t := range slices.Concat(past, entries) {
		age := now.Round(0).Sub(t.Time) // by the wall clock: t.Time has no other
		d.hide(t, now.Add(min(max(delay-age, 0), delay)))
	}
	d.reveal(now)
	return d
}

// hide lets an entry wait, and no entry overtake another.
func (d *Delayed) hide(t Told, due time.Time) {
	if n := len(d.hidden); n > 0 && due.Before(d.hidden[n-1].due) {
		due = d.hidden[n-1].due
	}
	d.hidden = append(d.hidden, hiddenEntry{t, due})
}

// reveal shows what is due.
func (d *Delayed) reveal(now time.Time) {
	n := 0
	for n < len(d.hidden) && !d.hidden[n].due.After(now) {
		n++
	}
	if n == 0 {
		return
	}
	d.mu.Lock()
	for _, h := range d.hidden[:n] {
		d.told = append(d.told, h.Told)
	}
	close(d.grown)
	d.grown = make(chan struct{})
	d.mu.Unlock()
	d.hidden = slices.Clone(d.hidden[n:])
}

// Run reveals what is due until ctx ends. After that nothing more appears: what
// still waits is revealed after the next start.
func (d *Delayed) Run(ctx context.Context) {
	for {
		entries, more := d.source.From(d.read)
		now := d.clock.Now()
		d.read += len(entries)
		for _, t := range entries {
			d.hide(t, now.Add(d.delay))
		}
		d.reveal(now)
		var next <-chan time.Time
		if len(d.hidden) > 0 {
			next = d.clock.After(d.hidden[0].due.Sub(now))
		}
		select {
		case <-more:
		case <-next:
		case <-ctx.Done():
			return
		}
	}
}

// From implements Source.
func (d *Delayed) From(index int) ([]Told, <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clip(d.told[index:]), d.grown
}
