// Package hms writes durations as a chess clock shows them, in whole seconds, rounded down.
package hms

import (
	"fmt"
	"time"
)

// Full writes hours, minutes and seconds, such as 1:30:00 or 0:05:09.
func Full(d time.Duration) string {
	s := int(max(d, 0) / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Short is Full from an hour on; below, it leaves out the hours: 5:09.
func Short(d time.Duration) string {
	if s := int(max(d, 0) / time.Second); s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return Full(d)
}
