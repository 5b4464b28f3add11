package scan

import (
	"context"

	"touchmove/sensors"
)

// reader reads one bus of a board, in a goroutine of its own if scans have a time
// limit.
type reader struct {
	name   string
	wire   *retryingBus // nil for parts without an I2C bus
	from   int          // its first channel on the board
	ask    chan struct{}
	wanted bool // the current scan waits for it
	busy   bool // its goroutine is reading and owns the fields below

	parts  []Part
	counts sensors.Counts // of this bus
}

// newReader makes the reader of a bus whose channels begin at from.
func newReader(b Bus, from int) *reader {
	r := &reader{name: b.name(), wire: b.wire, from: from, ask: make(chan struct{}, 1), counts: make(sensors.Counts, b.channels())}
	n := 0
	for _, p := range b.Parts {
		width := p.Sensor.Channels()
		p.name, p.wired, p.from, p.into = p.Sensor.String(), b.wire != nil, from+n, r.counts[n:n+width]
		if p.open == nil {
			p.use(p.Sensor)
		}
		r.parts = append(r.parts, p)
		n += width
	}
	return r
}

// serve reads the bus whenever it is asked to, until ctx ends.
func (r *reader) serve(ctx context.Context, done chan<- *reader) {
	for {
		select {
		case <-r.ask:
			r.read()
			done <- r // never blocks: there is room for every bus
		case <-ctx.Done():
			return
		}
	}
}

// read reads the parts of the bus one after the other.
func (r *reader) read() {
	if r.wire != nil {
		r.wire.begin()
	}
	for i := range r.parts {
		p := &r.parts[i]
		if p.err = p.make(); p.err != nil {
			for ch := range p.into {
				p.into[ch] = sensors.Lost
			}
			continue
		}
		p.err = p.Sensor.Read(p.into)
		p.counts.apply(p.into)
		if p.finds != nil {
			p.ghosts = p.finds.Ghosts()
		}
	}
}

// isHealthy reports whether the last reading had no error and no ghost.
func (r *reader) isHealthy() bool {
	for i := range r.parts {
		if r.parts[i].err != nil || r.parts[i].ghosts != 0 {
			return false
		}
	}
	return true
}

// isStuck reports whether the bus is stuck.
func (r *reader) isStuck() bool { return r.busy || r.wire != nil && r.wire.isStuck() }

// end takes back what the goroutine owned while it was reading.
func (r *reader) end() {
	r.busy, r.wanted = false, false
	if r.wire != nil {
		r.wire.stats.stuck.Store(false)
	}
}

// stall records that a scan continues without the bus.
func (r *reader) stall() {
	r.wanted = false
	if r.wire != nil {
		r.wire.stats.stalls.Add(1)
		r.wire.stats.stuck.Store(true)
	}
}
