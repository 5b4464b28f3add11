package copies

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"touchmove/daemon/journal"
	"touchmove/internal/regularfile"
	"touchmove/internal/sleep"
)

// How often files are copied, and how long one of them may take.
const (
	period = time.Second
	limit  = 30 * time.Second
	retry  = 5 * time.Second
	verify = time.Minute // how often one file is read back
)

// settled is for how long a file must be unchanged before its size and modification time prove
// that it is. Records go into space that the journal has already allocated, so its size stays
// the same; and two writes within one tick of the file system's clock leave the same time.
const settled = 10 * time.Second

// Late is how far the copy may be behind before an alarm rings.
const Late = 30 * time.Second

// Copier keeps a copy of a state directory. Make it with New, then call Run.
type Copier struct {
	store Store
	state string
	files map[string]string // files outside the state directory: name to path
	log   *slog.Logger

	done map[string]copied // by name

	sizesKnown   bool   // the sizes of the files in the store
	checkedAll   bool   // every journal was compared once; from then on, only the last ones of each board are
	lastVerified string // name of the file that was read back last in its turn
	lastWritten  string // name of the journal that was written last and not read back since; "": none

	mark      owner               // of the state directory; the zero value is unknown
	start     string              // names this start; "": the copy does not have it yet
	looked    time.Time           // when it was last looked whether the copy may be written
	refused   error               // why not; nil: it may
	unknown   map[string][]string // by board's directory: journals of the copy of which the state directory knows nothing
	registers map[string][]byte   // by name: what the copy has of them

	mu     sync.Mutex
	since  time.Time // of the oldest change that the store does not have; zero: none
	copies uint64
	failed error
}

// copied is a file that the store has.
type copied struct {
	size     int // of what the store has, in bytes
	sum      [sha256.Size]byte
	changed  time.Time // the file's modification time when it was read
	statSize int64     // its size then, with the space that was allocated for records
}

// New makes the copier of a state directory. files are further files to copy, by their names
// in the copy: the configuration and the files that it names.
func New(store Store, state string, files map[string]string, log *slog.Logger) *Copier {
	return &Copier{store: store, state: state, files: files, log: log, done: map[string]copied{}}
}

// Status is the state of a copy.
type Status struct {
	Behind time.Duration // how long a change has been missing from the copy; 0: nothing is missing
	Copies uint64        // files that were written or appended to
	Err    error         // of the last attempt; ErrRefused is in its chain if somebody must decide something
}

// Status returns the state of the copy, for any goroutine.
func (c *Copier) Status(now time.Time) Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Status{Copies: c.copies, Err: c.failed}
	if !c.since.IsZero() {
		s.Behind = now.Sub(c.since)
	}
	return s
}

// Run copies until ctx ends, then copies what is left and closes the store. It does not wait
// for a disk that hangs.
func (c *Copier) Run(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.run(ctx)
	}()
	<-ctx.Done()
	select {
	case <-done:
	case <-time.After(2 * retry):
		c.log.Warn("the disk of the second copy does not answer: what it lacks is copied after the next start")
	}
}

func (c *Copier) run(ctx context.Context) {
	if s, ok := c.store.(io.Closer); ok {
		defer s.Close() //nolint:errcheck // everything has been written
	}
	verified := time.Now()
	for {
		wait := period
		if err := c.Pass(ctx); err != nil && ctx.Err() == nil {
			wait = retry
		} else if now := time.Now(); now.Sub(verified) >= verify {
			verified = now
			c.Verify(ctx) //nolint:errcheck // it has been logged
		}
		if !sleep.For(ctx, wait) {
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), retry)
			defer cancel()
			c.Pass(last) //nolint:errcheck // it has been logged
			return
		}
	}
}

// Pass copies what has changed. The error joins those of all files; the next call tries
// them again.
func (c *Copier) Pass(ctx context.Context) error {
	began := time.Now()
	if !c.sizesKnown { // until it is known what the copy has, it may lack everything
		c.late(began)
	}
	err := c.pass(ctx, began)
	if errors.Is(err, ErrAnother) {
		c.log.Info("the second copy has another disk, or its disk is back: what is missing there is copied")
		c.sizesKnown, c.checkedAll, c.done, c.refused = false, false, map[string]copied{}, nil
		err = c.pass(ctx, began)
	}
	c.mu.Lock()
	before := c.failed
	if c.failed = err; err == nil {
		c.since = time.Time{}
	} else if c.since.IsZero() {
		c.since = began
	}
	c.mu.Unlock()
	switch {
	case errors.Is(ctx.Err(), context.Canceled): // the daemon ends; Run copies the rest
	case errors.Is(err, ErrRefused) && (before == nil || before.Error() != err.Error()):
		c.log.Error("the second copy is not written, so that what it has stays: play continues", "error", err)
	case err != nil && (before == nil || before.Error() != err.Error()):
		c.log.Error("the second copy of the journals falls behind: play continues; check its disk or network", "error", err)
	case err == nil && before != nil:
		c.log.Info("the second copy of the journals is complete again")
	}
	return err
}

