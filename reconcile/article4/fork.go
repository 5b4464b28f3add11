package article4

import (
	"slices"
	"time"
)

// Fork returns a copy of the Referee that asks d. What is done to one of them does not change the other.
func (ref *Referee) Fork(d Decoder) *Referee {
	c := *ref
	c.decoder, c.queue, c.out = d, slices.Clone(ref.queue), outbox{}
	c.debouncer.acts = nil
	c.record.line = slices.Clone(ref.record.line)
	if ref.record.hist != nil {
		c.record.hist = ref.record.hist.Clone()
	}
	c.standing = ref.standing.clone()
	for by := range c.clock.presses {
		c.clock.presses[by] = slices.Clone(ref.clock.presses[by])
	}
	c.hold = copied(ref.hold)
	c.waiting = ref.waiting.clone()
	c.published.remarks = slices.Clone(ref.published.remarks)
	return &c
}

// Work returns how many acts were compared with each other so far: what taking the same readings again would cost.
func (ref *Referee) Work() int { return ref.timing.work }

// Replace makes ref, which asks d from now on, take the place of old, with which it was one before an action that
// is undone. It reports what differs from what old has published.
func (ref *Referee) Replace(old *Referee, d Decoder, at time.Duration) {
	ref.now, ref.decoder, ref.published, ref.dirty, ref.timing.work = at, d, old.published, true, old.timing.work
	ref.tellUndone(&old.standing)
	ref.update()
}
