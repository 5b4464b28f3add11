package main

import (
	"context"
	"crypto/rand"
	"os/user"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/eventlog/alarms"
	"touchmove/internal/words"
	"touchmove/sensors/trace"
)

// alarmKey returns a key that distinguishes the alarms of one board.
func alarmKey(a alarms.Alarm) string { return string(a.ID) + "/" + a.Cause }

// rings compares two lists of alarms and returns one line for each alarm that began
// to ring, was acknowledged or ended.
func rings(t *words.Texts, before, now []alarms.Alarm, at time.Duration) (lines []string) {
	known := map[string]alarms.Alarm{}
	for _, a := range before {
		known[alarmKey(a)] = a
	}
	for _, a := range now {
		was, rang := known[alarmKey(a)]
		delete(known, alarmKey(a))
		text := a.Text(t.Language, at)
		switch {
		case !rang && a.Urgent:
			lines = append(lines, t.T("run.urgent", "a", text))
		case !rang:
			lines = append(lines, t.T("run.alarm", "a", text))
		case a.Seen && !was.Seen:
			lines = append(lines, t.T("run.acked", "a", text))
		}
	}
	for _, a := range before {
		if _, ended := known[alarmKey(a)]; ended {
			lines = append(lines, t.T("run.ended", "a", a.Text(t.Language, at)))
		}
	}
	return lines
}

// sounding returns the first alarm that nobody has acknowledged, and how many more
// there are. ok is false if there is none.
func sounding(list []alarms.Alarm) (first alarms.Alarm, more int, ok bool) {
	for _, a := range list {
		switch {
		case a.Seen:
		case !ok:
			first, ok = a, true
		default:
			more++
		}
	}
	return first, more, ok
}

// whoami returns the name of the Unix user at this terminal, who runs the daemon.
func whoami() string {
	u, err := user.Current()
	if err != nil {
		return "terminal"
	}
	return u.Username
}

// alarmControl is the key that acknowledges the first unacknowledged alarm.
func alarmControl(ctx context.Context, b *daemon.Board, f *feed) control {
	return control{
		key: "a", shown: "a",
		word: func() string {
			if _, _, ok := sounding(f.state.Ringing.Alarms); !ok {
				return ""
			}
			return f.texts.T("run.key.acknowledge")
		},
		press: func() string {
			a, _, ok := sounding(f.state.Ringing.Alarms)
			if !ok {
				return ""
			}
			extra, err := trace.NewExtra(map[string]any{"cause": a.Cause, "who": whoami(), "role": trace.Chief.String()})
			if err != nil {
				return err.Error()
			}
			c := trace.Command{ID: "run-" + rand.Text(), Do: trace.DoAcknowledge, What: string(a.ID), Extra: extra}
			asking, cancel := context.WithTimeout(ctx, 2*time.Second)
			defer cancel()
			answer, err := b.Ask(asking, broadcast.Request{Command: c})
			switch {
			case err != nil:
				return f.texts.T("run.noanswer", "a", err)
			case !answer.OK:
				return answer.Error
			}
			return f.texts.T("run.acked", "a", a.ID)
		},
	}
}
