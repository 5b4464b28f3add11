package main

import (
	"time"

	"touchmove/sensors/wiring"
)

// clock is the rate of the buses in the table, in Hz: I2C's fast mode.
const clock = 400_000

// effort is what a scan costs in transfers, bytes and time.
type effort struct {
	transfers, bytes, calls int
	took                    time.Duration
}

// transferTime returns the time of one transfer that writes w bytes and reads r.
func transferTime(w, r int) time.Duration {
	var e wiring.Effort
	e.Transfer(1, w, r)
	return e.Took(clock)
}

// arithmetic calculates the effort of a wiring from its chips' datasheets. Buses of a
// mixed board are read at the same time, so the slowest decides.
func arithmetic(w wiring.Wiring) (all effort) {
	for _, e := range wiring.Efforts(w) {
		all.transfers += e.Transfers
		all.bytes += e.Bytes
		all.calls += e.Calls
		all.took = max(all.took, e.Took(clock))
	}
	return all
}
