package daemon

import (
	"errors"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/internal/latency"
	"touchmove/sensors/trace"
)

// writing is a batch of records on its way to the disk. A card takes some
// milliseconds over a sync, and now and then, when it clears blocks, a second:
// the board is scanned meanwhile, and what comes in waits for the next batch.
type writing struct {
	began    time.Time
	told     *telling // what it keeps; nil is nothing that was decided, and no sync
	commands int      // of those done and not yet kept, how many it keeps
	done     chan error
	marking  chan error // of the mark for the next start; nil is none, or that it is there
	marked   bool       // or the mark was not waited for either
	givenUp  bool       // what it keeps was told without it
	looks    bool       // it only looks whether the journal is there
}

// lookEvery is how often the journal is looked after while nothing is synced.
const lookEvery = time.Second

// look begins to look whether the journal is there, when that is due and nothing
// is being written.
func (v *vault) look() {
	keep, can := v.keep.(interface{ Check() error })
	if !can || v.under != nil || v.is.How == broadcast.NotKept || time.Since(v.looked) < lookEvery {
		return
	}
	v.looked = time.Now()
	w := &writing{began: v.looked, looks: true, done: make(chan error, 1)}
	v.under = w
	go func() { w.done <- keep.Check() }()
}

// patience is how long the disk may take before play goes on without it.
const patience = 5 * time.Second

// write begins a writing of all that is queued, unless one is under way or there
// is nothing to do. What it keeps is told as soon as it is kept.
func (v *vault) write(told *telling, commands int) {
	if v.under != nil || told == nil && len(v.queue) == 0 {
		return
	}
	w := &writing{began: time.Now(), told: told, commands: commands, done: make(chan error, 1)}
	batch, keep, syncs := v.queue, v.keep, v.syncs
	v.under, v.queue = w, nil
	go func() {
		w.done <- w.write(keep, batch, syncs)
		if commands > 0 {
			v.stir()
		}
	}()
}

func (w *writing) write(keep Keeper, batch []trace.Record, syncs *latency.Histogram) (err error) {
	for _, r := range batch {
		if err = keep.Append(r); errors.Is(err, journal.ErrRecord) {
			return err
		}
	}
	if w.told == nil {
		return err
	}
	began := time.Now()
	if err = keep.Sync(); err == nil {
		w.told.tell()
	}
	syncs.Add(time.Since(began))
	return err
}

// land returns the writing that has ended, and nil when none has. Unless it is
// to be waited for, one that is under way still goes on.
func (v *vault) land(wait bool) *writing {
	w := v.under
	if w == nil {
		return nil
	}
	var err error
	if wait {
		err = <-w.done
	} else {
		select {
		case err = <-w.done:
		default:
			return nil
		}
	}
	v.under = nil
	if w.marking != nil {
		v.marked(<-w.marking)
	}
	if w.marked && !w.givenUp && v.is.How == broadcast.Kept { // it answered just in time
		v.clear()
	}
	switch {
	case errors.Is(err, journal.ErrRecord):
		v.wrong = err
	case err != nil && (w.told != nil || w.looks || v.is.How != broadcast.NotKept):
		v.trouble(err)
	case err == nil && w.told != nil:
		v.kept()
	}
	return w
}

// giveUp returns the writing under way when it has just run out of patience: what
// it keeps is not waited for any longer. The next start has to know of it first;
// a disk that does not take that mark either is waited for twice as long.
func (v *vault) giveUp() *writing {
	w := v.under
	if w == nil || w.givenUp {
		return nil
	}
	waited := time.Since(w.began)
	switch {
	case waited < patience:
		return nil
	case !w.marked:
		w.marked, w.marking = true, make(chan error, 1)
		go func(done chan<- error) { done <- v.mark() }(w.marking)
	}
	select {
	case err := <-w.marking:
		w.marking = nil
		v.marked(err)
	default:
		if waited < 2*patience {
			return nil
		}
	}
	w.givenUp = true
	v.lost(errors.New("the disk does not answer"))
	return w
}

// stuck says whether the disk is not waited for any longer.
func (v *vault) stuck() bool { return v.under != nil && v.under.givenUp }