// Verify reads files of the copy back: the journal that was written last, if that has not been
// read since, and of all files the next one at each call. If one is not as written, Verify
// returns an error and the next Pass copies the file again. That a store does not answer is no
// error here: Pass reports it.
func (c *Copier) Verify(ctx context.Context) error {
	names := slices.Sorted(maps.Keys(c.done))
	if len(names) == 0 {
		return nil
	}
	at, _ := slices.BinarySearch(names, c.lastVerified+"\x00")
	next, written := names[at%len(names)], c.lastWritten
	c.lastVerified, c.lastWritten = next, ""
	err := c.readBack(ctx, next)
	if _, has := c.done[written]; has && written != next { // a game under way may end before its turn comes
		err = errors.Join(err, c.readBack(ctx, written))
	}
	return err
}

// readBack reads a file of the copy, which has it.
func (c *Copier) readBack(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	text, err := c.store.Get(ctx, name)
	switch was := c.done[name]; {
	case errors.Is(err, ErrNone), errors.Is(err, ErrPart), errors.Is(err, regularfile.ErrUnfit):
	case err != nil, sha256.Sum256(text) == was.sum:
		return nil
	default:
		err = errors.New("its content has changed")
	}
	err = fmt.Errorf("%s: %w", name, err)
	c.log.Error("the second copy differs from what was written to it: the file is copied again; check what else writes or deletes there", "error", err)
	delete(c.done, name)
	c.checkedAll = false // it may be an old journal
	c.late(time.Now())
	return err
}

// late notes that the copy lacks something since a moment, unless it already did before.
func (c *Copier) late(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since.IsZero() {
		c.since = since
	}
}

func (c *Copier) pass(ctx context.Context, now time.Time) error {
	if err := c.permit(ctx, now); err != nil {
		return err
	}
	files, err := c.list()
	if err != nil {
		return err
	}
	var errs []error
	for _, f := range files {
		if err := c.copy(ctx, f.name, f.path, now); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.name, err))
			if ctx.Err() != nil || len(errs) > 3 {
				break
			}
		}
	}
	c.checkedAll = c.checkedAll || len(errs) == 0
	return errors.Join(append(errs, c.refusals()...)...)
}

// permit checks at the start, and once a minute, whether the copy may be written.
func (c *Copier) permit(ctx context.Context, now time.Time) error {
	if now.Sub(c.looked) < verify && (c.sizesKnown || c.refused != nil) {
		return c.refused
	}
	var sizes map[string]int64
	if !c.sizesKnown || len(c.unknown) > 0 {
		var err error
		if sizes, err = c.store.Sizes(ctx); err == nil {
			err = c.compare(ctx, sizes)
		}
		if err != nil {
			return err
		}
		c.checkedAll = false
	}
	marked, err := c.admit(ctx)
	if c.refused = nil; errors.Is(err, ErrRefused) {
		c.refused, c.looked = err, now
		c.sizesKnown, c.done = false, map[string]copied{} // another computer writes there
	}
	if err != nil {
		return err
	}
	if c.looked = now; marked {
		c.looked = now.Add(2*period - verify) // another computer may have marked it at the same moment
	}
	if !c.sizesKnown {
		c.begin(sizes)
	}
	return nil
}

// begin notes what the store has.
func (c *Copier) begin(sizes map[string]int64) {
	c.known(sizes)
	c.sizesKnown = true
	dir, ok := c.store.(*Dir)
	if ok && dir.leaks() {
		c.log.Warn("other users of this computer can read the directory of the second copy, and so learn when the moves of a delayed game are made: close it to them (chmod 700), or mount its disk so (umask=077)", "copy", dir.path)
	}
	if ok && dir.SharesDisk() {
		c.log.Warn("the second copy is on the same disk as the journals: when the disk fails both are gone", "copy", dir.path, "state", c.state)
	}
}

// lastOnes is how many journals of a board may still change: the current one, and those
// that an undone new-game can reopen.
const lastOnes = 6

type file struct{ name, path string }

// besides are the files beside the journals of a board that are copied. The key of envelopes
// may also be in the state directory itself.
var besides = []string{"shown.json", "envelope.key"}

