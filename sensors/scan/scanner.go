package scan

import (
	"context"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Stall is how long a scan waits for a bus before it continues without it. Linux gives up
// a stuck I2C transfer after about a second and cannot cancel it sooner. The other buses
// and the clock need not wait that long.
const Stall = 250 * time.Millisecond

// Scanner reads the sensors of a board. Its methods are for one goroutine.
type Scanner struct {
	board   *Board
	buses   []*reader
	done    chan *reader
	counts  sensors.Counts // of the whole board
	limit   time.Duration  // Stall, or 0 to wait as long as necessary
	timer   *time.Timer
	heard   []bool // by channel: whether it has ever given a reading
	ailing  bool   // a fault is present
	monitor *monitor
}

// NewScanner starts a goroutine for each bus; they end with ctx. With a limit of 0 there
// are none, and a scan takes as long as its buses do. That is for simulated chips, which
// always answer: a slow machine must not change the play.
func NewScanner(ctx context.Context, b *Board, limit time.Duration) *Scanner {
	if b.Stats == nil {
		b.Stats = &Stats{}
	}
	if b.Faults == nil {
		b.Faults = &Faults{}
	}
	s := &Scanner{board: b, done: make(chan *reader, len(b.Buses)), limit: limit, monitor: newMonitor(b)}
	s.timer = time.NewTimer(time.Hour)
	s.timer.Stop()
	for _, bus := range b.Buses {
		r := newReader(bus, len(s.counts))
		s.counts = append(s.counts, r.counts...)
		s.buses = append(s.buses, r)
		if limit > 0 {
			go r.serve(ctx, s.done)
		}
	}
	s.heard = make([]bool, len(s.counts))
	return s
}

// Read returns one reading of all channels, valid until the next call. at is the record
// time at which it begins; faults are reported with it.
func (s *Scanner) Read(ctx context.Context, at time.Duration) sensors.Counts {
	if s.limit == 0 {
		for _, r := range s.buses {
			r.read()
		}
	} else if !s.await(ctx) {
		return s.counts // the caller is stopping and will not use them
	}
	well := true
	for _, r := range s.buses {
		into := s.counts[r.from : r.from+len(r.counts)]
		if r.busy {
			well = false
			r.stall()
			for i := range into {
				into[i] = sensors.Lost
			}
			continue
		}
		copy(into, r.counts)
		well = well && r.isHealthy()
	}
	if s.hasCountOutOfRange() {
		well = false
	}
	if well && !s.heard[0] {
		for ch := range s.heard {
			s.heard[ch] = true
		}
	}
	if !well || s.ailing {
		s.report(at)
		s.ailing = !well || !s.board.Faults.none(fromBuses)
	}
	return s.counts
}

// await starts reading every bus that is not busy, and waits for them until the limit. It
// returns false if ctx ends first.
func (s *Scanner) await(ctx context.Context) bool {
	waiting := 0
	for _, r := range s.buses {
		if !r.busy {
			r.busy, r.wanted = true, true
			r.ask <- struct{}{}
			waiting++
		}
	}
	s.timer.Reset(s.limit)
	for waiting > 0 {
		select {
		case r := <-s.done:
			if r.wanted { // otherwise it was stuck in an earlier scan
				waiting--
			}
			r.end()
		case <-s.timer.C:
			waiting = 0
		case <-ctx.Done():
			return false
		}
	}
	s.timer.Stop()
	for {
		select {
		case r := <-s.done: // it was stuck in an earlier reading
			r.end()
		default:
			return true
		}
	}
}

// Squares turns the counts that Read returned last into squares. last are the squares of
// the scan before, and at is the time of this one. It also compares what the sensors show
// with what must be there, to find faults that no driver can see.
func (s *Scanner) Squares(at time.Duration, last sensors.Scan, game Game) sensors.Scan {
	seen := s.board.Table.Scan(s.counts, last)
	s.monitor.see(at, &seen, s.counts, game)
	return seen
}

// hasCountOutOfRange reports whether any count is one that no connected sensor can give.
func (s *Scanner) hasCountOutOfRange() (any bool) {
	for ch := range s.board.ranges {
		any = any || s.isOutOfRange(ch)
	}
	return any
}

// isOutOfRange reports whether the count of a channel is one that no connected sensor can
// give. A channel without a sensor may read anything.
func (s *Scanner) isOutOfRange(ch int) bool {
	v, r := s.counts[ch], s.board.ranges[ch]
	return r != (span{}) && v != sensors.Lost && (v < r.low || v > r.high) && s.board.Squares[ch] != rules.NoSquare
}
