package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync/atomic"
	"time"

	"touchmove/sensors/trace"
)

// Quiet is how long, in record time, a record without an event may wait for its Sync.
// Nothing was published about such a record, so a power cut loses only what the board
// did in those seconds. A Sync for each would wear out the SD card that holds the
// system.
const Quiet = 5 * time.Second

// Journal is one trace being written. It is for one goroutine.
//
// When the disk fails, the records since the last successful Sync stay in memory, and
// every later Sync tries again: it truncates the file to what is known to be stored and
// rewrites everything else. It never trusts what was written before a failed Sync:
// the system may already have dropped it, and a second Sync of the same bytes would
// report success.
//
// Nor does it trust that the file is still there. Anybody with the rights can delete,
// move, truncate or change it, and appending then succeeds as if nothing had happened.
// Every Sync checks, and so does Check in between, which also reads back what was
// written; if necessary the whole file is rewritten.
type Journal struct {
	disk   Disk
	file   File
	path   string
	out    *trace.Writer // to tail
	kept   copied        // what a Sync has stored
	tail   bytes.Buffer  // appended since
	given  int           // how many bytes of tail are written to the file
	size   int64         // of the file: what was written, and the space allocated behind it
	tight  bool          // the disk has no space to allocate
	since  time.Duration // the At of the first record in tail
	failed error         // error of the last attempt; nil once the file is complete again
	moved  bool          // the file is no longer the one with the journal's name
	loose  bool          // it was rewritten, and its name is not yet synced
	seals  bool          // whether Close writes a seal
	last   string        // checksum of the last line that is stored
	noted  string        // that of the line that NoteEnd has noted
	back   readBack      // of the file, by Check
	length atomic.Int64  // of everything appended
}

// Create begins a journal with its header and first records. It writes and syncs a
// temporary file, renames it and syncs the name, so that a power cut leaves everything
// or nothing. The header of a path made by Name says that name. The error names the file.
func Create(disk Disk, path string, h trace.Header, first ...trace.Record) (*Journal, error) {
	file, err := disk.Create(path + ".new")
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{disk: disk, file: file, path: path, seals: true}
	h.Journal = stem(path)
	steps := []func() error{
		func() (err error) { j.out, err = trace.NewCheckedWriter(&j.tail, h); return err },
		func() error { return j.writeAll(first) },
		j.writeTail,
		j.file.Sync,
		func() error { return disk.Name(path+".new", path) },
		func() error { return disk.SyncDir(filepath.Dir(path)) },
	}
	for i, step := range steps {
		if err := step(); err != nil {
			file.Close()
			disk.Remove(path + ".new")
			if i == len(steps)-1 { // it has its name already, and must not be mistaken for the latest journal
				disk.Remove(path)
			}
			return nil, fmt.Errorf("journal %s cannot be begun: %w", path, err)
		}
	}
	j.markStored()
	return j, nil
}

func (j *Journal) writeAll(records []trace.Record) error {
	for _, r := range records {
		if err := j.out.Write(r); err != nil {
			return err
		}
	}
	return nil
}

// Path returns the file's name.
func (j *Journal) Path() string { return j.path }

// Append writes a record after the last one. It is certain to be stored only once Sync
// has returned nil; Append calls Sync itself when a record has waited longer than Quiet.
// An error means that the disk failed: the record is not lost, and a later Sync may
// store it. If a trace cannot hold a record, it is refused with ErrRecord (errors.Is).
func (j *Journal) Append(r trace.Record) error {
	empty := j.tail.Len() == 0
	if err := j.out.Write(r); err != nil {
		return fmt.Errorf("journal %s: %w: %w", j.path, ErrRecord, err)
	}
	j.length.Store(j.kept.size + int64(j.tail.Len()))
	if empty {
		j.since = r.At
	}
	if j.failed != nil {
		return j.failed
	}
	if r.At-j.since >= Quiet {
		return j.Sync()
	}
	if err := j.writeTail(); err != nil {
		return j.fail(err)
	}
	return nil
}

// ErrRecord is in the chain of Append's error about a record that a trace cannot hold.
var ErrRecord = errors.New("not a record of this journal")

