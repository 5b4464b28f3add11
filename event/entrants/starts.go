package entrants

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// clockForm matches a time of day in an event file: 15:00, or with a time zone 15:00+01:00
// or 14:00Z.
var clockForm = regexp.MustCompile(`^([01]?[0-9]|2[0-3]):([0-5][0-9])(?::00)?(Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?$`)

// tidyClock writes a time of day with two digits for the hour. It returns false if the text
// is not one.
func tidyClock(text string) (string, bool) {
	m := clockForm.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return "", false
	}
	hour, _ := strconv.Atoi(m[1]) // matched: one or two digits
	return time.Date(0, 1, 1, hour, 0, 0, 0, time.UTC).Format("15") + ":" + m[2] + m[3], true
}

// clockIn finds a time of day in a heading, after its date: "Round 3 on 2026/11/23 at
// 15:00".
var clockIn = regexp.MustCompile(`(?:^|[^0-9:.])([01]?[0-9]|2[0-3]):([0-5][0-9])(?:[^0-9:]|$)`)

func timeIn(text string) string {
	m := clockIn.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	tidy, _ := tidyClock(m[1] + ":" + m[2])
	return tidy
}

// Starts returns when the round begins, and false if the file lacks its date or time. A
// time without a zone is in the location there.
func (r *Round) Starts(there *time.Location) (time.Time, bool) {
	if r.Date == "" || r.Time == "" {
		return time.Time{}, false
	}
	if at, err := time.Parse("2006-01-02 15:04Z07:00", r.Date+" "+r.Time); err == nil {
		return at, true
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", r.Date+" "+r.Time, there)
	return at, err == nil
}
