package journal

import (
	"log/slog"
	"math"
	"path/filepath"
	"sync"
	"time"

	"touchmove/sensors/trace"
)

// Keeper stores records so that a crash cannot destroy them; Journal is one. After an
// error both methods may be called again, with the next record or without, until the
// disk has recovered.
type Keeper interface {
	Append(trace.Record) error
	Sync() error
}

// Writer is the path of a board's records to the disk, and of the decisions about them
// to the world: append, sync, then publish (see commit). Nothing is published before its
// records are stored, unless the disk fails or does not answer: then Options.Changed
// reports that first, play continues, and the records wait in memory until the disk can
// be written again.
//
// The Writer does not hold the entries themselves. It counts them, and tells their owner
// how many may be published.
//
// The methods are for the goroutine that steps the game. After Beside, another goroutine
// writes the disk, so that scanning does not wait for it. A nil Writer stores nothing
// and publishes at once.
type Writer struct {
	Options
	to     Keeper
	budget budget

	// Waiting, and not yet in a batch.
	now     time.Duration  // the latest record time
	records []trace.Record // to be appended to the journal
	entries int            // to be published
	answers []func()       // to be called when everything is stored
	decided bool           // some of this waits for a sync
	until   time.Duration  // while decided: when to sync

	// The condition of the disk.
	state  State
	again  time.Duration // when to try it again, unless everything is stored
	moved  bool          // the journal was lost and is being rewritten
	unmark bool          // the mark for the next start is set although everything is stored
	wrong  error         // error about a record that a journal cannot hold

	beside  bool                     // batches are written by a goroutine of their own
	synced  func(took time.Duration) // called by it after every sync
	wake    func()                   // called by it when answers are due
	under   *batch                   // being written; nil: none
	checked time.Time                // when the journal was checked last
	noted   time.Duration            // record time at which its end was noted last
	marking marking
}

// marking guards the mark for the next start.
type marking struct {
	sync.Mutex
	failed bool // it could not be stored when that was last tried
}

// Options are what a Writer needs besides a journal. The zero value has no reserve and
// no mark, and publishes nothing.
type Options struct {
	Reserve *Reserve // space for a full disk; nil: none
	Short   Flag     // tells the next start that more may have been published than was stored; none without a Disk
	Log     *slog.Logger

	// Publish publishes the next entries, as many as it says. It is called by any
	// goroutine, one at a time.
	Publish func(entries int)
	// Changed is called by the goroutine of the Writer's methods when the
	// durability has changed, before anything that is not stored is published.
	Changed func(at time.Duration, s State)
}

