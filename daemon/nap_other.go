//go:build !linux

package daemon

import "time"

// Nap is what a board's goroutine sleeps by from one scan to the next.
type Nap struct{}

// NewNap returns one that sleeps as Go does.
func NewNap() *Nap { return &Nap{} }

// sleep returns after a time, and was never woken.
func (n *Nap) sleep(wait time.Duration) (woken bool) {
	time.Sleep(wait)
	return false
}

// wake is heard after the sleep.
func (n *Nap) wake() {}

// Close does nothing.
func (n *Nap) Close() error { return nil }
