package daemon

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// ScanStats counts what a board's scanning does. The zero value is ready; any
// goroutine may take a Snapshot at any time.
type ScanStats struct {
	scans    atomic.Uint64
	overruns atomic.Uint64
	changes  atomic.Uint64
	period   atomic.Int64 // in ns, of now
	late     histogram
	took     histogram
	synced   histogram
	buses    []*BusStats // does not change after the board was opened
}

// BusStats counts what one I2C bus carries.
type BusStats struct {
	name      string
	transfers atomic.Uint64
	bytes     atomic.Uint64
	retries   atomic.Uint64
	errors    atomic.Uint64
	stalls    atomic.Uint64
	stuck     atomic.Bool
}

// ScanCounts is what ScanStats held at one moment.
type ScanCounts struct {
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
	// How long the disk took to keep what was decided, likewise.
	SyncP50, SyncP99, SyncMax time.Duration
	Buses                     []BusCounts
}

// BusCounts is what BusStats held.
type BusCounts struct {
	Name      string // as errors call it, "I2C1"
	Transfers uint64 // system calls
	Bytes     uint64 // on the wire, addresses included
	Retries   uint64 // transfers that failed and were tried again
	Errors    uint64 // and failed again, or took so long that the bus was given up
	Stalls    uint64 // scans that went on without this bus
	Stuck     bool   // a transfer is under way that has taken longer than a scan waits
}

// Snapshot returns the counts of now.
func (s *ScanStats) Snapshot() ScanCounts {
	c := ScanCounts{Scans: s.scans.Load(), Overruns: s.overruns.Load(), Changes: s.changes.Load()}
	if p := s.period.Load(); p > 0 {
		c.RateHz = float64(time.Second) / float64(p)
	}
	c.LateP50, c.LateP99, c.LateMax = s.late.summary()
	c.TookP50, c.TookP99, c.TookMax = s.took.summary()
	c.SyncP50, c.SyncP99, c.SyncMax = s.synced.summary()
	for _, b := range s.buses {
		c.Buses = append(c.Buses, BusCounts{
			Name: b.name, Transfers: b.transfers.Load(), Bytes: b.bytes.Load(), Retries: b.retries.Load(),
			Errors: b.errors.Load(), Stalls: b.stalls.Load(), Stuck: b.stuck.Load(),
		})
	}
	return c
}

// bus adds a bus, before the first scan.
func (s *ScanStats) bus(name string) *BusStats {
	b := &BusStats{name: name}
	s.buses = append(s.buses, b)
	return b
}

// scanned takes one scan: due, begun and ended at these moments, of a period.
func (s *ScanStats) scanned(due, began, ended time.Time, period time.Duration) {
	s.scans.Add(1)
	s.period.Store(int64(period))
	s.late.add(max(0, began.Sub(due)))
	s.took.add(ended.Sub(began))
	if ended.Sub(due) > period {
		s.overruns.Add(1)
	}
}

// histogram counts times in steps of a quarter of an octave of microseconds, up
// to more than an hour.
type histogram struct {
	count [4 * 34]atomic.Uint64
	most  atomic.Int64 // in ns
}

func (h *histogram) add(d time.Duration) {
	h.count[stepOf(d)].Add(1)
	for most := h.most.Load(); int64(d) > most && !h.most.CompareAndSwap(most, int64(d)); most = h.most.Load() {
	}
}

// stepOf is the step of a time: 0 to 3 µs have one each, and then four steps
// lead to the double.
func stepOf(d time.Duration) int {
	us := uint64(max(0, d) / time.Microsecond)
	if us < 4 {
		return int(us)
	}
	octave := bits.Len64(us) - 1
	return min(4*(octave-1)+int(us>>(octave-2)&3), 4*34-1)
}

// endOf is the upper end of a step.
func endOf(n int) time.Duration {
	n++ // the beginning of the next
	if n < 4 {
		return time.Duration(n) * time.Microsecond
	}
	return time.Duration((4+uint64(n)&3)<<(n/4-1)) * time.Microsecond
}

func (h *histogram) summary() (half, most99, most time.Duration) {
	var all uint64
	var counts [len(h.count)]uint64
	for i := range h.count {
		counts[i] = h.count[i].Load()
		all += counts[i]
	}
	most = time.Duration(h.most.Load())
	quantile := func(part float64) time.Duration {
		var sum uint64
		for i, n := range counts {
			if sum += n; n > 0 && float64(sum) >= part*float64(all) {
				return min(endOf(i), most)
			}
		}
		return 0
	}
	return quantile(0.5), quantile(0.99), most
}
