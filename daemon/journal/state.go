package journal

import (
	"errors"
	"time"
)

// State says how well a Writer keeps what it is given.
type State struct {
	How Durability
	Why string // what the disk said; empty while all is kept
}

// Durability is what becomes of what is published.
type Durability uint8

// Durable is as it should be. InReserve: the disk is full, and there is room for
// about one game more. NotDurable: play goes on and is published, and would be
// lost with the power.
const (
	Durable Durability = iota
	InReserve
	NotDurable
)

// Times of a disk that fails, in record time.
const (
	askAgain  = 5 * time.Second // until a disk that failed is asked again
	fillAgain = time.Minute     // until the reserve is filled again on a disk that was full
)

// learn takes from a batch how well things are kept.
func (w *Writer) learn(b *batch, r result) {
	switch {
	case errors.Is(r.err, ErrMoved):
		w.vanished(r.err)
	case r.err != nil:
		w.lost(r.err)
	case r.reserve != nil:
		w.again = w.now + fillAgain
		w.Log.Error("the disk is full: the reserve has been given up, and play is kept in its room: make room (df, du)", "error", r.reserve)
		w.change(State{InReserve, r.reserve.Error()})
	case b.mend && r.filled && w.state.How == InReserve:
		w.Log.Info("the disk has room again")
		w.change(State{})
	case b.abandoned && w.state.How == NotDurable:
		w.again = w.now // it answers: the next one finds out whether there is room, too
	case b.sync:
		w.recovered(r.filled)
	}
	if b.marked && !b.abandoned && w.state.How == Durable { // it answered just in time
		w.unmark = true
	}
}

// lost takes that what is published from now on is not kept.
func (w *Writer) lost(err error) {
	if w.state.How != NotDurable || w.moved && w.state.Why != err.Error() {
		w.Log.Error("the disk keeps nothing: play goes on and is told, and is written once it can be: check the disk (df, dmesg)", "error", err)
	}
	w.again = w.now + askAgain
	w.change(State{NotDurable, err.Error()})
}

// vanished takes that somebody has deleted or changed the journal. It is written
// anew at once.
func (w *Writer) vanished(err error) {
	w.Log.Error("the journal was deleted, moved or changed while the game is played: it is written anew: leave the state directory alone while the daemon runs", "error", err)
	w.again, w.moved = w.now, true
	if w.Reserve != nil {
		w.Reserve.Forget()
	}
	w.change(State{NotDurable, err.Error()})
}

// recovered takes that the journal has everything it was given. filled says that
// the disk has room for the reserve, too.
func (w *Writer) recovered(filled bool) {
	switch {
	case w.state.How != NotDurable:
		return
	case len(w.records) > 0: // published, and not there yet
		w.again = w.now
		return
	}
	w.Log.Info("everything is kept again", "written anew", w.moved)
	w.moved = false
	if filled {
		w.change(State{})
		w.unmark = true
		return
	}
	w.again = w.now // the reserve is looked after
	w.change(State{How: InReserve})
}

// change tells that it has become otherwise how things are kept.
func (w *Writer) change(s State) {
	before := w.state
	w.unmark = w.unmark && s.How == Durable
	if w.state = s; s.How != before.How {
		w.Changed(w.now, s)
	}
}

// mark notes for the next start that more may have been published than was kept.
// It is for any goroutine.
func (w *Writer) mark() error {
	w.marking.Lock()
	defer w.marking.Unlock()
	if w.Short.Disk == nil || w.Short.IsSet() {
		return nil
	}
	err := w.Short.Set()
	if err != nil {
		w.Log.Warn("a mark for the next start cannot be kept", "error", err)
	}
	return err
}

// clear takes that mark away.
func (w *Writer) clear() {
	if w.Short.Disk == nil {
		return
	}
	w.marking.Lock()
	defer w.marking.Unlock()
	if err := w.Short.Clear(); err != nil {
		w.Log.Warn("the next start will announce everything anew", "error", err)
	}
}
