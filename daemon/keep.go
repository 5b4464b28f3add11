package daemon

import (
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/reconcile"
)

// keepIn has records kept in a journal from now on, and what they mean told once
// they are.
func (d *Daemon) keepIn(to journal.Keeper, o journal.Options) {
	o.Publish, o.Changed = d.history.tell, d.keeping
	d.writer = journal.NewWriter(to, o)
	d.history.wait = d.writer.Entries
}

// keeping tells how well things are kept from now on.
func (d *Daemon) keeping(at time.Duration, s journal.State) {
	k := broadcast.Keeping{Why: s.Why}
	switch s.How {
	case journal.InReserve:
		k.How = broadcast.KeptInReserve
	case journal.NotDurable:
		k.How = broadcast.NotKept
	}
	d.history.Keeping(at, k)
	d.commands.Shut = k.How == broadcast.NotKept
}

func shows(e reconcile.Event) bool { return broadcast.Public(e.What) }
