// Package sleep waits for a time that may be cut short.
package sleep

import (
	"context"
	"time"
)

// For waits for a time. It returns false as soon as ctx ends, if that is earlier.
func For(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
