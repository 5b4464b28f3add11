package journal

import (
	"log/slog"
	"math"
	"path/filepath"
	"sync"
	"time"

	"touchmove/sensors/trace"
)

// Keeper keeps records where a crash cannot take them; Journal does. Both
// methods may be called again after an error, with the next record or without,
// until the disk is well again.
type Keeper interface {
	Append(trace.Record) error
	Sync() error
}

// Writer is the way of a board's records to the disk, and of what was decided
// about them to the world: append, sync, then publish (see commit). Nothing is
// published before the records it rests on are kept, unless the disk fails or
// does not answer: then Options.Changed says so first, play goes on, and the
// records wait in memory until the disk can be written again.
//
// What is published is none of the Writer's business: it counts entries, which
// somebody else holds in order, and says how many of them may be told.
//
// The methods are for the goroutine that steps the game. Once Beside was called,
// the disk is written by another one: a board that is scanned does not wait for
// it. A nil Writer keeps nothing and publishes at once.
type Writer struct {
	Options
	to     Keeper
	budget budget

	// What waits, and no batch has yet.
	now     time.Duration  // the latest record time it was told
	records []trace.Record // to be given to the journal
	entries int            // to be published
	answers []func()       // to be called when all is kept
	decided bool           // something of this waits for a sync
	until   time.Duration  // while decided: when it is to be made

	// What the disk is like.
	state  State
	again  time.Duration // when it is to be asked again, unless all is kept
	moved  bool          // the journal was lost and is being written anew
	unmark bool          // the mark for the next start is there, and all is kept
	wrong  error         // about a record that no journal may hold

	beside  bool                     // batches are written by a goroutine of their own
	synced  func(took time.Duration) // told by it of every sync
	wake    func()                   // told by it that somebody is to be answered
	under   *batch                   // the one that is being written; nil is none
	checked time.Time                // when the journal was looked after last
	marking sync.Mutex               // of the mark for the next start
}

// Options are what a Writer needs besides a journal. The zero value has no
// reserve, no mark, and publishes nothing.
type Options struct {
	Reserve *Reserve // room for a full disk; nil is none
	Short   Flag     // tells the next start that more may have been published than was kept; without a Disk there is none
	Log     *slog.Logger

	// Publish tells the next entries, so many. It is called by any goroutine,
	// one at a time.
	Publish func(entries int)
	// Changed is called by the goroutine of the Writer's methods when it has
	// become otherwise how things are kept, before what is not kept is published.
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

// InDir returns the options of a journal in a directory: its reserve, which is
// filled, and its mark.
func InDir(dir string, log *slog.Logger) Options {
	o := Options{Reserve: ReserveIn(dir), Short: ShortIn(dir), Log: log}
	if !o.Reserve.Fill() {
		log.Warn("no room for a reserve: when the disk is full, play will not be kept", "directory", dir)
	}
	return o
}

// ReserveIn is the reserve of a directory with a board's journals.
func ReserveIn(dir string) *Reserve {
	return NewReserve(OS{}, filepath.Join(dir, "reserve"), 256<<10) // some games' worth of records
}

// ShortIn is the mark in such a directory that more may have been published than
// was kept.
func ShortIn(dir string) Flag { return Flag{Disk: OS{}, Path: filepath.Join(dir, "short")} }

// Append keeps a record sooner or later. The error is about a record that no
// journal may hold, this one or one before it.
func (w *Writer) Append(r trace.Record) error {
	if w == nil {
		return nil
	}
	w.now = max(w.now, r.At)
	w.records = append(w.records, r)
	if !w.beside {
		w.write(&batch{})
	}
	return w.wrong
}

// Decide says that something was decided at this time, by what was appended: it
// is to be synced, at once or, when much is decided, as soon as the card may be
// written again. What is published from now on waits for that. shown says that
// screens or whoever sent a command wait for it.
func (w *Writer) Decide(at time.Duration, shown bool) {
	if w == nil {
		return
	}
	w.now = max(w.now, at)
	if !w.decided {
		w.budget.spend(at)
		w.until = math.MaxInt64
	}
	w.until = min(w.until, w.budget.when(at, shown)) // what came first and waits shares the sync
	w.decided = true
}

// Entries says that so many entries more are to be published: at once, unless
// something was decided that is not kept yet.
func (w *Writer) Entries(n int) {
	if w.entries += n; !w.holds() {
		w.publish()
	}
}

// WhenKept calls f once everything appended so far is kept, also when that takes
// until a disk that fails is well again.
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

// Poll does what is due at a record time: what is decided is kept and published,
// a disk that failed is asked again, one that does not answer is given up.
func (w *Writer) Poll(at time.Duration) {
	if w != nil {
		w.now = max(w.now, at)
		w.commit(false)
	}
}

// Flush keeps and publishes everything now, and waits until that is done or the
// disk has refused it.
func (w *Writer) Flush() {
	if w != nil {
		w.commit(true)
	}
}

// Due returns when Poll has something to do, and false when nothing is open.
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

// Use goes on with another journal, after Flush.
func (w *Writer) Use(to Keeper) {
	w.to = to
	if w.state.How == NotDurable {
		w.recovered(w.Reserve == nil)
	}
}

// Beside has the disk written by a goroutine of its own, until over. That
// goroutine calls synced after every sync, with how long it took, and wake when
// somebody waits for Poll to call WhenKept's functions.
func (w *Writer) Beside(synced func(took time.Duration), wake func()) (over func()) {
	if w == nil {
		return func() {}
	}
	w.beside, w.synced, w.wake = true, synced, wake
	return func() {
		w.collect(true)
		w.beside = false
		w.write(&batch{})
	}
}

// IsBeside says whether the disk is written by a goroutine of its own, and Writes
// whether it is doing so.
func (w *Writer) IsBeside() bool { return w != nil && w.beside }
func (w *Writer) Writes() bool   { return w != nil && w.under != nil && !w.under.check }

// Stuck says that the disk does not answer, and is not waited for.
func (w *Writer) Stuck() bool { return w != nil && w.under != nil && w.under.abandoned }

// Slow says that record time passes so much slower than real time.
func (w *Writer) Slow(factor float64) {
	if w != nil {
		w.budget.slow = factor
	}
}

// Unmark takes away the mark that more may have been published than was kept,
// once the next start has taken account of it.
func (w *Writer) Unmark() {
	if w.state.How == Durable {
		w.clear()
	}
}

// checkEvery is how often the journal is looked after while nothing is synced.
const checkEvery = time.Second

// Check looks now and then whether the journal is still there (see
// Journal.Check), beside the game and when nothing else is to be written.
func (w *Writer) Check() {
	if w.IsBeside() && w.under == nil && w.state.How != NotDurable && time.Since(w.checked) >= checkEvery {
		w.checked = time.Now()
		w.write(&batch{check: true})
	}
}
