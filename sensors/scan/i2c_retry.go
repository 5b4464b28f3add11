package scan

import (
	"errors"
	"strings"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// slow is the time after which a failed transfer means that a line of the bus is
// held low, and not that one chip did not answer. At 100 kHz our longest transfer
// takes 2 ms. Linux gives up a stuck transfer after about a second, with the error
// "connection timed out".
const slow = 100 * time.Millisecond

// errHeld is the error of further transfers in a reading, after one that was stuck.
var errHeld = errors.New("connection timed out: the bus is held down")

// retryingBus is the I2C bus that drivers use. It retries a failed transfer once,
// gives up a reading in which the bus was stuck, and counts transfers. It is for the
// goroutine of its bus.
type retryingBus struct {
	bus   i2c.BusCloser
	stats *busStats
	held  bool // a transfer of this reading was stuck: try no more
	mute  bool // a transfer of this reading timed out at once
	heard bool // a transfer of this reading was answered
}

// begin begins a reading.
func (w *retryingBus) begin() { w.held, w.mute, w.heard = false, false, false }

// isStuck reports whether the last reading has shown that a line of the bus is held
// low. Some adapters, such as the CP2112 for USB (AN495), report a missing chip at
// once as a timeout. In that case the bus counts as held only if no chip answers.
func (w *retryingBus) isStuck() bool { return w.held || w.mute && !w.heard }

// String implements i2c.Bus.
func (w *retryingBus) String() string { return w.bus.String() }

// SetSpeed implements i2c.Bus.
func (w *retryingBus) SetSpeed(f physic.Frequency) error { return w.bus.SetSpeed(f) }

// Tx implements i2c.Bus. Everything that drivers send may be sent twice: registers,
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

// OnWire returns the length of a transfer on the wire: the address, the bytes
// written and, if something is read after that, the address again and the bytes
// read. Each byte takes nine clocks; there are a start, a stop, and a repeated start
// between writing and reading (UM10204, 3.1.10).
func OnWire(write, read int) (bytes, bits int) {
	bytes = 1 + write + read
	if write > 0 && read > 0 {
		return bytes + 1, 9*(bytes+1) + 3
	}
	return bytes, 9*bytes + 2
}

// Close closes the bus. A stuck transfer cannot be cancelled, and closing would wait
// for it. In that case the bus is left open until the process ends.
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
