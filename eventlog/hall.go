package eventlog

import (
	"strings"
	"time"

	"touchmove/sensors/trace"
)

// InHall returns a moment to the millisecond, in the time zone that this computer has then: that of the hall. A journal
// and a PGN keep it, wherever and whenever they are read.
func InHall(t time.Time) time.Time {
	t = t.Round(0).Truncate(time.Millisecond)
	_, offset := t.Local().Zone()
	if local := t.In(time.FixedZone("", offset/60*60)); local.Year() <= 9999 { // RFC 3339 has neither seconds of an offset nor longer years
		return local
	}
	return t.UTC()
}

// IsOwnNote reports whether a command is a note of the program itself, which has neither a sender nor an id.
func IsOwnNote(c trace.Command) bool { return c.Do == trace.DoNote && c.By == "" && c.ID == "" }

// clockNote begins the note that says what the clock of the hall shows at the time of its record.
const clockNote = "clock "

// ClockNote returns the note that the clock of the hall shows a moment, which InHall returns: from its record on, entries
// have the times of that clock. Record time goes on as it did.
func ClockNote(shows time.Time) trace.Command {
	return trace.Command{Do: trace.DoNote, What: clockNote + trace.Moment(shows)}
}

// Clock returns what the clock of the hall showed at a record time, by what the journal had said of it by then.
func (b *Board) Clock(at time.Duration) time.Time {
	for _, c := range b.log.clocks {
		if at < c.until {
			return c.began.Add(at)
		}
	}
	return b.log.Began.Add(at)
}

// setBefore is a clock of the hall before it was set.
type setBefore struct {
	until time.Duration // record time
	began time.Time     // the moment of At 0 by it
}

// setClock takes a note about the clock of the hall.
func (n *numbering) setClock(at time.Duration, c trace.Command) {
	said, is := strings.CutPrefix(c.What, clockNote)
	if !is || !IsOwnNote(c) {
		return
	}
	if shows, err := trace.ParseMoment(said); err == nil {
		n.clocks = append(n.clocks, setBefore{at, n.Began})
		n.Began = shows.Add(-at)
	}
}
