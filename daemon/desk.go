package daemon

import (
	"fmt"
	"time"

	"touchmove/broadcast"
	"touchmove/sensors/trace"
)

// desk is where commands from outside are taken in: who waits for which
// answer, and which ids were taken before. It is for the goroutine that steps
// the game.
type desk struct {
	waiting map[string]func(broadcast.Answer)
	done    map[string]broadcast.Answer // by the ids in the journal
	shut    bool                        // nothing can be kept, so that nothing can be taken
	late    []string                    // ids of commands that are done and not yet kept
}

func newDesk() *desk {
	return &desk{waiting: map[string]func(broadcast.Answer){}, done: map[string]broadcast.Answer{}}
}

// admit looks at a request before it becomes a record. It answers what cannot
// or need not be done, and says whether to go on.
func (d *desk) admit(r broadcast.Request, now time.Time, h *History) bool {
	c := r.Command
	a := h.stamp(broadcast.Answer{ID: c.ID})
	if before, ok := d.done[c.ID]; ok && c.ID != "" {
		r.Answer(before) // answered again, not done again
		return false
	}
	switch _, waits := d.waiting[c.ID]; {
	case waits && c.ID != "":
		a.Error = "the command with this id is done, and not yet on disk: it is answered once it is"
	case d.shut:
		a.Error = "the disk keeps nothing, and no command is taken that could be lost: make room or mend the disk (df, dmesg), then send it again"
	case !r.Expires.IsZero() && !now.Before(r.Expires):
		a.Error = fmt.Sprintf("the command expired at %s: send a new one if it is still meant", r.Expires.UTC().Format(time.RFC3339))
	case r.IfSeq != nil && h.goneOn(*r.IfSeq):
		a.Error = fmt.Sprintf("the command was made for seq %d and the game has gone on to %d: look at its state and decide again", *r.IfSeq, a.Seq)
	case c.Do == trace.DoNewGame:
		if _, err := broadcast.PairingOf(c); err != nil {
			a.Error = err.Error()
		}
	}
	if a.Error != "" {
		r.Answer(a)
		return false
	}
	if c.ID != "" {
		d.waiting[c.ID] = r.Answer
	}
	return true
}

// settle answers the commands that waited to be kept.
func (d *desk) settle(h *History) {
	for _, id := range d.late {
		d.close(id, h.stamp(broadcast.Answer{ID: id, OK: true}))
	}
	d.late = nil
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
