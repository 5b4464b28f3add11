package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"touchmove/sensors/trace"
)

// Quiet is how long, in record time, a record that gave no event may wait for
// its Sync. Such a record was told to nobody, so a power cut that takes it
// costs only the look at what the board did in those seconds; a Sync each would
// wear out the card the system lives on.
const Quiet = 5 * time.Second

// Journal is one trace being written. It is for one goroutine.
//
// When the disk fails, the records since the last Sync that succeeded stay in
// memory, and every later Sync tries again: it cuts the file back to what is
// known to be kept and writes all the rest anew. It never trusts what was
// written before a failed Sync: the system may already have thrown that away,
// and a second Sync of the same bytes would report success.
//
// Nor does it trust that the file is still there: whoever may can delete it,
// move it away or cut it, and appending goes on as if nothing had happened.
// Every Sync looks, and Check does in between; then all of it is written anew.
type Journal struct {
	disk   Disk
	file   File
	path   string
	out    *trace.Writer // to tail
	kept   copied        // what a Sync has kept
	tail   bytes.Buffer  // what was appended after it
	given  int           // bytes of tail that the file has been given
	since  time.Duration // the At of the first record in tail
	failed error         // of the last attempt; nil once the file has everything again
	moved  bool          // the file is no longer what is under its name
	loose  bool          // it was written anew, and its name is not synced
	seals  bool          // Close seals it
}

// Create begins a journal with its header and first records: a temporary file,
// written, synced, given its name, and the name synced, so that all of it is
// there or nothing. The error names the file.
func Create(disk Disk, path string, h trace.Header, first ...trace.Record) (*Journal, error) {
	file, err := disk.Create(path + ".new")
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{disk: disk, file: file, path: path, seals: true}
	steps := []func() error{
		func() (err error) { j.out, err = trace.NewCheckedWriter(&j.tail, h); return err },
		func() error { return j.writeAll(first) },
		j.give,
		j.file.Sync,
		func() error { return disk.Name(path+".new", path) },
		func() error { return disk.SyncDir(filepath.Dir(path)) },
	}
	for i, step := range steps {
		if err := step(); err != nil {
			file.Close()
			disk.Remove(path + ".new")
			if i == len(steps)-1 { // it has its name, and must not be taken for the latest journal
				disk.Remove(path)
			}
			return nil, fmt.Errorf("journal %s cannot be begun: %w", path, err)
		}
	}
	j.keep()
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

// Append writes one record after the last. It is kept for certain only once
// Sync has returned nil; Append itself calls Sync when a record has waited for
// it longer than Quiet. An error says that the disk failed: the record is not
// lost, and a later Sync may keep it. A record that no trace may hold is
// another matter: it is refused, and errors.Is(err, ErrRecord).
func (j *Journal) Append(r trace.Record) error {
	empty := j.tail.Len() == 0
	if err := j.out.Write(r); err != nil {
		return fmt.Errorf("journal %s: %w: %w", j.path, ErrRecord, err)
	}
	if empty {
		j.since = r.At
	}
	if j.failed != nil {
		return j.failed
	}
	if r.At-j.since >= Quiet {
		return j.Sync()
	}
	if err := j.give(); err != nil {
		return j.fail(err)
	}
	return nil
}

// ErrRecord is in the chain of Append's error about a record that cannot stand
// in a trace.
var ErrRecord = errors.New("not a record of this journal")

// Sync returns nil once everything appended is kept, in the file that is under
// the journal's name. After an error it may be called again, as often as one
// likes to ask the disk. When the file is gone or is another one, the first
// error says so (errors.Is(err, ErrMoved)), and the next Sync writes it anew.
func (j *Journal) Sync() error {
	if j.tail.Len() == 0 && j.failed == nil {
		return nil
	}
	if j.failed != nil {
		if j.looksMoved() {
			return j.rewrite()
		}
		if err := j.file.Truncate(j.kept.size); err != nil {
			return j.fail(err)
		}
		j.given = 0
	}
	if err := j.give(); err != nil {
		return j.fail(err)
	}
	if err := j.file.Sync(); err != nil {
		return j.fail(err)
	}
	if err := j.fasten(); err != nil {
		return j.fail(err)
	}
	if err := j.look(); err != nil {
		return j.fail(err)
	}
	j.keep()
	return nil
}

// Check looks whether the file is still the one under the journal's name, and as
// long as it should be: it is to be called every second or so, for a board on
// which nobody plays syncs nothing. An error is as Sync's, and Sync is to be
// called then.
func (j *Journal) Check() error {
	if j.failed != nil {
		return j.failed
	}
	if err := j.look(); err != nil {
		return j.fail(err)
	}
	return nil
}

// Waiting returns how many bytes are appended and not known to be kept.
func (j *Journal) Waiting() int { return j.tail.Len() }

// give hands the file what it has not been given yet.
func (j *Journal) give() error {
	rest := j.tail.Bytes()[j.given:]
	if len(rest) == 0 {
		return nil
	}
	n, err := writeAll(j.file, rest)
	j.given += n
	return err
}

func writeAll(file File, text []byte) (int, error) {
	n, err := file.Write(text)
	if err == nil && n < len(text) { // a file system need not report it
		err = fmt.Errorf("%w: %d of %d bytes", io.ErrShortWrite, n, len(text))
	}
	return n, err
}

// keep notes that all is kept.
func (j *Journal) keep() {
	j.kept.add(j.tail.Bytes())
	j.tail.Reset()
	j.given, j.failed = 0, nil
}

// SealAtClose has Close seal a journal that was opened without a seal at its end,
// as after a power cut.
func (j *Journal) SealAtClose() { j.seals = true }

// Seal closes the game: a line at the end says that there is no more, so that it
// is noticed when somebody cuts lines off. More may be appended all the same.
func (j *Journal) Seal() error {
	if err := j.out.Seal(); err != nil {
		return err
	}
	return j.Sync()
}

// Close keeps what was appended, seals it, and closes the file.
func (j *Journal) Close() error {
	if j.seals {
		j.out.Seal() // into memory, which takes it
	}
	j.Check() // Sync does what there is to do
	err := j.Sync()
	if errors.Is(err, ErrMoved) {
		err = j.Sync()
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
