package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"syscall"

	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
)

// Disk is what a journal needs of a file system. OS is the real one; tests have others,
// which fail.
type Disk interface {
	// Create makes an empty file, or empties an existing one.
	Create(path string) (File, error)
	// Open opens a file for reading from its beginning, and for writing.
	Open(path string) (File, error)
	// Name renames the finished file from to to. It fails if to exists.
	Name(from, to string) error
	// Remove deletes a file.
	Remove(path string) error
	// SyncDir makes the names in a directory durable.
	SyncDir(dir string) error
	// Restore makes a deleted directory again, with those above it.
	Restore(dir string) error
}

// File is an open journal. Read begins at its beginning.
type File interface {
	io.ReadCloser
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	// Sync stores what was written, and only as much metadata as it takes to read it
	// back (fdatasync(2)).
	Sync() error
	// Refresh makes Read return what is on the disk. After a failed sync, Linux
	// still shows the data that it could not write, and a second sync reports
	// success. A process that starts then must not believe what it reads.
	Refresh() error
	// Under returns the size of the file. If it is no longer the file with this name,
	// the error is ErrMoved (errors.Is).
	Under(path string) (size int64, err error)
}

// ErrMoved is in the chain of the error about a journal that somebody has deleted,
// moved, replaced or truncated while it was being written.
var ErrMoved = errors.New("it is not the file that was being written")

// OS is the machine's file system. It also locks every file that it has open, so that an
// older touchmove, which does not know the directory lock, is refused instead of mixing
// in its records. Dir locks the directory.
type OS struct{}

// Create implements Disk.
func (OS) Create(path string) (File, error) {
	f, err := open(path, os.O_CREATE)
	return opened(f, err)
}

// file is a file of the machine's file system.
type file struct{ *os.File }

// Sync implements File.
func (f file) Sync() error { return syncData(f.File) }

// Refresh implements File: everything is synced, and the page cache is dropped.
func (f file) Refresh() error {
	if err := f.File.Sync(); err != nil {
		return err
	}
	return forget(f.File)
}

// Under implements File.
func (f file) Under(path string) (int64, error) {
	open, err := f.Stat()
	if err != nil {
		return 0, err
	}
	named, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return 0, fmt.Errorf("%w: it was deleted or moved", ErrMoved)
	case err != nil:
		return 0, err
	case !os.SameFile(open, named):
		return 0, fmt.Errorf("%w: another file has taken its place", ErrMoved)
	}
	return open.Size(), nil
}

// Open implements Disk.
func (OS) Open(path string) (File, error) {
	f, err := open(path, 0)
	return opened(f, err)
}

func opened(f file, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Restore implements Disk.
func (OS) Restore(dir string) error { return atomicfile.MakeDir(dir) }

// open opens a file to write it, and follows no symbolic link: what it leads to is not a file of
// this program.
func open(path string, flag int) (file, error) {
	f, err := os.OpenFile(path, flag|os.O_RDWR|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return file{}, explain(err)
	}
	most := int64(Longest)
	if flag&os.O_CREATE != 0 {
		most = math.MaxInt64 // it is emptied
	}
	if err := regularfile.Check(f, most); err != nil {
		f.Close()
		return file{}, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return file{}, fmt.Errorf("%s: another touchmove is writing this journal: stop it, or give this one a state directory of its own", path)
		}
		return file{}, fmt.Errorf("%s: lock: %w", path, explain(err))
	}
	if flag&os.O_CREATE != 0 { // only with the lock is it certain that nobody else writes it
		if err := f.Truncate(0); err != nil {
			f.Close()
			return file{}, err
		}
	}
	return file{f}, nil
}

// Name implements Disk. The lock on the file prevents anybody from taking the name
// between the check and the rename.
func (OS) Name(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fmt.Errorf("%s exists already: a journal is never overwritten", to)
		}
		return err
	}
	return os.Rename(from, to)
}

// Remove implements Disk.
func (OS) Remove(path string) error { return os.Remove(path) }

// SyncDir implements Disk.
func (OS) SyncDir(dir string) error { return atomicfile.SyncDir(dir) }
