package daemon

import (
	"context"
	"log/slog"
	"time"

	"touchmove/sensors"
)

// Sensor is one driver: a chip, a row of chips or a matrix.
type Sensor interface {
	// Read reads every channel. One that did not answer reads sensors.Lost, and
	// the error says why; the others stand.
	Read(into sensors.Counts) error
	Channels() int
	String() string
}

// Bus is drivers that share a wire, so that they must be read one after the
// other; their channels are numbered through in this order.
type Bus []Sensor

// stall is how long a bus may take before a scan goes on without it. Linux
// gives up a stuck I2C transfer after about a second, and nothing can call it
// off sooner; the other buses and the clock lever need not wait for that.
const stall = 250 * time.Millisecond

// steady is how long a part must answer without fault before the log says that
// it is well again: a loose plug would fill the disk otherwise.
const steady = time.Second

// sensing reads the buses of a board, each in a goroutine of its own. Its
// methods are for one goroutine.
type sensing struct {
	buses  []*bus
	done   chan *bus
	counts sensors.Counts // of the whole board
	limit  time.Duration  // stall, or 0 to wait as long as it takes
	log    *slog.Logger
}

type bus struct {
	parts  []part
	ask    chan struct{}
	busy   bool           // its goroutine reads, and owns what follows
	counts sensors.Counts // of this bus
	from   int            // its first channel on the board
}

type part struct {
	sensor Sensor
	into   sensors.Counts
	err    error

	told string        // the fault that the log was told last; empty when well
	well time.Duration // since when it answers, while told is not empty
	sick bool          // the last reading failed
}

// newSensing starts the goroutines; they end with ctx.
func newSensing(ctx context.Context, wires []Bus, limit time.Duration, log *slog.Logger) *sensing {
	s := &sensing{done: make(chan *bus, len(wires)), limit: limit, log: log}
	for _, wire := range wires {
		b := &bus{ask: make(chan struct{}, 1), from: len(s.counts)}
		n := 0
		for _, sensor := range wire {
			n += sensor.Channels()
		}
		b.counts = make(sensors.Counts, n)
		n = 0
		for _, sensor := range wire {
			b.parts = append(b.parts, part{sensor: sensor, into: b.counts[n : n+sensor.Channels()]})
			n += sensor.Channels()
		}
		s.counts = append(s.counts, b.counts...)
		s.buses = append(s.buses, b)
		go b.serve(ctx, s.done)
	}
	return s
}

func (b *bus) serve(ctx context.Context, done chan<- *bus) {
	for {
		select {
		case <-b.ask:
			for i := range b.parts {
				p := &b.parts[i]
				p.err = p.sensor.Read(p.into)
			}
			done <- b // never blocks: there is room for every bus
		case <-ctx.Done():
			return
		}
	}
}

// read returns one reading of all channels, valid until the next call. at is
// the record's time, for the log.
func (s *sensing) read(ctx context.Context, at time.Duration) sensors.Counts {
	waiting := 0
	for _, b := range s.buses {
		if !b.busy {
			b.busy = true
			b.ask <- struct{}{}
			waiting++
		}
	}
	var limit <-chan time.Time
	if s.limit > 0 {
		timer := time.NewTimer(s.limit)
		defer timer.Stop()
		limit = timer.C
	}
	for waiting > 0 {
		select {
		case b := <-s.done:
			b.busy = false
			waiting--
		case <-limit:
			waiting = 0
		case <-ctx.Done():
			waiting = 0
		}
	}
	for more := true; more; { // a bus that was stuck in an earlier reading
		select {
		case b := <-s.done:
			b.busy = false
		default:
			more = false
		}
	}
	for _, b := range s.buses {
		into := s.counts[b.from : b.from+len(b.counts)]
		if b.busy {
			for i := range into {
				into[i] = sensors.Lost
			}
			continue
		}
		copy(into, b.counts)
		for i := range b.parts {
			b.parts[i].tell(at, s.log)
		}
	}
	return s.counts
}

// tell writes to the log when a part falls silent, fails otherwise than before,
// or is well again.
func (p *part) tell(at time.Duration, log *slog.Logger) {
	switch {
	case p.err != nil:
		p.sick = true
		if text := p.err.Error(); text != p.told {
			p.told = text
			log.Error("sensors do not answer: play goes on without them", "sensors", p.sensor.String(), "error", p.err)
		}
	case p.told == "":
	case p.sick:
		p.sick, p.well = false, at
	case at-p.well >= steady:
		p.told = ""
		log.Info("sensors answer again", "sensors", p.sensor.String())
	}
}
