package daemon

import (
	"math"
	"time"

	"touchmove/broadcast"
	"touchmove/internal/latency"
	"touchmove/reconcile"
)

// begin says that something was decided. It is held until commit keeps it, or,
// when much is decided at once, until the card may be written again. shown says
// that screens or whoever sent a command wait for it.
func (d *Daemon) begin(at time.Duration, shown bool) {
	if d.vault == nil {
		return
	}
	d.vault.now = max(d.vault.now, at)
	if !d.waits {
		d.budget.spend(at)
		d.until = math.MaxInt64
	}
	d.until = min(d.until, d.budget.when(at, shown)) // what came first and waits shares the sync
	d.history.hold()
	d.waits = true
}

func shows(e reconcile.Event) bool { return broadcast.Public(e.What) }

// commit keeps what waits when it is time, and tells it; what the disk does not
// keep is told behind the alarm that says so. Beside a live board a writing does
// that, one after the other; now does it at once.
func (d *Daemon) commit(now bool) {
	if d.vault == nil {
		d.settle()
		return
	}
	d.land(now)
	due := d.waits && (now || d.until <= d.vault.now)
	switch {
	case !due && now:
		d.vault.flush()
	case !due:
		d.vault.write(nil, 0)
	case now || !d.vault.apart:
		d.vault.sync()
		d.tellHeld()
	case d.vault.is.How == broadcast.NotKept: // what is told does not wait for a disk that fails
		d.tellHeld()
		d.vault.write(nil, 0)
	case d.vault.under == nil:
		d.waits = false
		d.vault.write(d.history.telling(), len(d.desk.late))
	}
}

// land takes what a writing has come to. Unless it is to be waited for, one that
// is under way still goes on.
func (d *Daemon) land(wait bool) {
	w := d.vault.land(wait)
	if w == nil || w.told == nil {
		return
	}
	d.observe()
	if !w.givenUp {
		d.tellWriting(w) // if it failed, nobody has
	}
	if d.disk.How != broadcast.NotKept {
		d.desk.settle(w.commands)
	}
}

// tellHeld tells all that was held, now that it is kept or cannot be, and answers
// the commands that are kept.
func (d *Daemon) tellHeld() {
	d.observe()
	d.waits = false
	d.history.release()
	d.settle()
}

// settle answers whoever waits for a command to be kept, unless nothing is.
func (d *Daemon) settle() {
	if d.disk.How != broadcast.NotKept {
		d.desk.settle(len(d.desk.late))
	}
}

// tellWriting tells what a writing keeps, or was to keep.
func (d *Daemon) tellWriting(w *writing) {
	w.told.tell()
	d.history.drop(w.told)
	if !d.waits {
		d.history.release()
	}
}

// tend does what is due before a record is taken: what is held is kept and
// told, and a disk that failed is asked again.
func (d *Daemon) tend(at time.Duration) {
	if d.vault == nil {
		return
	}
	ask := d.vault.tend(at)
	if w := d.vault.giveUp(); w != nil {
		d.observe()
		if w.told != nil {
			d.tellWriting(w)
		}
	}
	d.commit(false)
	switch {
	case ask && !d.vault.apart:
		d.vault.sync()
		d.observe()
		d.settle()
	case ask && d.vault.under == nil:
		d.vault.write(&telling{of: d.history}, len(d.desk.late))
	}
	d.observe()
}

// writeBeside lets the disk be written beside a board that is scanned, until over.
// stir is to bring the next scan forward: commands are kept and wait to be answered.
func (d *Daemon) writeBeside(syncs *latency.Histogram, stir func()) (over func()) {
	if d.vault == nil {
		return func() {}
	}
	d.vault.apart, d.vault.syncs, d.vault.stir = true, syncs, stir
	return func() {
		d.land(true)
		d.vault.flush()
		d.vault.apart = false
	}
}

// observe tells when it has become otherwise how things are kept.
func (d *Daemon) observe() {
	if d.vault.is.How != d.disk.How {
		d.disk = d.vault.is
		d.history.Keeping(d.vault.now, d.disk)
	}
	d.desk.shut = d.disk.How == broadcast.NotKept
}

// apart says whether the disk is written beside the scanning, and writes whether
// that is just being done.
func (d *Daemon) apart() bool { return d.vault != nil && d.vault.apart }
func (d *Daemon) writes() bool {
	return d.vault != nil && d.vault.under != nil && !d.vault.under.looks
}

// look has the journal looked after beside the scanning.
func (d *Daemon) look() {
	if d.apart() {
		d.vault.look()
	}
}