// Sync returns nil once everything appended is stored in the file with the journal's
// name. After an error it may be called again, any number of times. If the file is gone
// or is a different one, the first error is ErrMoved (errors.Is), and the next Sync
// rewrites it.
func (j *Journal) Sync() error {
	if j.tail.Len() == 0 && j.failed == nil {
		return nil
	}
	if j.failed != nil {
		if err := j.openNow(); err != nil {
			return j.fail(err)
		}
		if j.looksMoved() {
			return j.rewrite()
		}
		if err := j.file.Truncate(j.kept.size); err != nil {
			return j.fail(err)
		}
		j.given, j.size = 0, j.kept.size
	}
	if err := j.writeTail(); err != nil {
		return j.fail(err)
	}
	if err := j.file.Sync(); err != nil {
		return j.fail(err)
	}
	if err := j.syncName(); err != nil {
		return j.fail(err)
	}
	if err := j.checkFile(); err != nil {
		return j.fail(err)
	}
	j.markStored()
	return nil
}

// Check checks that the file is still the one with the journal's name, and as long as it
// should be, and allocates space for what follows. Call it about once a second, as a
// board on which nobody plays syncs nothing. About once a minute it also reads back what
// is stored. Its errors are those of Sync; call Sync after one.
func (j *Journal) Check() error {
	if j.failed != nil {
		return j.failed
	}
	if err := j.checkFile(); err != nil {
		return j.fail(err)
	}
	if err := j.readSome(); err != nil {
		return j.fail(err)
	}
	if err := j.prepare(); err != nil {
		return j.fail(err)
	}
	return nil
}

// Length returns how many bytes are appended, for any goroutine.
func (j *Journal) Length() int64 { return j.length.Load() }

// Waiting returns how many bytes are appended and not known to be stored.
func (j *Journal) Waiting() int { return j.tail.Len() }

// writeTail writes to the file what it does not have yet.
func (j *Journal) writeTail() error {
	rest := j.tail.Bytes()[j.given:]
	if len(rest) == 0 {
		return nil
	}
	n, err := writeAll(j.file, rest, j.end())
	j.given += n
	j.size = max(j.size, j.end())
	return err
}

func writeAll(file File, text []byte, at int64) (int, error) {
	n, err := file.WriteAt(text, at)
	if err == nil && n < len(text) { // some file systems do not report a short write
		err = fmt.Errorf("%w: %d of %d bytes", io.ErrShortWrite, n, len(text))
	}
	return n, err
}

// markStored notes that everything is stored.
func (j *Journal) markStored() {
	j.kept.add(j.tail.Bytes())
	j.tail.Reset()
	j.length.Store(j.kept.size)
	j.given, j.failed, j.last = 0, nil, j.out.LastCRC()
}

// Link returns the journal's name with its last stored line, for the header of the next one.
func (j *Journal) Link() trace.Link { return trace.Link{Journal: stem(j.path), CRC: j.last} }

// NoteEnd notes in the directory that the journal has everything that is stored now (see
// Note), unless that is noted already.
func (j *Journal) NoteEnd() error {
	if j.failed != nil || j.last == j.noted {
		return nil
	}
	if err := Note(filepath.Dir(j.path), j.Link()); err != nil {
		return err
	}
	j.noted = j.last
	return nil
}

// SealAtClose makes Close seal a journal that was opened without a seal at its end, as
// after a power cut.
func (j *Journal) SealAtClose() { j.seals = true }

// Seal closes the game with a line that says that nothing follows, so that removed lines
// at the end are noticed. More may be appended after it.
func (j *Journal) Seal() error {
	if err := j.out.Seal(); err != nil {
		return err
	}
	return j.Sync()
}

// Close stores what was appended, seals the journal if necessary, reads everything back,
// cuts off the allocated space, and closes the file.
func (j *Journal) Close() error {
	if j.seals {
		j.out.Seal() // into memory: cannot fail
	}
	if j.failed == nil {
		if err := j.checkFile(); err != nil {
			j.fail(err) //nolint:errcheck // Sync acts on it
		}
	}
	err := j.Sync()
	if err == nil {
		err = j.Verify()
	}
	if errors.Is(err, ErrMoved) {
		err = j.Sync()
	}
	if err == nil {
		j.trim()
	}
	if closing := j.file.Close(); err == nil && closing != nil {
		err = j.fail(closing)
	}
	return err
}

func (j *Journal) fail(err error) error {
	j.failed = fmt.Errorf("journal %s: %w", j.path, err)
	return j.failed
}
