// Package latency measures how long things take. Quantiles can be read at any time, and
// adding a time never waits.
package latency

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Histogram counts times in steps of a quarter of an octave of microseconds, up to more
// than an hour. The zero value is ready to use; its methods may be called from any
// goroutine.
type Histogram struct {
	count [4 * 34]atomic.Uint64
	most  atomic.Int64 // in ns
}

// Add counts one time.
func (h *Histogram) Add(d time.Duration) {
	h.count[stepOf(d)].Add(1)
	for most := h.most.Load(); int64(d) > most && !h.most.CompareAndSwap(most, int64(d)); most = h.most.Load() {
	}
}

// stepOf returns the step of a time. The times from 0 to 3 µs have one step each; above
// that, each octave has four.
func stepOf(d time.Duration) int {
	us := uint64(max(0, d) / time.Microsecond)
	if us < 4 {
		return int(us)
	}
	octave := bits.Len64(us) - 1
	return min(4*(octave-1)+int(us>>(octave-2)&3), 4*34-1)
}

// endOf returns the upper end of a step.
func endOf(n int) time.Duration {
	n++ // the beginning of the next
	if n < 4 {
		return time.Duration(n) * time.Microsecond
	}
	return time.Duration((4+uint64(n)&3)<<(n/4-1)) * time.Microsecond
}

// Summary returns the median, the 99th percentile and the longest of the times. The first
// two are rounded up to the end of their step.
func (h *Histogram) Summary() (half, most99, most time.Duration) {
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
