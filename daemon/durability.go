package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/daemon/sealed"
	"touchmove/eventlog"
)

// setWriter sets the journal that records are written to, and publishes their entries
// once they are stored.
func (d *BoardLoop) setWriter(to journal.Keeper, o journal.Options) {
	o.Publish, o.Changed = d.history.Publish, d.durabilityChanged
	d.writer = journal.NewWriter(to, o)
	d.history.Wait(d.writer.Entries)
}

// durabilityChanged publishes how safely records are stored from now on.
func (d *BoardLoop) durabilityChanged(at time.Duration, s journal.State) {
	k := eventlog.Keeping{Why: s.Why}
	switch s.How {
	case journal.InReserve:
		k.How = eventlog.KeptInReserve
	case journal.NotDurable:
		k.How = eventlog.NotKept
	}
	d.history.Keeping(at, k)
	d.commands.Shut = k.How == eventlog.NotKept
}

// writeTo sets the journal that records are written to; each later game gets a journal
// of its own.
func (d *BoardLoop) writeTo(all games, to journal.Keeper, o journal.Options) {
	d.setWriter(to, o)
	d.games, d.board.Splits = all, true
}

// sealWith sets the envelopes for sealed moves.
func (d *BoardLoop) sealWith(e *sealed.Envelopes) { d.envelopes = e }

// restoreAnswers restores the commands that were carried out before the start, so that
// none is carried out twice.
func (d *BoardLoop) restoreAnswers(answers []broadcast.Answer, before func(id string) bool) {
	for _, a := range answers {
		d.commands.Reply(a.ID, a)
	}
	d.commands.Before = before
}
