package scan

import (
	"sync/atomic"
	"time"

	"touchmove/internal/latency"
)

// Stats counts what a board's scanning does. The zero value is ready; any
// goroutine may take a Snapshot at any time.
type Stats struct {
	scans    atomic.Uint64
	overruns atomic.Uint64
	changes  atomic.Uint64
	period   atomic.Int64 // in ns, of now
	late     latency.Histogram
	took     latency.Histogram
	buses    []*busStats // does not change after the board was opened
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

// Snapshot is what Stats held at one moment.
type Snapshot struct {
	Scans    uint64  // whole readings of the board
	Overruns uint64  // scans that ended after the next one was due
	Changes  uint64  // scans in which a square changed
	RateHz   float64 // scans a second that are aimed at now: lower while idle
	// How late scans began after they were due: half of them, 99 of 100, and all,
	// were no later than this. The first two are upper ends of steps of a quarter
	// of an octave.
	LateP50, LateP99, LateMax time.Duration
	// How long they took, likewise.
	TookP50, TookP99, TookMax time.Duration
	Buses                     []BusCounts
}

// BusCounts is what busStats held.
type BusCounts struct {
	Name      string // as errors call it, "I2C1"
	Transfers uint64 // system calls
	Bytes     uint64 // on the wire, addresses included
	Retries   uint64 // transfers that failed and were tried again
	Errors    uint64 // and failed again, or took so long that the bus was given up
	Stalls    uint64 // scans that continued without this bus
	Stuck     bool   // a transfer is under way that has taken longer than a scan waits
}

// Snapshot returns the counts of now.
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

// bus adds a bus, before the first scan.
func (s *Stats) bus(name string) *busStats {
	b := &busStats{name: name}
	s.buses = append(s.buses, b)
	return b
}

// Scanned takes one scan: due, begun and ended at these moments, of a period.
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
