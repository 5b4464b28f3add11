package control

import (
	"time"

	"touchmove/broadcast"
	"touchmove/internal/refusal"
)

// Pending holds the commands from outside that a board has accepted and not yet
// answered, and the answers already given, so that a command is carried out once,
// however often it is sent. It is for the goroutine that steps the game.
type Pending struct {
	// Before reports whether a command was carried out in an older game; nil means that
	// none was.
	Before func(id string) bool
	// Shut is set while nothing can be kept, so that no command is accepted.
	Shut bool
	// Admit returns the refusal of a command that would otherwise be accepted; nil refuses none.
	Admit func(broadcast.Request) error

	waiting map[string]func(broadcast.Answer)
	done    map[string]broadcast.Answer // by id, for the current journal
	older   map[string]broadcast.Answer // the same for the previous journal
}

// Game is what Accept needs to know about the game of a command.
type Game interface {
	// Stamp adds the current game and its sequence number to an answer.
	Stamp(broadcast.Answer) broadcast.Answer
	// GoneOn reports whether the game has changed since that sequence number.
	GoneOn(since uint64) bool
}

// NewPending makes a Pending without commands.
func NewPending() *Pending {
	return &Pending{waiting: map[string]func(broadcast.Answer){}, done: map[string]broadcast.Answer{}}
}

// Accept checks a request before it becomes a record, and returns whether to continue.
// If not, it has answered the request itself: a refusal, or the earlier answer if the
// command was carried out before. An accepted command waits for Reply.
func (p *Pending) Accept(r broadcast.Request, now time.Time, g Game) bool {
	id := r.Command.ID
	if p.isDone(id) {
		before := p.answered(id)
		if before.Game == "" { // from an earlier game: the answer can only give the current state of the board
			before = g.Stamp(before)
		}
		r.Answer(before)
		return false
	}
	var err error
	switch first, waits := p.waiting[id]; {
	case waits && id != "" && !p.Shut:
		p.waiting[id] = func(a broadcast.Answer) { first(a); r.Answer(a) }
		return false
	case waits && id != "":
		err = refusal.New("not-yet-kept", "the command with this id was carried out but is not on disk yet: it is answered once it is")
	case p.Shut:
		err = refusal.New("disk", "the disk is not storing data, so no command is accepted that could be lost: free some space or repair the disk (df, dmesg), then send it again")
	case r.Expired(now) != nil:
		err = r.Expired(now)
	case r.IfSeq != nil && g.GoneOn(*r.IfSeq):
		err = refusal.New("gone-on", "the command was made for seq {seen} and the game is now at {seq}: look at its state and decide again", "seen", *r.IfSeq, "seq", g.Stamp(broadcast.Answer{}).Seq)
	}
	if err == nil && p.Admit != nil {
		err = p.Admit(r)
	}
	if err != nil {
		r.Answer(g.Stamp(broadcast.Refused(id, err)))
		return false
	}
	if id != "" {
		p.waiting[id] = r.Answer
	}
	return true
}

// isDone reports whether a command was carried out before.
func (p *Pending) isDone(id string) bool {
	if id == "" {
		return false
	}
	done := p.answered(id).OK
	if !done && p.Before != nil && p.waiting[id] == nil && p.Before(id) {
		done = true
		p.done[id] = broadcast.Answer{ID: id, OK: true}
	}
	return done
}

// answered returns the answer to a command that was carried out in this game or the
// previous one, and otherwise an answer without OK.
func (p *Pending) answered(id string) broadcast.Answer {
	if a, ok := p.done[id]; ok {
		return a
	}
	return p.older[id]
}

// NextGame forgets the commands that are older than the game that has just ended.
func (p *Pending) NextGame() { p.older, p.done = p.done, map[string]broadcast.Answer{} }

// Reply answers the sender that waits for this id. An answer with OK is remembered, as
// the command is in the journal.
func (p *Pending) Reply(id string, a broadcast.Answer) {
	if id == "" {
		return
	}
	if a.OK {
		p.done[id] = a
	}
	if answer := p.waiting[id]; answer != nil {
		delete(p.waiting, id)
		answer(a)
	}
}