// NewWriter makes the writer of a journal.
func NewWriter(to Keeper, o Options) *Writer {
	if o.Publish == nil {
		o.Publish = func(int) {}
	}
	if o.Changed == nil {
		o.Changed = func(time.Duration, State) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Writer{Options: o, to: to}
}

// InDir returns the options for a journal in a directory: its reserve, filled, and its
// mark.
func InDir(dir string, log *slog.Logger) Options {
	o := Options{Reserve: ReserveIn(dir), Short: ShortIn(dir), Log: log}
	if !o.Reserve.Fill() {
		log.Warn("no space for a reserve: once the disk is full, play will not be stored", "directory", dir)
	}
	return o
}

// ReserveIn returns the reserve of a directory with a board's journals.
func ReserveIn(dir string) *Reserve {
	return NewReserve(OS{}, filepath.Join(dir, "reserve"), 256<<10) // enough for the records of some games
}

// ShortIn returns the mark in such a directory that more may have been published than
// was stored.
func ShortIn(dir string) Flag { return Flag{Disk: OS{}, Path: filepath.Join(dir, "short")} }

// Append stores a record sooner or later. The error is about a record that a journal
// cannot hold, this one or an earlier one.
func (w *Writer) Append(r trace.Record) error {
	if w == nil {
		return nil
	}
	w.now = max(w.now, r.At)
	w.records = append(w.records, r)
	if !w.beside {
		w.write(&batch{task: appends})
	}
	return w.wrong
}

// Decide reports that the appended records decided something at this time. They must be
// synced, at once or, after many decisions, as soon as the card may be written again.
// Whatever is published from now on waits for that. shown means that screens or the
// sender of a command are waiting.
func (w *Writer) Decide(at time.Duration, shown bool) {
	if w == nil {
		return
	}
	w.now = max(w.now, at)
	if !w.decided {
		w.budget.spend(at)
		w.until = math.MaxInt64
	}
	w.until = min(w.until, w.budget.when(at, shown)) // earlier records that are waiting share the sync
	w.decided = true
}

// Entries reports that n more entries are to be published: at once, unless they wait for
// a decision to be stored.
func (w *Writer) Entries(n int) {
	if w.entries += n; !w.holds() {
		w.publish()
	}
}

// WhenKept calls f once everything appended so far is stored, however long a failing
// disk takes to recover.
func (w *Writer) WhenKept(f func()) {
	if w == nil {
		f()
		return
	}
	w.answers = append(w.answers, f)
	if !w.decided && w.under == nil && len(w.records) == 0 && w.state.How != NotDurable {
		w.answer(len(w.answers))
	}
}

// Poll does what is due at a record time: it stores and publishes decisions, tries a
// failed disk again, and gives up on one that does not answer.
func (w *Writer) Poll(at time.Duration) {
	if w != nil {
		w.now = max(w.now, at)
		w.commit(whatIsDone)
	}
}

// Flush stores and publishes everything now, and returns when that is done or the disk
// has failed.
func (w *Writer) Flush() {
	if w != nil {
		w.commit(untilDone)
	}
}

// Due returns when Poll has something to do, and false if nothing is open.
func (w *Writer) Due() (at time.Duration, open bool) {
	if w == nil {
		return 0, false
	}
	if w.decided {
		at, open = w.until, true
	}
	if w.state.How != Durable && (!open || w.again < at) {
		at, open = w.again, true
	}
	return at, open
}

// Length returns the length of the journal in bytes, without records that are waiting; 0 if
// the Keeper does not say.
func (w *Writer) Length() int64 {
	if w == nil {
		return 0
	}
	j, can := w.to.(interface{ Length() int64 })
	if !can {
		return 0
	}
	return j.Length()
}

// Use continues with another journal, after Flush.
func (w *Writer) Use(to Keeper) {
	w.to = to
	if w.state.How == NotDurable {
		w.recovered(w.Reserve == nil)
	}
}

// Beside writes the disk from another goroutine until over is called. That goroutine
// calls synced after every sync, with its duration, and wake when Poll has functions of
// WhenKept to call.
func (w *Writer) Beside(synced func(took time.Duration), wake func()) (over func()) {
	if w == nil {
		return func() {}
	}
	w.beside, w.synced, w.wake = true, synced, wake
	return func() {
		w.collect(untilDone)
		w.beside = false
		w.write(&batch{task: appends})
	}
}

// IsBeside reports whether another goroutine writes the disk.
func (w *Writer) IsBeside() bool { return w != nil && w.beside }

// Writes reports whether a batch is being written.
func (w *Writer) Writes() bool {
	return w != nil && w.under != nil && w.under.task != checks && w.under.task != notes
}

// Stuck reports that the disk does not answer and is not waited for.
func (w *Writer) Stuck() bool { return w != nil && w.under != nil && w.under.abandoned }

// Slow sets the factor by which record time is slower than real time.
func (w *Writer) Slow(factor float64) {
	if w != nil {
		w.budget.slow = factor
	}
}

// Unmark removes the mark that more may have been published than was stored, once the
// current start has dealt with it.
func (w *Writer) Unmark() {
	if w.state.How == Durable {
		w.clear()
	}
}

// checkEvery is how often the journal is checked while nothing is synced. noteEvery is how
// often, in record time, its end is noted for the next start: so much can be cut off it after a
// kill without being missed. It costs the card a small file, written whole.
const (
	checkEvery = time.Second
	noteEvery  = 2 * time.Minute
)

// Check checks now and then whether the journal is still there (see Journal.Check), in
// the other goroutine and when nothing else is to be written.
func (w *Writer) Check() {
	if w.IsBeside() && w.under == nil && w.state.How != NotDurable && time.Since(w.checked) >= checkEvery {
		w.checked = time.Now()
		if w.now-w.noted >= noteEvery {
			w.noted = w.now
			w.write(&batch{task: notes})
		} else {
			w.write(&batch{task: checks})
		}
	}
}
