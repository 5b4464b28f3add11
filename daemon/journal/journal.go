package journal

import (
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

// Journal is one trace being written. It is for one goroutine. After the first
// error it is of no more use, whatever the disk says later: when a Sync fails,
// the system may already have thrown away what it could not write, and a second
// Sync would then report success.
type Journal struct {
	file   File
	path   string
	out    *trace.Writer
	waits  bool          // a record is written and not yet synced
	since  time.Duration // the At of the first that waits
	failed error
}

// Create begins a journal with its header and first records: a temporary file,
// written, synced, given its name, and the name synced, so that all of it is
// there or nothing. The error names the file.
func Create(disk Disk, path string, h trace.Header, first ...trace.Record) (*Journal, error) {
	file, err := disk.Create(path + ".new")
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{file: file, path: path}
	steps := []func() error{
		func() (err error) { j.out, err = trace.NewWriter(whole{file}, h); return err },
		func() error { return j.writeAll(first) },
		file.Sync,
		func() error { return disk.Name(path+".new", path) },
		func() error { return disk.SyncDir(filepath.Dir(path)) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			file.Close()
			return nil, fmt.Errorf("journal %s cannot be begun: %w", path, err)
		}
	}
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
// it longer than Quiet.
func (j *Journal) Append(r trace.Record) error {
	if j.failed != nil {
		return j.failed
	}
	if err := j.out.Write(r); err != nil {
		return j.fail(err)
	}
	if !j.waits {
		j.waits, j.since = true, r.At
	}
	if r.At-j.since >= Quiet {
		return j.Sync()
	}
	return nil
}

// Sync returns nil once everything appended is kept.
func (j *Journal) Sync() error {
	if j.failed != nil {
		return j.failed
	}
	if !j.waits {
		return nil
	}
	if err := j.file.Sync(); err != nil {
		return j.fail(err)
	}
	j.waits = false
	return nil
}

// Close keeps what was appended and closes the file.
func (j *Journal) Close() error {
	err := j.Sync()
	if closing := j.file.Close(); err == nil && closing != nil {
		err = j.fail(closing)
	}
	return err
}

func (j *Journal) fail(err error) error {
	j.failed = fmt.Errorf("journal %s: %w: nothing more is kept, so nothing more is told; check the disk (df, dmesg) and start again", j.path, err)
	return j.failed
}

// whole turns a short write, which an io.Writer should but a file system need
// not report as an error, into one.
type whole struct{ io.Writer }

// Write implements io.Writer.
func (w whole) Write(line []byte) (int, error) {
	n, err := w.Writer.Write(line)
	if err == nil && n < len(line) {
		err = fmt.Errorf("%w: %d of %d bytes", io.ErrShortWrite, n, len(line))
	}
	return n, err
}
