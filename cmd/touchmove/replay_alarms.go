package main

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// alarmLog prints what would have rung at an arbiter's console during a trace, and
// when it stopped.
type alarmLog struct {
	board   *alarms.Board
	ringing map[string]alarms.Alarm
}

// alarmLine is one alarm that begins or ends.
type alarmLine struct {
	AtUS   int64  `json:"at_us"`
	Alarm  string `json:"alarm"`
	Cause  string `json:"cause,omitempty"`
	Rings  bool   `json:"rings"`
	Urgent bool   `json:"urgent"`
	Text   string `json:"text"`
}

func newAlarmLog(h trace.Header) *alarmLog {
	return &alarmLog{board: alarms.NewBoard(h), ringing: map[string]alarms.Alarm{}}
}

// take goes through a record, what it decided and the game as it stands after it, as a
// live board does, and returns the lines to print.
func (l *alarmLog) take(r trace.Record, events []reconcile.Event, game *reconcile.Game) (out []byte) {
	until := func(at time.Duration) {
		for {
			due, ok := l.board.Due()
			if !ok || due > at {
				return
			}
			l.board.Advance(due)
			out = l.changes(out, due)
		}
	}
	for _, e := range events {
		until(e.At)
		l.board.Take(e)
		out = l.changes(out, e.At)
	}
	until(r.At)
	l.board.Follow(r, nil, game)
	return l.changes(out, r.At)
}

// changes appends what has begun to ring and what has stopped.
func (l *alarmLog) changes(out []byte, at time.Duration) []byte {
	now := map[string]alarms.Alarm{}
	put := func(a alarms.Alarm, rings bool) {
		b, err := json.Marshal(alarmLine{at.Microseconds(), string(a.ID), a.Cause, rings, a.Urgent, a.Text(rules.English, at)})
		if err != nil {
			panic("replay: an alarm is no JSON: " + err.Error()) // plain texts and numbers
		}
		out = append(append(out, b...), '\n')
	}
	var begun []alarms.Alarm
	for _, a := range l.board.Ringing() {
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
