//go:build !linux

package scan

import "time"

// Timer is what a board's goroutine sleeps by from one scan to the next.
type Timer struct{}

// NewTimer returns one that sleeps as Go does.
func NewTimer() *Timer { return &Timer{} }

// Sleep returns after a time, and was never woken.
func (t *Timer) Sleep(wait time.Duration) (woken bool) {
	time.Sleep(wait)
	return false
}

// Wake takes effect after the sleep.
func (t *Timer) Wake() {}

// Close does nothing.
func (t *Timer) Close() error { return nil }
