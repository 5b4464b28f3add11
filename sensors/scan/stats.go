package scan

import (
	"sync/atomic"
	"time"

	"touchmove/internal/latency"
)

// Stats counts what scanning a board does. The zero value is ready to use. Snapshot
// may be called from any goroutine at any time.
type Stats struct {
	scans    atomic.Uint64
	overruns atomic.Uint64
	changes  atomic.Uint64
	period   atomic.Int64 // the present period in ns
	late     latency.Histogram
	took     latency.Histogram
	buses    []*busStats // fixed once the board is open
}

// busStats counts what one I2C bus carries.
type busStats struct {
	name      string
	transfers atomic.Uint64
	bytes     atomic.Uint64
	retries   atomic.Uint64
	errors    atomic.Uint64
	stalls    atomic.Uint64
	stuck     atomic.Bool
}

// Snapshot is the contents of Stats at one moment.
type Snapshot struct {
	Scans    uint64  // complete readings of the board
	Overruns uint64  // scans that ended after the next one was due
	Changes  uint64  // scans in which a square changed
	RateHz   float64 // the present target, in scans per second: lower while idle
	// How late scans began after they were due: the median, the 99th percentile and
	// the maximum. The first two are rounded up to steps of a quarter of an octave.
	LateP50, LateP99, LateMax time.Duration
	// How long scans took, in the same form.
	TookP50, TookP99, TookMax time.Duration
	Buses                     []BusCounts
}

// BusCounts is the contents of busStats at one moment.
type BusCounts struct {
	Name      string // as in errors, such as "I2C1"
	Transfers uint64 // system calls
	Bytes     uint64 // on the wire, including addresses
	Retries   uint64 // transfers that failed and were tried again
	Errors    uint64 // transfers that failed again, or took so long that the reading was given up
	Stalls    uint64 // scans that continued without this bus
	Stuck     bool   // now: a transfer has been running for longer than a scan waits
}

// Snapshot returns the present counts.
func (s *Stats) Snapshot() Snapshot {
	c := Snapshot{Scans: s.scans.Load(), Overruns: s.overruns.Load(), Changes: s.changes.Load()}
	if p := s.period.Load(); p > 0 {
		c.RateHz = float64(time.Second) / float64(p)
	}
	c.LateP50, c.LateP99, c.LateMax = s.late.Summary()
	c.TookP50, c.TookP99, c.TookMax = s.took.Summary()
	for _, b := range s.buses {
		c.Buses = append(c.Buses, BusCounts{
			Name: b.name, Transfers: b.transfers.Load(), Bytes: b.bytes.Load(), Retries: b.retries.Load(),
			Errors: b.errors.Load(), Stalls: b.stalls.Load(), Stuck: b.stuck.Load(),
		})
	}
	return c
}

// bus adds a bus. It is called before the first scan.
func (s *Stats) bus(name string) *busStats {
	b := &busStats{name: name}
	s.buses = append(s.buses, b)
	return b
}

// Scanned counts one scan by the moments when it was due, began and ended, and the
// period.
func (s *Stats) Scanned(due, began, ended time.Time, period time.Duration) {
	s.scans.Add(1)
	s.period.Store(int64(period))
	s.late.Add(max(0, began.Sub(due)))
	s.took.Add(ended.Sub(began))
	if ended.Sub(due) > period {
		s.overruns.Add(1)
	}
}

// Changed counts a scan in which a square changed.
func (s *Stats) Changed() { s.changes.Add(1) }
