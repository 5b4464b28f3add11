package journal

import (
	"errors"
	"sync"
	"syscall"
	"time"

	"touchmove/sensors/trace"
)

// batch is what is written at once. An SD card takes some milliseconds for a sync, and
// now and then, when it clears blocks, a second. Whatever arrives meanwhile waits for
// the next batch.
type batch struct {
	task    task
	to      Keeper
	records []trace.Record
	entries int  // to be published after the sync
	answers int  // to be called after that
	failing bool // the disk was failing when this began
	beside  bool // runs in a goroutine of its own

	began     time.Time
	done      chan result
	published sync.Once
	marked    bool       // the mark for the next start is being set, because the batch takes so long
	marking   chan error // the result of that; nil: not being set, or set
	abandoned bool       // its entries were published without waiting for it
}

// task is what a batch does after it has appended its records.
type task uint8

const (
	appends task = iota // nothing more
	syncs               // syncs them, then publishes entries and calls answers
	checks              // checks whether the journal is still there
	notes               // the same, and notes its end for the next start
	mends               // fills the reserve and removes the mark
)

// result is the result of a batch.
type result struct {
	err     error // the disk's
	wrong   error // a record's
	reserve error // the records are stored, in the space of the reserve: why
	filled  bool  // the reserve is whole
}

// waiting is whether a caller waits for the disk.
type waiting uint8

const (
	whatIsDone waiting = iota // what is not done yet is left to a later call
	untilDone                 // waits for the batch that is being written
)

// commit is the whole path of a decision: its records are appended and synced, its
// entries are published, and waiting callers are answered. Only one batch is written at a
// time. With whatIsDone, commit starts what can be started and is called again at the next scan.
func (w *Writer) commit(wait waiting) {
	// The batch before: if it is done, its entries are published and its callers
	// answered; if it takes too long, its entries are published without it.
	w.collect(wait)
	w.abandon()

	// A failing disk holds nobody up. Changed has reported it.
	due := w.decided && (wait == untilDone || w.until <= w.now)
	if due && w.state.How == NotDurable {
		w.decided, due = false, false
		w.publish()
	}

	// The next batch: a decision first, then another attempt at a failing disk, then
	// records that decided nothing, and last the reserve.
	switch again := w.again <= w.now; {
	case w.under != nil:
	case due:
		w.decided = false
		w.write(&batch{task: syncs, entries: w.entries, answers: len(w.answers)})
	case w.state.How == NotDurable && again:
		w.write(&batch{task: syncs, answers: len(w.answers)})
	case len(w.records) > 0:
		w.write(&batch{task: appends})
	case w.unmark || w.state.How == InReserve && again:
		w.unmark, w.again = false, w.now+fillAgain
		w.write(&batch{task: mends})
	}
	if wait == untilDone {
		w.collect(untilDone)
	}
}

// write starts a batch with all waiting records.
func (w *Writer) write(b *batch) {
	b.to, b.records, w.records = w.to, w.records, nil
	w.entries -= b.entries
	b.began, b.done = time.Now(), make(chan result, 1)
	b.beside, b.failing = w.beside, w.state.How == NotDurable
	w.under = b
	if !w.beside {
		b.done <- w.store(b)
		w.collect(untilDone)
		return
	}
	go func() {
		b.done <- w.store(b)
		if b.answers > 0 {
			w.wake()
		}
	}()
}

// store does all the work on the disk: append, sync, publish. If the disk fails, nothing
// is published here: collect does that once the failure has been reported.
func (w *Writer) store(b *batch) (r result) {
	// Append. What the disk refuses, the next sync tries again.
	for _, record := range b.records {
		if err := b.to.Append(record); errors.Is(err, ErrRecord) {
			r.wrong = err
		} else if err != nil {
			r.err = err
		}
	}

	// Sync, or whatever else the batch is for.
	switch b.task {
	case syncs:
		began := time.Now()
		r.err = b.to.Sync()
		if b.beside {
			w.synced(time.Since(began))
		}
	case checks, notes:
		if r.err = check(b.to); r.err == nil && b.task == notes {
			w.noteEnd(b.to)
		}
	case mends:
		if r.filled = w.fill(); r.filled {
			w.clear()
		}
		return r
	case appends:
		if b.failing {
			r.err = nil // already known, and a batch with a sync tries again
		}
	}

	// A full disk: the reserve gives its space. Any failure: the next start is told.
	if errors.Is(r.err, syscall.ENOSPC) && w.Reserve != nil && w.Reserve.Release() {
		w.mark()
		if full := r.err; b.to.Sync() == nil {
			r.err, r.reserve = nil, full
			return r
		}
	}
	if r.err != nil {
		w.mark() // again and again, should it not be there
		return r
	}

	// Publish.
	if b.task == syncs {
		w.publishBatch(b)
		r.filled = b.failing && w.fill()
	}
	return r
}

