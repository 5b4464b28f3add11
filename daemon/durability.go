package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/daemon/sealed"
	"touchmove/eventlog"
)

// keepIn stores records in a journal from now on, and publishes what follows from
// them once they are stored.
func (d *BoardLoop) keepIn(to journal.Keeper, o journal.Options) {
	o.Publish, o.Changed = d.history.Tell, d.keeping
	d.writer = journal.NewWriter(to, o)
	d.history.Wait(d.writer.Entries)
}

// keeping records how durably records are stored from now on.
func (d *BoardLoop) keeping(at time.Duration, s journal.State) {
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

// writeTo stores records in a journal from now on, and each later game in a
// journal of its own.
func (d *BoardLoop) writeTo(all games, to journal.Keeper, o journal.Options) {
	d.keepIn(to, o)
	d.games, d.board.Splits = all, true
}

// sealWith seals sealed moves with these envelopes.
func (d *BoardLoop) sealWith(e *sealed.Envelopes) { d.envelopes = e }

// know has commands that were taken before the start be known again.
func (d *BoardLoop) know(answers []broadcast.Answer, before func(id string) bool) {
	for _, a := range answers {
		d.commands.Reply(a.ID, a)
	}
	d.commands.Before = before
}
