package journal

import (
	"errors"
	"time"
)

// State is how well a Writer stores its records.
type State struct {
	How Durability
	Why string // the disk's error; empty while everything is stored
}

// Durability is how well published entries are stored.
type Durability uint8

// Durable: stored as it should be. InReserve: the disk is full, and there is room for
// about one more game. NotDurable: play continues and is published, but a power
// cut would lose it.
const (
	Durable Durability = iota
	InReserve
	NotDurable
)

// Times of a disk that fails, in record time.
const (
	askAgain  = 5 * time.Second // until a failed disk is tried again
	fillAgain = time.Minute     // until the reserve is filled again on a disk that was full
)

// learn derives from a batch how well records are stored.
func (w *Writer) learn(b *batch, r result) {
	switch {
	case errors.Is(r.err, ErrMoved):
		w.vanished(r.err)
	case r.err != nil:
		w.lost(r.err)
	case r.reserve != nil:
		w.again = w.now + fillAgain
		w.Log.Error("the disk is full and the reserve was released: play is stored in its space: free some space (df, du)", "error", r.reserve)
		w.change(State{InReserve, r.reserve.Error()})
	case b.task == mends && r.filled && w.state.How == InReserve:
		w.Log.Info("the disk has space again")
		w.change(State{})
	case b.abandoned && w.state.How == NotDurable:
		w.again = w.now // it answers; the next attempt shows whether there is space, too
	case b.task == syncs:
		w.recovered(r.filled)
	}
	if b.marked && !b.abandoned && w.state.How == Durable { // it finished just in time
		w.unmark = true
	}
}

// lost reports that from now on what is published is not stored.
func (w *Writer) lost(err error) {
	if w.state.How != NotDurable || w.moved && w.state.Why != err.Error() {
		w.Log.Error("the disk is not storing records: play continues and is published; records will be written when the disk recovers: check the disk (df, dmesg)", "error", err)
	}
	w.again = w.now + askAgain
	w.change(State{NotDurable, err.Error()})
}

// vanished reports that somebody has deleted or changed the journal. It is rewritten
// at once.
func (w *Writer) vanished(err error) {
	w.Log.Error("the journal was deleted, moved or changed during the game: it is being rewritten: leave the state directory alone while the daemon runs", "error", err)
	w.again, w.moved = w.now, true
	if w.Reserve != nil {
		w.Reserve.Forget()
	}
	w.change(State{NotDurable, err.Error()})
}

// recovered reports that the journal is complete. filled means that the disk also has
// space for the reserve.
func (w *Writer) recovered(filled bool) {
	switch {
	case w.state.How != NotDurable:
		return
	case len(w.records) > 0: // published, and not stored yet
		w.again = w.now
		return
	}
	w.Log.Info("the disk is storing records again", "rewritten", w.moved)
	w.moved = false
	if filled {
		w.change(State{})
		w.unmark = true
		return
	}
	w.again = w.now // the reserve is filled
	w.change(State{How: InReserve})
}

// change reports a change in durability.
func (w *Writer) change(s State) {
	before := w.state
	w.unmark = w.unmark && s.How == Durable
	if w.state = s; s.How != before.How {
		w.Changed(w.now, s)
	}
}

// mark notes for the next start that more may have been published than was stored. It is
// for any goroutine.
func (w *Writer) mark() error {
	w.marking.Lock()
	defer w.marking.Unlock()
	if w.Short.Disk == nil || w.Short.IsSet() {
		return nil
	}
	err := w.Short.Set()
	told := w.marking.failed
	if w.marking.failed = err != nil; err != nil && !told { // it is tried again with every record
		w.Log.Warn("a mark for the next start cannot be stored", "error", err)
	}
	return err
}

// clear removes that mark.
func (w *Writer) clear() {
	if w.Short.Disk == nil {
		return
	}
	w.marking.Lock()
	defer w.marking.Unlock()
	if err := w.Short.Clear(); err != nil {
		w.Log.Warn("the next start will publish everything again", "error", err)
	}
}
