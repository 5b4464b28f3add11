package daemon

import (
	"errors"
	"log/slog"
	"path/filepath"
	"syscall"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/internal/latency"
	"touchmove/sensors/trace"
)

// Times of a disk that fails, in record time.
const (
	askAgain   = 5 * time.Second // until a disk that failed is asked again
	fillAgain  = time.Minute     // until the reserve is filled again on a disk that was full
	reserveLen = 256 << 10       // bytes of a board's reserve: some games' worth of records
)

// vault keeps records, and goes on when the disk does not: a board that is
// being played on cannot wait for a technician. What the disk refuses waits in
// memory and is written as soon as it can be. Its methods are for the goroutine
// that steps the game.
type vault struct {
	keep    Keeper
	reserve *journal.Reserve // nil is none
	short   journal.Flag     // something may have been told that is not kept
	log     *slog.Logger

	is    broadcast.Keeping
	moved bool // the journal was gone, and is to be written anew
	now   time.Duration
	again time.Duration // when the disk is to be asked again, unless all is kept

	apart  bool               // records are written by writings
	queue  []trace.Record     // for the next one
	under  *writing           // the one under way; nil is none
	looked time.Time          // when the journal was looked after last
	wrong  error              // about a record that no journal may hold
	syncs  *latency.Histogram // where writings count; set while apart
	stir   func()             // wakes whoever answers commands, likewise
}

// newVault makes the vault of a directory, with its reserve.
func newVault(keep Keeper, dir string, log *slog.Logger) *vault {
	v := &vault{keep: keep, log: log, short: shortFlag(dir), reserve: reserveIn(dir)}
	if !v.reserve.Fill() {
		log.Warn("no room for a reserve: when the disk is full, play will not be kept", "directory", dir)
	}
	return v
}

func reserveIn(dir string) *journal.Reserve {
	return journal.NewReserve(journal.OS{}, filepath.Join(dir, "reserve"), reserveLen)
}

func shortFlag(dir string) journal.Flag {
	return journal.Flag{Disk: journal.OS{}, Path: filepath.Join(dir, "short")}
}

// use goes on with another journal.
func (v *vault) use(keep Keeper) {
	v.keep = keep
	if v.is.How == broadcast.NotKept {
		v.kept()
	}
}

// append keeps a record sooner or later. The error is about the record, which
// no journal may hold.
func (v *vault) append(r trace.Record) error {
	v.now = r.At
	v.queue = append(v.queue, r)
	if !v.apart {
		v.flush()
	}
	return v.wrong
}

// flush gives the journal what it has not been given. No writing may be under
// way.
func (v *vault) flush() {
	for _, r := range v.queue {
		err := v.keep.Append(r)
		switch {
		case errors.Is(err, journal.ErrRecord):
			v.wrong = err
		case err != nil && v.is.How != broadcast.NotKept:
			v.trouble(err)
		}
	}
	v.queue = v.queue[:0]
}

// sync keeps everything. A disk that fails is not asked at every record. No
// writing may be under way.
func (v *vault) sync() {
	v.flush()
	if v.is.How == broadcast.NotKept && v.now < v.again {
		return
	}
	if err := v.keep.Sync(); err != nil {
		v.trouble(err)
	} else {
		v.kept()
	}
}

// tend does what is due at a time, and says whether the disk that failed is to
// be asked again.
func (v *vault) tend(at time.Duration) (ask bool) {
	v.now = max(v.now, at)
	if due, ok := v.due(); !ok || due > at {
		return false
	}
	if v.is.How == broadcast.NotKept {
		return true
	}
	v.again = at + fillAgain
	if v.reserve.Fill() {
		v.is = broadcast.Keeping{}
		v.clear()
		v.log.Info("the disk has room again")
	}
	return false
}

// due returns when tend has something to do.
func (v *vault) due() (time.Duration, bool) { return v.again, v.is.How != broadcast.Kept }

// trouble takes what the disk said. A full one is given the reserve.
func (v *vault) trouble(err error) {
	if errors.Is(err, syscall.ENOSPC) && v.reserve != nil && v.reserve.Release() {
		v.marked(v.mark())
		if v.keep.Sync() == nil {
			v.is, v.again = broadcast.Keeping{How: broadcast.KeptInReserve, Why: err.Error()}, v.now+fillAgain
			v.log.Error("the disk is full: the reserve has been given up, and play is kept in its room: make room (df, du)", "error", err)
			return
		}
	}
	if v.is.How != broadcast.NotKept {
		v.marked(v.mark())
	}
	if errors.Is(err, journal.ErrMoved) {
		v.vanished(err)
		return
	}
	v.lost(err)
}

// vanished takes that somebody has deleted or changed the journal. It is written
// anew at once.
func (v *vault) vanished(err error) {
	v.log.Error("the journal was deleted, moved or changed while the game is played: it is written anew: leave the state directory alone while the daemon runs", "error", err)
	v.is, v.again, v.moved = broadcast.Keeping{How: broadcast.NotKept, Why: err.Error()}, v.now, true
	if v.reserve != nil {
		v.reserve.Forget()
	}
}

// lost says that what is told from now on is not kept.
func (v *vault) lost(err error) {
	if v.is.How != broadcast.NotKept || v.moved && v.is.Why != err.Error() {
		v.log.Error("the disk keeps nothing: play goes on and is told, and is written once it can be: check the disk (df, dmesg)", "error", err)
	}
	v.is, v.again = broadcast.Keeping{How: broadcast.NotKept, Why: err.Error()}, v.now+askAgain
}

// mark notes for the next start that more may have been told than was kept.
func (v *vault) mark() error {
	if v.short.Disk == nil || v.short.IsSet() {
		return nil
	}
	return v.short.Set()
}

// clear takes that mark away.
func (v *vault) clear() {
	if v.short.Disk == nil {
		return
	}
	if err := v.short.Clear(); err != nil {
		v.log.Warn("the next start will announce everything anew", "error", err)
	}
}

func (v *vault) marked(err error) {
	if err != nil {
		v.log.Warn("a mark for the next start cannot be kept", "error", err)
	}
}

// kept notes that the journal has everything it was given.
func (v *vault) kept() {
	if v.is.How != broadcast.NotKept {
		return
	}
	if len(v.queue) > 0 { // told, and not there yet
		v.again = v.now
		return
	}
	v.log.Info("everything is kept again", "written anew", v.moved)
	v.moved = false
	v.is, v.again = broadcast.Keeping{How: broadcast.KeptInReserve}, v.now
	if v.reserve == nil {
		v.is = broadcast.Keeping{}
	}
}