// list lists the files to copy, the newest journals first.
func (c *Copier) list() (files []file, err error) {
	dirs, err := filepath.Glob(filepath.Join(c.state, "*", "*"))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(c.state); err != nil {
		return nil, err
	}
	add := func(path string) {
		if name, err := filepath.Rel(c.state, path); err == nil {
			files = append(files, file{filepath.ToSlash(name), path})
		}
	}
	var journals []string
	for _, dir := range dirs {
		paths, err := journal.List(dir)
		if err != nil {
			continue // not one of our directories
		}
		if rel, err := filepath.Rel(c.state, dir); err == nil && c.unknown[filepath.ToSlash(rel)] != nil {
			continue
		}
		if c.checkedAll {
			paths = paths[max(0, len(paths)-lastOnes):]
		}
		journals = append(journals, paths...)
		if len(paths) > 0 {
			for _, beside := range besides {
				add(filepath.Join(dir, beside))
			}
			add(journal.RegisterFile(dir)) // before the journals: it never names one that the copy lacks
		}
	}
	slices.SortFunc(journals, func(a, b string) int { return strings.Compare(filepath.Base(b), filepath.Base(a)) })
	for _, path := range journals {
		add(path)
	}
	add(filepath.Join(c.state, "envelope.key"))
	for name, path := range c.files {
		files = append(files, file{name, path})
	}
	return files, nil
}

// known notes what the store has at the start. A journal of the same size is taken to be the
// same; everything else is copied again.
func (c *Copier) known(sizes map[string]int64) {
	for name, size := range sizes {
		path := filepath.Join(c.state, filepath.FromSlash(name))
		text, err := regularfile.Read(path, mostFile)
		if text = whole(name, text); strings.HasSuffix(name, journal.Suffix) && err == nil && int64(len(text)) == size {
			c.done[name] = copied{size: len(text), sum: sha256.Sum256(text)}
		}
	}
}

// copy brings one file up to date in the store.
func (c *Copier) copy(ctx context.Context, name, path string, now time.Time) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a journal may have been pruned; the copy keeps it
	} else if err != nil {
		return err
	}
	had, known := c.done[name]
	if age := now.Sub(info.ModTime()); known && had.changed.Equal(info.ModTime()) && had.statSize == info.Size() && age > settled {
		return nil
	}
	text, err := regularfile.Read(path, mostFile)
	if err != nil {
		return err
	}
	text = whole(name, text)
	if journal.IsRegister(name) {
		if text, err = journal.MergeRegister(filepath.Dir(path), c.registers[name], text); err != nil {
			return err
		}
	}
	have := 0
	switch same := known && len(text) >= had.size && sha256.Sum256(text[:had.size]) == had.sum; {
	case same && len(text) == had.size:
		had.changed, had.statSize = info.ModTime(), info.Size()
		c.done[name] = had
		return nil
	case same:
		have = had.size
	case strings.HasSuffix(name, journal.Suffix):
		if len(text) == 0 {
			return errors.New("the journal is empty: the copy is left as it is")
		}
		if err := c.putAside(ctx, name, text); err != nil {
			return err
		}
	}
	c.late(now)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := c.store.Put(ctx, name, text, have); err != nil {
		delete(c.done, name) // its state in the store is now unknown
		return err
	}
	c.done[name] = copied{len(text), sha256.Sum256(text), info.ModTime(), info.Size()}
	if journal.IsRegister(name) {
		c.registers[name] = text
	}
	if strings.HasSuffix(name, journal.Suffix) {
		c.lastWritten = name
	}
	c.mu.Lock()
	c.copies++
	c.mu.Unlock()
	return nil
}

// whole returns the complete lines of a journal. What follows them is still being written, or
// is allocated space. Other files are returned unchanged.
func whole(name string, text []byte) []byte {
	if !strings.HasSuffix(name, journal.Suffix) {
		return text
	}
	return text[:bytes.LastIndexByte(text, '\n')+1]
}

// putAside keeps what the copy has of a journal that no longer begins like it: the journal was
// cut, or rewritten after its disk failed.
func (c *Copier) putAside(ctx context.Context, name string, text []byte) error {
	before, err := c.store.Get(ctx, name)
	if err != nil && !errors.Is(err, ErrNone) && !errors.Is(err, ErrPart) {
		return err
	}
	if bytes.HasPrefix(text, before) {
		return nil
	}
	aside := fmt.Sprintf("%s.before-%x", name, sha256.Sum256(before))[:len(name)+16]
	if err := c.store.Put(ctx, aside, before, 0); err != nil {
		return err
	}
	if len(before) > 0 {
		c.log.Error("the second copy has records that the journal lacks: the journal was cut or changed, or its disk lost what it had stored: compare the game with the scoresheet; the copy keeps what it had",
			"journal", name, "kept as", aside, "bytes in the copy", len(before), "bytes in the journal", len(text))
	}
	return nil
}
