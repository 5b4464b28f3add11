//go:build !linux

package scan

import "time"

// Timer makes a board's goroutine sleep from one scan to the next.
type Timer struct{}

// NewTimer returns a timer that sleeps with time.Sleep.
func NewTimer() *Timer { return &Timer{} }

// Sleep returns after the time. It cannot be woken and returns false.
func (t *Timer) Sleep(wait time.Duration) (woken bool) {
	time.Sleep(wait)
	return false
}

// Wake does nothing.
func (t *Timer) Wake() {}

// Close does nothing.
func (t *Timer) Close() error { return nil }
