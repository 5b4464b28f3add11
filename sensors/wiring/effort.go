package wiring

import (
	"time"

	"touchmove/sensors/scan"
)

// Effort is what one scan asks of one bus, or of GPIO lines, by the datasheets of
// its chips.
type Effort struct {
	Transfers, Bytes int           // on the bus, addresses among the bytes
	Bits             int           // clocks of the bus
	Calls            int           // that set or read GPIO lines
	Rest             time.Duration // all that does not depend on the bus's clock rate
}

// What is assumed of the computer: Linux needs about 0.1 ms for an I2C transfer
// beside what is on the wire, and some 20 µs to set or read GPIO lines, on a
// small Raspberry Pi.
const (
	PerTransfer = 100 * time.Microsecond
	PerCall     = 20 * time.Microsecond
)

// Took is how long the scan takes at a clock rate of the bus in Hz.
func (e Effort) Took(hz int) time.Duration {
	if e.Bits == 0 {
		return e.Rest
	}
	return e.Rest + time.Duration(int64(e.Bits)*int64(time.Second)/int64(hz))
}

// Needs is the clock rate of the bus in Hz with which the scan takes a time; ok
// is false when none does.
func (e Effort) Needs(took time.Duration) (hz int, ok bool) {
	room := took - e.Rest
	if room <= 0 {
		return 0, false
	}
	return int((int64(e.Bits)*int64(time.Second) + int64(room) - 1) / int64(room)), true
}

// And is the effort of two scans, one after the other.
func (e Effort) And(o Effort) Effort {
	return Effort{e.Transfers + o.Transfers, e.Bytes + o.Bytes, e.Bits + o.Bits, e.Calls + o.Calls, e.Rest + o.Rest}
}

// Transfer adds n transfers that write w bytes and read r.
func (e *Effort) Transfer(n, w, r int) {
	bytes, bits := scan.OnWire(w, r)
	e.Transfers += n
	e.Bytes += n * bytes
	e.Bits += n * bits
	e.Rest += time.Duration(n) * PerTransfer
}

func (e *Effort) call(n int) {
	e.Calls += n
	e.Rest += time.Duration(n) * PerCall
}

func (e *Effort) wait(n int, d time.Duration) { e.Rest += time.Duration(n) * d }

// Efforts is what one scan of a wiring asks, by the shortest names of its
// buses, as "1"; "" is of lines alone. Buses are read at the same time.
func Efforts(w Wiring) map[string]Effort {
	all := map[string]Effort{}
	for _, p := range w.Parts() {
		name := BusName(p.on())
		all[name] = all[name].And(p.Effort())
	}
	return all
}
