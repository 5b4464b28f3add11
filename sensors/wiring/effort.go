package wiring

import (
	"time"

	"touchmove/sensors/scan"
)

// Effort is what one scan costs on one bus, or on GPIO lines, according to the
// datasheets of the chips.
type Effort struct {
	Transfers, Bytes int           // on the bus; Bytes include addresses
	Bits             int           // clock cycles of the bus
	Calls            int           // system calls that set or read GPIO lines
	Rest             time.Duration // time that does not depend on the clock rate of the bus
}

// Assumptions about the computer: on a small Raspberry Pi, Linux needs about 0.1 ms
// for an I2C transfer besides the time on the wire, and about 20 µs to set or read
// GPIO lines.
const (
	PerTransfer = 100 * time.Microsecond
	PerCall     = 20 * time.Microsecond
)

// Took returns how long the scan takes at a clock rate of the bus in Hz.
func (e Effort) Took(hz int) time.Duration {
	if e.Bits == 0 {
		return e.Rest
	}
	return e.Rest + time.Duration(int64(e.Bits)*int64(time.Second)/int64(hz))
}

// Needs returns the clock rate of the bus, in Hz, at which the scan takes this
// long. ok is false if no rate is enough.
func (e Effort) Needs(took time.Duration) (hz int, ok bool) {
	room := took - e.Rest
	if room <= 0 {
		return 0, false
	}
	return int((int64(e.Bits)*int64(time.Second) + int64(room) - 1) / int64(room)), true
}

// And returns the effort of two scans, one after the other.
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

// Efforts returns the cost of one scan of a wiring, by the shortest names of its
// buses, such as "1"; "" is for lines alone. Buses are read at the same time.
func Efforts(w Wiring) map[string]Effort {
	all := map[string]Effort{}
	for _, p := range w.Parts() {
		name := BusName(p.on())
		all[name] = all[name].And(p.Effort())
	}
	return all
}
