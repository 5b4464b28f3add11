package scan

import (
	"errors"
	"strings"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// slow is how long a transfer may take before its failure means that a line of
// the bus is held down, and not that one chip did not answer. At 100 kHz the
// longest of ours takes 2 ms; Linux gives up a stuck one after about a second,
// and says "connection timed out".
const slow = 100 * time.Millisecond

// errHeld is what the transfers of a reading get after one that was stuck.
var errHeld = errors.New("connection timed out: the bus is held down")

// retryingBus is an I2C bus under the drivers: it tries a failed transfer once
// more, gives up a reading in which the bus was stuck, and counts. It is for the
// goroutine of its bus.
type retryingBus struct {
	bus   i2c.BusCloser
	stats *busStats
	held  bool // a transfer of this reading was stuck: no more are tried
	mute  bool // one of it timed out at once
	heard bool // one of it was answered
}

// begin begins a reading.
func (w *retryingBus) begin() { w.held, w.mute, w.heard = false, false, false }

// isStuck reports whether the reading has shown that a line of the bus is held down.
// Some adapters, those on USB among them (CP2112, AN495), say also of a chip
// that is not there that it timed out, and say it at once; then the bus is held
// only if nobody answers.
func (w *retryingBus) isStuck() bool { return w.held || w.mute && !w.heard }

// String implements i2c.Bus.
func (w *retryingBus) String() string { return w.bus.String() }

// SetSpeed implements i2c.Bus.
func (w *retryingBus) SetSpeed(f physic.Frequency) error { return w.bus.SetSpeed(f) }

// Tx implements i2c.Bus. What drivers send can be sent twice: registers,
// commands that start a conversion, reads.
func (w *retryingBus) Tx(addr uint16, write, read []byte) error {
	if w.held {
		return errHeld
	}
	err := w.once(addr, write, read)
	if err == nil || w.held {
		return err
	}
	w.stats.retries.Add(1)
	if err = w.once(addr, write, read); err != nil && !w.held {
		w.stats.errors.Add(1)
	}
	return err
}

func (w *retryingBus) once(addr uint16, write, read []byte) error {
	began := time.Now()
	err := w.bus.Tx(addr, write, read)
	w.stats.transfers.Add(1)
	bytes, _ := OnWire(len(write), len(read))
	w.stats.bytes.Add(uint64(bytes))
	switch {
	case err == nil:
		w.heard = true
	case time.Since(began) >= slow:
		w.held = true
		w.stats.errors.Add(1)
	case strings.Contains(err.Error(), "timed out"):
		w.mute = true
	}
	return err
}

// OnWire is what a transfer has on the wire: the address, what is written, and,
// when something is read after that, the address again; nine clocks a byte, a
// start, a stop, and a repeated start between writing and reading (UM10204,
// 3.1.10).
func OnWire(write, read int) (bytes, bits int) {
	bytes = 1 + write + read
	if write > 0 && read > 0 {
		return bytes + 1, 9*(bytes+1) + 3
	}
	return bytes, 9*bytes + 2
}

// Close closes the bus. A transfer that is stuck cannot be called off, and the
// bus would wait for it: then closing is left to the end of the process.
func (w *retryingBus) Close() error {
	closed := make(chan error, 1)
	go func() { closed <- w.bus.Close() }()
	timer := time.NewTimer(Stall)
	defer timer.Stop()
	select {
	case err := <-closed:
		return err
	case <-timer.C:
		return nil
	}
}

var _ i2c.Bus = (*retryingBus)(nil)
