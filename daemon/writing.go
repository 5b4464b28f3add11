package daemon

import (
	"errors"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// writing is a batch of records on its way to the disk. A card takes some
// milliseconds over a sync, and now and then, when it clears blocks, a second:
// the board is scanned meanwhile, and what comes in waits for the next batch.
type writing struct {
	began    time.Duration // record time
	told     *telling      // what it keeps; nil is nothing that was decided, and no sync
	commands int           // of those done and not yet kept, how many it keeps
	done     chan error
	marked   chan error // of the mark for the next start, when it was given up; else nil
}

// patience is how long the disk may take, in record time, before play goes on
// without it.
const patience = 5 * time.Second

// write begins a writing of all that is queued, unless one is under way or there
// is nothing to do. What it keeps is told as soon as it is kept.
func (v *vault) write(told *telling, commands int) {
	if v.under != nil || told == nil && len(v.queue) == 0 {
		return
	}
	w := &writing{began: v.now, told: told, commands: commands, done: make(chan error, 1)}
	batch, keep, stats := v.queue, v.keep, v.stats
	v.under, v.queue = w, nil
	go func() { w.done <- w.write(keep, batch, stats) }()
}

func (w *writing) write(keep Keeper, batch []trace.Record, stats *ScanStats) (err error) {
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
	stats.synced.add(time.Since(began))
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
	if w.marked != nil {
		v.marked(<-w.marked)
	}
	switch {
	case errors.Is(err, journal.ErrRecord):
		v.wrong = err
	case err != nil && (w.told != nil || v.is.How != broadcast.NotKept):
		v.trouble(err)
	case err == nil && w.told != nil:
		v.kept()
	}
	return w
}

// giveUp returns the writing under way when it has just run out of patience: what
// it keeps is not waited for any longer.
func (v *vault) giveUp() *writing {
	w := v.under
	if w == nil || w.told == nil || w.marked != nil || v.now-w.began < patience {
		return nil
	}
	w.marked = make(chan error, 1)
	go func() { w.marked <- v.mark() }()
	v.lost(errors.New("the disk does not answer"))
	return w
}

// stuck says whether the disk is not waited for any longer.
func (v *vault) stuck() bool { return v.under != nil && v.under.marked != nil }
