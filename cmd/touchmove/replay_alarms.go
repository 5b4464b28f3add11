package main

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/rules"
)

// alarmLog prints which alarms would have rung at an arbiter's desk during a trace,
// and when they ended.
type alarmLog struct{ ringing map[string]alarms.Alarm }

// alarmLine is one alarm that begins or ends.
type alarmLine struct {
	AtUS   int64  `json:"at_us"`
	Alarm  string `json:"alarm"`
	Cause  string `json:"cause,omitempty"`
	Rings  bool   `json:"rings"`
	Urgent bool   `json:"urgent"`
	Text   string `json:"text"`
}

// lines returns the lines to print for the entries of one record.
func (l *alarmLog) lines(entries []eventlog.Entry) (out []byte) {
	for _, t := range entries {
		if w, ok := t.What.(eventlog.Ringing); ok {
			out = l.changes(out, w.Alarms, t.At)
		}
	}
	return out
}

// changes appends a line for each alarm that has begun or ended.
func (l *alarmLog) changes(out []byte, list []alarms.Alarm, at time.Duration) []byte {
	now := map[string]alarms.Alarm{}
	put := func(a alarms.Alarm, rings bool) {
		b, err := json.Marshal(alarmLine{at.Microseconds(), string(a.ID), a.Cause, rings, a.Urgent, a.Text(rules.English, at)})
		if err != nil {
			panic("replay: an alarm is no JSON: " + err.Error()) // cannot happen: texts and numbers only
		}
		out = append(append(out, b...), '\n')
	}
	var begun []alarms.Alarm
	for _, a := range list {
		key := string(a.ID) + " " + a.Cause
		now[key] = a
		if _, rang := l.ringing[key]; !rang {
			begun = append(begun, a)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(l.ringing)) {
		if _, rings := now[key]; !rings {
			put(l.ringing[key], false)
		}
	}
	for _, a := range begun {
		put(a, true)
	}
	l.ringing = now
	return out
}
