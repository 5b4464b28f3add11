// Package hms writes durations as a chess clock shows them, in whole seconds, rounded down, and reads them.
package hms

import (
	"fmt"
	"regexp"
	"strconv"
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

var written = regexp.MustCompile(`^(?:(\d{1,4}):)?(\d{1,4}):([0-5]\d)$`)

// Parse reads a time that Full or Short has written, such as 1:30:00 or 5:00; false if the text is none. With hours
// there are two digits of minutes; without, as many minutes as a clock shows, such as 90:00.
func Parse(text string) (time.Duration, bool) {
	m := written.FindStringSubmatch(text)
	if m == nil || m[1] != "" && (len(m[2]) != 2 || m[2] > "59") {
		return 0, false
	}
	var d time.Duration
	for _, part := range m[1:] {
		n, _ := strconv.Atoi(part) // no hours are none
		d = 60*d + time.Duration(n)
	}
	return d * time.Second, true
}