// fill makes the reserve whole if it can, and returns whether it is whole.
func (w *Writer) fill() bool { return w.Reserve == nil || w.Reserve.Fill() }

// collect takes the result of a batch. With whatIsDone, one that is still being written continues.
func (w *Writer) collect(wait waiting) {
	b := w.under
	if b == nil {
		return
	}
	r, ok := b.result(wait)
	if !ok {
		return
	}
	w.under = nil
	if r.wrong != nil {
		w.wrong = r.wrong
	}
	w.learn(b, r)
	w.release(b)
	if b.task == syncs && w.state.How != NotDurable {
		w.answer(b.answers)
	}
}

// result returns the result of a batch, and with whatIsDone false while it is being written
// or a mark is being set.
func (b *batch) result(wait waiting) (r result, ok bool) {
	if wait == untilDone {
		r = <-b.done
		if b.marking != nil {
			<-b.marking
		}
		return r, true
	}
	if !b.takeMark() {
		return r, false
	}
	select {
	case r = <-b.done:
		return r, true
	default:
		return r, false
	}
}

// takeMark waits no more for the mark if it is set, and reports whether there is none to
// wait for.
func (b *batch) takeMark() bool {
	select {
	case <-b.marking:
		b.marking = nil
	default:
	}
	return b.marking == nil
}

// patience is how long the disk may take before play continues without it. The mark for the
// next start is begun before that, so that it is set by then on a disk that takes it.
const (
	patience  = 5 * time.Second
	markAfter = patience / 2
)

// abandon gives up waiting for a batch that has taken too long: its entries are
// published without it. The next start should know about that first; a disk that hangs
// wholly takes not even the mark, and is not waited for.
func (w *Writer) abandon() {
	b := w.under
	if b == nil || b.abandoned {
		return
	}
	waited := time.Since(b.began)
	if waited >= markAfter && !b.marked {
		b.marked, b.marking = true, make(chan error, 1)
		go func(done chan<- error) { done <- w.mark() }(b.marking)
	}
	if waited < patience {
		return
	}
	b.takeMark()
	b.abandoned = true
	w.lost(errors.New("the disk does not answer"))
	w.release(b)
}

// release publishes the entries of a batch, and those after it that wait for no other.
func (w *Writer) release(b *batch) {
	w.publishBatch(b)
	if !w.decided {
		w.publish()
	}
}

// holds reports whether entries are waiting for records to be stored.
func (w *Writer) holds() bool {
	return w.decided || w.under != nil && w.under.entries > 0 && !w.under.abandoned
}

// publish publishes all entries that are in no batch.
func (w *Writer) publish() {
	if n := w.entries; n > 0 {
		w.entries = 0
		w.Publish(n)
	}
}

// publishBatch publishes a batch's entries, once.
func (w *Writer) publishBatch(b *batch) {
	if b.entries > 0 {
		b.published.Do(func() { w.Publish(b.entries) })
	}
}

// answer calls the first n of the functions that waited for everything to be stored.
func (w *Writer) answer(n int) {
	ready := w.answers[:n]
	w.answers = append([]func(){}, w.answers[n:]...)
	for _, f := range ready {
		f()
	}
}

// noteEnd notes the end of the journal in its directory, if the Keeper has one: what is cut off
// it from then on is missed at the next start, even if this process is killed.
func (w *Writer) noteEnd(to Keeper) {
	j, can := to.(interface{ NoteEnd() error })
	if !can {
		return
	}
	if err := j.NoteEnd(); err != nil {
		w.Log.Warn("the end of the journal cannot be registered: if it is cut off, this would go unnoticed", "error", err)
	}
}

// check calls Check if the Keeper has it.
func check(to Keeper) error {
	if j, can := to.(interface{ Check() error }); can {
		return j.Check()
	}
	return nil
}
