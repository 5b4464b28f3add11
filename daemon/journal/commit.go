package journal

import (
	"errors"
	"sync"
	"syscall"
	"time"

	"touchmove/sensors/trace"
)

// batch is what is written at once. A card takes some milliseconds over a sync,
// and now and then, when it clears blocks, a second; what comes in meanwhile
// waits for the next batch.
type batch struct {
	to      Keeper
	records []trace.Record
	sync    bool // they are synced, then entries published and answers called
	entries int
	answers int
	check   bool // it only looks whether the journal is there
	mend    bool // it only fills the reserve, and takes the mark away
	failing bool // the disk was, when this began
	beside  bool // it has a goroutine of its own

	began     time.Time
	done      chan result
	published sync.Once
	marked    bool       // the mark for the next start is being set, for it takes so long
	marking   chan error // of that; nil is none, or that it is there
	abandoned bool       // its entries were published without it
}

// result is what became of a batch.
type result struct {
	err     error // the disk's
	wrong   error // a record's
	reserve error // it is kept, in the reserve's room: why
	filled  bool  // the reserve is whole
}

// commit is the whole way of a decision: its records are appended and synced, its
// entries are published, whoever waits is answered. One batch is under way at a
// time. Unless it is to wait, commit begins what can be begun, and is called
// again at the next scan.
func (w *Writer) commit(wait bool) {
	w.collect(wait)
	w.abandon()
	due := w.decided && (wait || w.until <= w.now)
	if due && w.state.How == NotDurable { // Changed has said so: play does not wait for a disk that fails
		w.decided, due = false, false
		w.publish()
	}
	switch asked := w.again <= w.now; {
	case w.under != nil:
	case due:
		w.decided = false
		w.write(&batch{sync: true, entries: w.entries, answers: len(w.answers)})
	case w.state.How == NotDurable && asked:
		w.write(&batch{sync: true, answers: len(w.answers)})
	case len(w.records) > 0:
		w.write(&batch{})
	case w.unmark || w.state.How == InReserve && asked:
		w.unmark, w.again = false, w.now+fillAgain
		w.write(&batch{mend: true})
	}
	if wait {
		w.collect(true)
	}
}

// write begins a batch with all records that wait.
func (w *Writer) write(b *batch) {
	b.to, b.records, w.records = w.to, w.records, nil
	w.entries -= b.entries
	b.began, b.done = time.Now(), make(chan result, 1)
	b.beside, b.failing = w.beside, w.state.How == NotDurable
	w.under = b
	if !w.beside {
		b.done <- w.keep(b)
		w.collect(true)
		return
	}
	go func() {
		b.done <- w.keep(b)
		if b.answers > 0 {
			w.wake()
		}
	}()
}

// keep is all that is done to the disk: append, sync, publish. When the disk does
// not take it, nothing is published here: collect does, once that is told.
func (w *Writer) keep(b *batch) (r result) {
	for _, record := range b.records {
		if err := b.to.Append(record); errors.Is(err, ErrRecord) {
			r.wrong = err
		} else if err != nil {
			r.err = err
		}
	}
	switch {
	case b.sync:
		began := time.Now()
		r.err = b.to.Sync()
		if b.beside {
			w.synced(time.Since(began))
		}
	case b.check:
		r.err = check(b.to)
	case b.mend:
		if r.filled = w.fill(); r.filled {
			w.clear()
		}
		return r
	case b.failing:
		r.err = nil // that is known, and a batch with a sync asks again
	}
	if errors.Is(r.err, syscall.ENOSPC) && w.Reserve != nil && w.Reserve.Release() {
		w.mark()
		if full := r.err; b.to.Sync() == nil {
			r.err, r.reserve = nil, full
			return r
		}
	}
	if r.err != nil {
		w.mark() // again and again, should it not be there
	}
	if r.err == nil && b.sync {
		w.publishBatch(b)
		r.filled = b.failing && w.fill()
	}
	return r
}

// fill says whether the reserve is whole, and makes it so where it can.
func (w *Writer) fill() bool { return w.Reserve == nil || w.Reserve.Fill() }

// collect takes what a batch has come to. Unless it is to be waited for, one that
// is under way goes on.
func (w *Writer) collect(wait bool) {
	b := w.under
	if b == nil {
		return
	}
	var r result
	if wait {
		r = <-b.done
	} else {
		select {
		case r = <-b.done:
		default:
			return
		}
	}
	w.under = nil
	if b.marking != nil {
		<-b.marking
	}
	if r.wrong != nil {
		w.wrong = r.wrong
	}
	w.learn(b, r)
	w.publishBatch(b)
	if !w.decided {
		w.publish()
	}
	if b.sync && w.state.How != NotDurable {
		w.answer(b.answers)
	}
}

// patience is how long the disk may take before play goes on without it.
const patience = 5 * time.Second

// abandon lets go of a batch that has run out of patience: its entries are
// published without it. The next start has to know of that first; a disk that
// does not take the mark either is waited for twice as long.
func (w *Writer) abandon() {
	b := w.under
	if b == nil || b.abandoned {
		return
	}
	waited := time.Since(b.began)
	switch {
	case waited < patience:
		return
	case !b.marked:
		b.marked, b.marking = true, make(chan error, 1)
		go func(done chan<- error) { done <- w.mark() }(b.marking)
	}
	select {
	case <-b.marking:
		b.marking = nil
	default:
		if waited < 2*patience {
			return
		}
	}
	b.abandoned = true
	w.lost(errors.New("the disk does not answer"))
	w.publishBatch(b)
	if !w.decided {
		w.publish()
	}
}

// holds says whether entries wait for something to be kept.
func (w *Writer) holds() bool {
	return w.decided || w.under != nil && w.under.entries > 0 && !w.under.abandoned
}

// publish publishes all entries that no batch has.
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

// answer calls the first functions of those that waited for all to be kept.
func (w *Writer) answer(n int) {
	ready := w.answers[:n]
	w.answers = append([]func(){}, w.answers[n:]...)
	for _, f := range ready {
		f()
	}
}

// check looks after a journal that can be looked after.
func check(to Keeper) error {
	if j, can := to.(interface{ Check() error }); can {
		return j.Check()
	}
	return nil
}
