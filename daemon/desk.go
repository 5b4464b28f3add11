package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/internal/refusal"
	"touchmove/sensors/trace"
)

// desk is where commands from outside are taken in: who waits for which
// answer, and which ids were taken before. It is for the goroutine that steps
// the game.
type desk struct {
	waiting map[string]func(broadcast.Answer)
	done    map[string]broadcast.Answer // by the ids in the journal
	older   map[string]broadcast.Answer // and in the one before
	before  func(id string) bool        // whether it was taken in a game of long ago; nil knows of none
	shut    bool                        // nothing can be kept, so that nothing can be taken
}

func newDesk() *desk {
	return &desk{waiting: map[string]func(broadcast.Answer){}, done: map[string]broadcast.Answer{}}
}

// admit looks at a request before it becomes a record. It answers what cannot
// or need not be done, and says whether to go on.
func (d *desk) admit(r broadcast.Request, now time.Time, h *History) bool {
	c := r.Command
	if d.isDone(c.ID) {
		before := d.answered(c.ID)
		if before.Game == "" { // of a game before this one: what the answer can tell is where the board stands
			before = h.stamp(before)
		}
		r.Answer(before) // answered again, not done again
		return false
	}
	var err error
	switch first, waits := d.waiting[c.ID]; {
	case waits && c.ID != "" && !d.shut:
		d.waiting[c.ID] = func(a broadcast.Answer) { first(a); r.Answer(a) }
		return false
	case waits && c.ID != "":
		err = refusal.New("not-yet-kept", "the command with this id is done, and not yet on disk: it is answered once it is")
	case d.shut:
		err = refusal.New("disk", "the disk keeps nothing, and no command is taken that could be lost: make room or mend the disk (df, dmesg), then send it again")
	case tooLate(r, now):
		err = expired(r)
	case r.IfSeq != nil && h.goneOn(*r.IfSeq):
		err = refusal.New("gone-on", "the command was made for seq {seen} and the game has gone on to {seq}: look at its state and decide again", "seen", *r.IfSeq, "seq", h.stamp(broadcast.Answer{}).Seq)
	}
	if err != nil {
		r.Answer(h.stamp(broadcast.Refused(c.ID, err)))
		return false
	}
	if c.ID != "" {
		d.waiting[c.ID] = r.Answer
	}
	return true
}

// isDone says whether a command was taken before.
func (d *desk) isDone(id string) bool {
	if id == "" {
		return false
	}
	done := d.answered(id).OK
	if !done && d.before != nil && d.waiting[id] == nil && d.before(id) {
		done = true
		d.done[id] = broadcast.Answer{ID: id, OK: true}
	}
	return done
}

// answered is the answer to a command that was taken in this game or the one
// before; else it says no.
func (d *desk) answered(id string) broadcast.Answer {
	if a, ok := d.done[id]; ok {
		return a
	}
	return d.older[id]
}

// nextGame lets go of what was taken before the game that has just ended.
func (d *desk) nextGame() { d.older, d.done = d.done, map[string]broadcast.Answer{} }

// tooLate says whether a request came after the moment until which it was meant.
func tooLate(r broadcast.Request, now time.Time) bool {
	return !r.Expires.IsZero() && !now.Before(r.Expires)
}

func expired(r broadcast.Request) error {
	return refusal.New("expired", "the command expired at {at}: send a new one if it is still meant", "at", r.Expires.UTC().Format(time.RFC3339))
}

// taken says that a record has been taken: if it is a command, whoever sent it
// is told so once it is kept.
func (d *Daemon) taken(r trace.Record) {
	if c, ok := r.What.(trace.Command); ok {
		a := d.history.stamp(broadcast.Answer{ID: c.ID, OK: true})
		d.writer.WhenKept(func() { d.desk.close(c.ID, a) })
	}
}

// close answers whoever waits for this id. An answer that says yes is
// remembered: the command is in the journal.
func (d *desk) close(id string, a broadcast.Answer) {
	if id == "" {
		return
	}
	if a.OK {
		d.done[id] = a
	}
	if answer := d.waiting[id]; answer != nil {
		delete(d.waiting, id)
		answer(a)
	}
}
